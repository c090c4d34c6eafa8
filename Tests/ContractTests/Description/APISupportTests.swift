import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

/// `RECORD_GOLDENS=1 swift test --filter APISupport` adds the rows of new operations and removes
/// others. State, notes and test of a row are written in the page.
@Suite struct `docs/api-support.md` {
  private static let page = "docs/api-support.md"
  private static let begin = "<!-- generated from the route table: see CONTRIBUTING -->\n"
  private static let end = "<!-- end of what is generated -->\n"

  @Test func `docs/api-support.md lists every served operation, with a test`() async throws {
    let page = try Repository.text(Self.page)
    let start = try #require(page.range(of: Self.begin))
    let stop = try #require(page.range(of: Self.end))
    let written = String(page[start.upperBound..<stop.lowerBound])
    let tests = try testNames()
    var text = ""
    let operations = try await ServedOperation.all(try TestEmulator())
    for section in ServedOperation.Section.allCases {
      text += "\n## \(section.rawValue)\n| method | state | notes | test |\n|---|---|---|---|\n"
      for operation in operations where operation.section == section {
        let lines = operation.lines.map { "`\($0)`" }
        let row = written.split(separator: "\n").first { $0.hasPrefix("| \(lines[0])") }
        let cells = row?.dropLast(2).components(separatedBy: " | ") ?? ["", "whole", "", "``"]
        #expect(cells.count == 4 && ["whole", "part"].contains(cells[1]), "\(operation.name)")
        let test = (cells.last ?? "").replacing("`", with: "")
        #expect(tests.contains(test), "\(operation.name) is said to be pinned by \(test)")
        text +=
          "| \(([lines.joined(separator: "<br>")] + cells[1...]).joined(separator: " | ")) |\n"
      }
    }
    guard written != text + "\n" else { return }
    if Repository.isRecording {
      try Repository.write(
        page[..<start.upperBound] + text + "\n" + page[stop.lowerBound...], to: Self.page)
    }
    Issue.record("\(Self.page) is stale: RECORD_GOLDENS=1 swift test --filter APISupport")
  }
}

struct ServedOperation {
  var name: String
  var tag: String
  /// Methods and paths without the host, such as `POST /v1/accounts:signUp`.
  var lines: [String]
  var acceptsAPIKey: Bool

  static func all(_ emulator: TestEmulator) async throws -> [ServedOperation] {
    var operations: [ServedOperation] = []
    for (method, path, operation) in try await emulator.description().describedLines {
      let name = try #require(operation["summary"]?.string)
      let line = "\(method.rawValue) \(withoutHost(path))"
      if let known = operations.firstIndex(where: { $0.name == name }) {
        if !operations[known].lines.contains(line) { operations[known].lines.append(line) }
        continue
      }
      operations.append(
        ServedOperation(
          name: name, tag: operation["tags"]?[0]?.string ?? "", lines: [line],
          acceptsAPIKey: operation["security"]?[0]?["apiKey"] != nil))
    }
    return operations
  }

  private static func withoutHost(_ path: String) -> String {
    let hosts = ["/identitytoolkit.googleapis.com", "/www.googleapis.com"]
    return hosts.first { path.hasPrefix($0 + "/") }.map { String(path.dropFirst($0.count)) } ?? path
  }

  var section: Section {
    switch tag {
    case "control": .control
    case "issuers": .issuers
    case "official emulator": .official
    default:
      lines[0].contains("/relyingparty/") ? .legacy : acceptsAPIKey || isPublic ? .clients : .admin
    }
  }

  private var isPublic: Bool {
    !lines[0].contains("/projects/") && !lines[0].contains("/v2/default")
  }

  enum Section: String, CaseIterable {
    case clients = "Clients"
    case admin = "Administrators"
    case legacy = "Of v3 alone"
    case official = "The official emulator's own"
    case control = "Control"
    case issuers = "Issuers"
  }
}

/// The base names of the repository's tests.
func testNames() throws -> Set<String> {
  let swift = try Repository.files(in: "Tests", ending: "Tests.swift")
  let python = try Repository.files(in: "Tests/Clients", ending: ".py")
  return Set(
    (swift + python).map { URL(filePath: $0).lastPathComponent.replacing(".swift", with: "") })
}
