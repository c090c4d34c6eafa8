import Foundation
import Testing

@Suite struct `server codes` {
  @Test func `server codes have a message each with the next step`() throws {
    let files = try SourceFile.all(below: "Sources/EmuAPI")
    let table = try #require(
      SourceFile.all(below: "Sources/EmuModel").first { $0.name == "RefusalReason.swift" }
    ).text
    let written = Set(table.matches(of: /^    "([A-Z_]+)":/.anchorsMatchLineEndings()).map(\.1))
    var thrown: Set<Substring> = []
    for file in files {
      thrown.formUnion(file.text.matches(of: /APIError\(\s*"([A-Z][A-Z_]+)"/).map(\.1))
    }
    for file in try SourceFile.all(below: "Sources/EmuModel/Config") {
      thrown.formUnion(file.text.matches(of: /"(INVALID_[A-Z_]+)"/).map(\.1))
    }
    #expect(thrown.count > 100)
    #expect(thrown.subtracting(written).sorted() == [])
    #expect(written.subtracting(thrown).sorted() == [])
  }
}
