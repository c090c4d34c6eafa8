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

  /// Returns the rows of the table below a heading.
  private static func rows(below heading: String) throws -> [Row] {
    let page = try String(
      contentsOf: Repository.root.appending(path: "docs/pitfalls.md"), encoding: .utf8)
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
    let clients = Repository.root.appending(path: "Tests/Clients")
    for path in try FileManager.default.contentsOfDirectory(atPath: clients.path)
    where path.hasSuffix(".py") {
      let text = try String(contentsOf: clients.appending(path: path), encoding: .utf8)
      for match in text.matches(of: /(?m)^def (test_\w+)\(/) {
        names.insert("\(path)::\(match.1)")
      }
    }
    return names
  }

  @Test(arguments: ["Pitfalls", "What the guides promise", "Answers that break clients"])
  func `docs/pitfalls.md names a test that exists in every row`(heading: String) throws {
    let tests = try Self.tests()
    #expect(tests.count > 1000, "the tests were not found")
    let rows = try Self.rows(below: heading)
    #expect(!rows.isEmpty)
    for row in rows {
      #expect(!row.tests.isEmpty, "no test: \(row.line)")
      for name in row.tests {
        #expect(tests.contains(name), "there is no test \(name): \(row.line)")
      }
    }
  }

  @Test func `docs/pitfalls.md has every pitfall once, in order`() throws {
    #expect(try Self.rows(below: "Pitfalls").map(\.number) == Array(1...26))
  }

  @Test func `docs/pitfalls.md has every hazard of clients`() throws {
    #expect(try Self.rows(below: "Answers that break clients").count == 22)
  }

  @Test func `docs/pitfalls.md has every behaviour that the guides promise`() throws {
    #expect(try Self.rows(below: "What the guides promise").count == 29)
  }
}
