import EmuTestTools
import Foundation
import Testing

/// A row of a table of docs/fidelity, or an item of a list there.
private struct FidelityRow {
  var page: String
  var text: String
  /// The cells by the names of their columns; empty for an item of a list.
  var cells: [String: String]

  static func all(of page: String) throws -> [FidelityRow] {
    var rows: [FidelityRow] = []
    var columns: [String] = []
    for line in try Repository.text("docs/fidelity/\(page)").components(separatedBy: "\n") {
      guard line.hasPrefix("|") else {
        columns = []
        if line.hasPrefix("- ") { rows.append(FidelityRow(page: page, text: line, cells: [:])) }
        continue
      }
      let cells = line.replacing(#"\|"#, with: "¦").dropFirst().dropLast().split(
        separator: "|", omittingEmptySubsequences: false
      ).map { $0.trimmingCharacters(in: .whitespaces) }
      if columns.isEmpty {
        columns = cells
      } else if Int(cells[0]) != nil {
        rows.append(
          FidelityRow(
            page: page, text: line, cells: Dictionary(zip(columns, cells)) { first, _ in first }))
        #expect(cells.count == columns.count, "\(page): \(line)")
      }
    }
    return rows
  }
}

@Suite struct `The pages of fidelity` {
  /// The words of docs/fidelity.md for how sure a row is.
  private static var sure: Regex<Substring> {
    #/recorded|\bdoc\b|\b[Ss]een\b|\b[Gg]uess|\b[Oo]wn rule\b|RFC \d|–/#
  }

  private static func pages() throws -> [String] {
    try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appending(path: "docs/fidelity").path)
  }

  /// The pages of the backend. The others are about issuers and files.
  private static let backend = [
    "accounts", "api", "configuration", "email", "functions", "phone", "second-factors", "sign-in",
    "tokens",
  ].map { "\($0).md" }

  @Test(arguments: backend)
  func `fidelity rows of the backend name each side, and how sure it is`(page: String) throws {
    let rows = try FidelityRow.all(of: page)
    #expect(!rows.isEmpty)
    for row in rows where !row.cells.isEmpty {
      for column in ["here", "production", "official emulator", "sure"] {
        #expect(row.cells[column]?.isEmpty == false, "\(page) lacks \(column): \(row.text)")
      }
      #expect(
        row.cells["sure"]?.firstMatch(of: Self.sure) != nil, "\(page) is not sure: \(row.text)")
    }
  }

  @Test func `fidelity rows name their tests, or their page does, and are rated`() throws {
    let suites = Set(
      try Repository.files(in: "Tests", ending: "Tests.swift").map {
        String($0.split(separator: "/").last?.dropLast(".swift".count) ?? "")
      })
    for page in try Self.pages() {
      let names = #/(?m)^.*\b[Tt]ests(?: without another name)?:.*`/#
      let isNamed = try Repository.text("docs/fidelity/\(page)").firstMatch(of: names) != nil
      for row in try FidelityRow.all(of: page) {
        #expect(
          page == "switches.md" || row.text.firstMatch(of: Self.sure) != nil,
          "\(page): \(row.text)")
        guard !row.cells.isEmpty else { continue }
        // An empty cell, and no column, mean the tests that the page names.
        let test = row.cells["test"] ?? ""
        #expect(test.contains("`") || test.isEmpty && isNamed, "\(page): \(row.text)")
        for name in test.matches(of: #/`(\w+Tests)`/#) {
          #expect(suites.contains(String(name.1)), "\(page): there is no \(name.1)")
        }
      }
    }
  }
}
