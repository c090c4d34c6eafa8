import EmuTestTools
import Foundation

/// A text file of the repository: sources, tests, scripts and pages.
struct TextFile: Sendable {
  /// The path below the package's root, such as `docs/ARCHITECTURE.md`.
  let path: String
  let text: String

  var isPage: Bool { path.hasSuffix(".md") }

  /// The text as one line, without comment marks, so that a citation may be wrapped.
  var unwrapped: String {
    text.split(separator: "\n").map { line in
      var line = line.drop { $0 == " " }
      while let first = line.first, "/#*".contains(first) { line.removeFirst() }
      return String(line.drop { $0 == " " })
    }.joined(separator: " ")
  }

  var anchors: Set<String> {
    var isCode = false
    var anchors: Set<String> = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      guard !isCode, line.hasPrefix("#") else { continue }
      let heading = line.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
      anchors.insert(
        String(heading.filter { $0.isLetter || $0.isNumber || " -_".contains($0) })
          .replacing(" ", with: "-"))
    }
    return anchors
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: Repository.root.appending(path: path).path())
  }

  /// Returns every page, source, test and script, without goldens and Google's discovery documents.
  static func all() throws -> [TextFile] {
    let manager = FileManager.default
    let root = Repository.root.path()
    let top = try manager.contentsOfDirectory(atPath: root).filter { $0.hasSuffix(".md") }
    let below = try ["Sources", "Tests", "docs", "scripts", "seed-data"].flatMap { folder in
      try manager.subpathsOfDirectory(atPath: root + folder).map { "\(folder)/\($0)" }
    }
    return (top + below).filter { path in
      [".md", ".swift", ".py"].contains(where: path.hasSuffix) || path.hasPrefix("scripts/")
    }.sorted().compactMap { path in
      (try? Repository.text(path)).map { TextFile(path: path, text: $0) }
    }
  }
}
