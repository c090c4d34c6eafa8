import EmuTestTools
import Foundation
import Testing

/// `docs/pitfalls.md` has one row for each pitfall, behavior and hazard; each row names an existing
/// test.
@Suite struct `docs/pitfalls.md` {
  private struct Row {
    var line: String
    var number: Int?
    /// The names in the last column: a Swift function, or `file.py::test`.
    var tests: [String]
  }

  private static func rows(below heading: String) throws -> [Row] {
    let page = try Repository.text("docs/pitfalls.md")
    let start = try #require(page.range(of: "\n## \(heading)\n"), "there is no part \(heading)")
    let part = page[start.upperBound...]
    return part[..<(part.range(of: "\n## ")?.lowerBound ?? part.endIndex)]
      .split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2)
      .map { line in
        let cells = line.split(separator: "|", omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: .whitespaces) }
        let names = cells.dropLast().last?.matches(of: /`([^`]+)`/).map { String($0.1) }
        return Row(
          line: String(line), number: cells.count > 1 ? Int(cells[1]) : nil, tests: names ?? [])
      }
  }

  /// Returns the names of every test: Swift functions, and Python functions with their file.
  private static func tests() throws -> Set<String> {
    var names: Set<String> = []
    for file in try SourceFile.all(below: "Tests") {
      for match in file.text.matches(of: /(?:func|@Test(?:\([^`]*?\))?)\s+`([^`]+)`/) {
        names.insert(String(match.1))
      }
    }
    for path in try Repository.files(in: "Tests/Clients", ending: ".py") {
      for match in try Repository.text(path).matches(of: /(?m)^def (test_\w+)\(/) {
        names.insert("\(path.split(separator: "/").last ?? "")::\(match.1)")
      }
    }
    return names
  }

  @Test(arguments: [
    ("Pitfalls", 26), ("What the guides promise", 29), ("Answers that break clients", 22),
  ])
  func `docs/pitfalls.md has every row, with an existing test`(heading: String, count: Int) throws {
    let tests = try Self.tests()
    #expect(tests.count > 1000, "the tests were not found")
    let rows = try Self.rows(below: heading)
    #expect(rows.count == count)
    if heading == "Pitfalls" { #expect(rows.map(\.number) == Array(1...26)) }
    for row in rows {
      #expect(!row.tests.isEmpty, "no test: \(row.line)")
      for name in row.tests {
        let exists = tests.contains(name)
        #expect(exists, "there is no test \(name): \(row.line)")
      }
    }
  }
}
