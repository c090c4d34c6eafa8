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

  @Test func `docs/api-support.md lists every operation that is served, with a test`() async throws
  {
    let page = try Repository.text(Self.page)
    let start = try #require(page.range(of: Self.begin))
    let stop = try #require(page.range(of: Self.end))
    let written = String(page[start.upperBound..<stop.lowerBound])
    let tests = try TestFiles()
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
