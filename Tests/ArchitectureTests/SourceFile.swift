import EmuTestTools
import Foundation

/// A Swift file of the package, read as text.
struct SourceFile: Sendable {
  /// Below the root of the package, such as `Sources/EmuAPI/Routes.swift`.
  let path: String
  let text: String

  /// The target that the file belongs to.
  var module: String { String(path.split(separator: "/")[1]) }

  /// Such as `Routes.swift`.
  var name: String { String(path.split(separator: "/").last ?? "") }

  /// The lines without comments, numbered from 1.
  var code: [(number: Int, text: String)] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
      offset, line in
      let trimmed = line.drop { $0 == " " }
      return trimmed.hasPrefix("//") ? nil : (offset + 1, String(line))
    }
  }

  /// The modules that the file imports.
  var imports: [String] {
    let importLine =
      /^\s*(?:@\w+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|func|var|protocol|typealias)\s+)?(\w+)/
    return code.compactMap { line in
      guard let match = line.text.firstMatch(of: importLine) else { return nil }
      return String(match.1)
    }
  }

  /// Every Swift file below a folder of the package.
  static func all(below folder: String) throws -> [SourceFile] {
    let base = Repository.root.appending(path: folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: base.path())
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      SourceFile(
        path: "\(folder)/\(path)",
        text: try String(contentsOf: base.appending(path: path), encoding: .utf8))
    }
  }

  /// The folders right below a folder of the package.
  static func folders(in folder: String) throws -> [String] {
    let base = Repository.root.appending(path: folder)
    let entries = try FileManager.default.contentsOfDirectory(
      at: base, includingPropertiesForKeys: [.isDirectoryKey])
    return try entries.filter {
      try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
    }.map(\.lastPathComponent).sorted()
  }
}
