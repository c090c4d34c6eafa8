import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

/// `RECORD_GOLDENS=1 swift test --filter APISupport` rewrites the page.
@Suite struct `docs/api-support.md` {
  private static let page = "docs/api-support.md"
  private static let begin = "<!-- generated from the route table: see CONTRIBUTING -->\n"
  private static let end = "<!-- end of what is generated -->\n"

  @Test
  func `docs/api-support.md lists every operation that is served, with the test that pins it`()
    async throws
  {
    let tests = try TestFiles()
    var text = ""
    let operations = try await ServedOperation.all(try TestEmulator())
    for section in ServedOperation.Section.allCases {
      text += "\n## \(section.rawValue)\n| method | state | notes | test |\n|---|---|---|---|\n"
      for operation in operations where operation.section == section {
        text += try Self.row(operation, tests)
      }
    }

    let page = try Repository.text(Self.page)
    let start = try #require(page.range(of: Self.begin))
    let stop = try #require(page.range(of: Self.end))
    let written = String(page[start.upperBound..<stop.lowerBound])
    guard written != text + "\n" else { return }
    if Repository.isRecording {
      try Repository.write(
        page[..<start.upperBound] + text + "\n" + page[stop.lowerBound...], to: Self.page)
    }
    Issue.record("\(Self.page) is stale: RECORD_GOLDENS=1 swift test --filter APISupport")
  }

  private static func row(_ operation: ServedOperation, _ tests: TestFiles) throws -> String {
    let note = SupportNote.of(operation.name)
    let test = try #require(
      note.test ?? tests.pinning(operation.name), "no test names \(operation.name)")
    #expect(tests.contains(test), "\(operation.name) is said to be pinned by \(test)")
    let lines = operation.lines.map { "`\($0)`" }.joined(separator: "<br>")
    return "| \(lines) | \(note.state.rawValue) | \(note.text) | `\(test)` |\n"
  }
}
