import EmuTestTools
import Foundation

/// A Swift file of the package, read as text.
struct SourceFile: Sendable {
  /// The path below the package's root, such as `Sources/EmuAPI/Routes.swift`.
  let path: String
  let text: String
  /// The lines without comments, numbered from 1.
  let code: [(number: Int, text: String)]
  let imports: [String]

  init(path: String, text: String) {
    self.path = path
    self.text = text
    code = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
      offset, line in
      let trimmed = line.drop { $0 == " " }
      return trimmed.hasPrefix("//") ? nil : (offset + 1, String(line))
    }
    imports = code.compactMap { line in
      // Most lines are not imports; a search for the word is faster than the expression.
      guard line.text.contains("import "),
        let match = unsafe line.text.firstMatch(of: Self.importLine)
      else { return nil }
      return String(match.1)
    }
  }

  // A regular expression is parsed at each evaluation of its literal, and never changes.
  nonisolated(unsafe) private static let importLine =
    /^\s*(?:@\w+\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|func|var|protocol|typealias)\s+)?(\w+)/

  var module: String { String(path.split(separator: "/")[1]) }

  /// The file's name, such as `Routes.swift`.
  var name: String { String(path.split(separator: "/").last ?? "") }

  private static let sources = Result { try read(below: "Sources") }

  static func all(below folder: String) throws -> [SourceFile] {
    guard folder == "Sources" || folder.hasPrefix("Sources/") else {
      return try read(below: folder)
    }
    return try sources.get().filter { $0.path.hasPrefix("\(folder)/") }
  }

  private static func read(below folder: String) throws -> [SourceFile] {
    try Repository.files(in: folder, ending: ".swift").map { path in
      SourceFile(path: path, text: try Repository.text(path))
    }
  }

  static func folders(in folder: String) throws -> [String] {
    let base = Repository.root.appending(path: folder)
    let entries = try FileManager.default.contentsOfDirectory(
      at: base, includingPropertiesForKeys: [.isDirectoryKey])
    return try entries.filter {
      try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
    }.map(\.lastPathComponent).sorted()
  }
}
