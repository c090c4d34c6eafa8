import EmuTestTools
import Testing

@Suite struct `Front pages` {
  private static func pages() throws -> [(module: String, text: String?)] {
    try SourceFile.folders(in: "Sources").map { module in
      (module, try? Repository.text("Sources/\(module)/\(module).docc/\(module).md"))
    }
  }

  @Test func `front pages name each module's responsibility and start`() throws {
    for (module, text) in try Self.pages() {
      // An empty target needs no page, and the entry is one file.
      let names = try SourceFile.all(below: "Sources/\(module)").map(\.name)
      guard names.contains(where: { !["Placeholder.swift", "Main.swift"].contains($0) }) else {
        continue
      }
      #expect(text != nil, "\(module) has no front page at \(module).docc/\(module).md")
      let words = text?.lowercased().replacing("\n", with: " ") ?? ""
      for phrase in ["owns", "does not own", "start reading at", "depends on"] {
        #expect(words.contains(phrase), "\(module).md does not say: \(phrase)")
      }
    }
  }

  @Test func `front pages name every module that is imported, and no other`() throws {
    for (module, text) in try Self.pages() {
      guard
        let dependencies = text?.replacing("\n", with: " ").firstMatch(
          of: #/(?i)depends on\**:?\**\s*(.*?)(?:\s{2,}|$)/#)
      else { continue }
      let imported = Set(
        try SourceFile.all(below: "Sources/\(module)").flatMap(\.imports)
          .filter { $0.hasPrefix("Emu") })
      for name in imported {
        #expect(dependencies.1.contains(name), "\(module).md does not name \(name)")
      }
      for name in dependencies.1.matches(of: #/\bEmu\w+/#).map({ String($0.0) }) {
        #expect(imported.contains(name), "\(module).md names \(name), which it does not import")
      }
    }
  }
}
