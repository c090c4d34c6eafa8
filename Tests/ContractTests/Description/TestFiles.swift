import EmuTestTools
import Foundation

/// The tests of the repository, with the operations that they name.
struct TestFiles {
  /// Pairs of base name and text, in order.
  private let files: [(name: String, text: String)]

  init() throws {
    let swift = try Repository.files(in: "Tests", ending: "Tests.swift")
    let python = try Repository.files(in: "Tests/Clients", ending: ".py")
    files = try (swift + python).map { path in
      (
        URL(filePath: path).lastPathComponent.replacing(".swift", with: ""),
        try Repository.text(path)
      )
    }
  }

  func contains(_ name: String) -> Bool { files.contains { $0.name == name } }

  /// Returns the suite of the operation's name, or else the file that names it most often.
  func pinning(_ operation: String) -> String? {
    if let suite = files.first(where: { $0.text.contains("@Suite struct `\(operation)`") }) {
      return suite.name
    }
    let counts = files.map {
      (name: $0.name, count: $0.text.components(separatedBy: operation).count - 1)
    }
    return counts.filter { $0.count > 0 }.max { $0.count < $1.count }?.name
  }
}
