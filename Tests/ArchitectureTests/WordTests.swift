import Testing

/// Checks the words of docs/STYLE.md in pages and in texts that users read.
@Suite struct `Words` {
  // A regular expression is parsed at each evaluation of its literal, and never changes.

  /// Private words without a legitimate use in a page or a message.
  nonisolated(unsafe) private static let privateWords =
    #/\b(?:hears?|heard|tells?|told|believes?|believed|wants?|wanted|weighs?|weighed|wish(?:es)?|anew|is none of|must stand)\b/#
    .ignoresCase()
  nonisolated(unsafe) private static let quotes = #/"((?:[^"\\]|\\.)*)"/#
  nonisolated(unsafe) private static let interpolation = #/\\\([^)]*\)/#

  private static func privateWord(in text: String) -> String? {
    unsafe text.firstMatch(of: privateWords).map { String($0.0) }
  }

  /// Returns the lines of a page without its code, numbered from 1.
  private static func prose(of page: TextFile) -> [(number: Int, text: String)] {
    let code = #/`[^`]*`/#
    var isCode = false
    return page.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { offset, line in
        if line.hasPrefix("```") { isCode.toggle() }
        return isCode ? nil : (offset + 1, String(line).replacing(code, with: ""))
      }
  }

  /// Returns the texts in quotes of a line; records the start or end of a text over several lines.
  private static func texts(in line: String, _ isInside: inout Bool) -> [String] {
    guard line.ranges(of: "\"\"\"").count % 2 == 0 else {
      isInside.toggle()
      return []
    }
    let found = unsafe isInside ? [line] : line.matches(of: quotes).map { String($0.1) }
    return found.map { unsafe $0.replacing(interpolation, with: "") }
  }

  private static func pages() throws -> [TextFile] {
    try TextFile.all().filter {
      $0.isPage && !$0.path.hasPrefix("Tests/") && $0.path != "docs/STYLE.md"
    }
  }

  @Test func `words of pages are the field's`() throws {
    let pages = try Self.pages()
    #expect(pages.count > 40)
    for page in pages {
      for line in Self.prose(of: page) {
        let word = Self.privateWord(in: line.text)
        #expect(word == nil, "\(page.path):\(line.number) has \"\(word ?? "")\"; see docs/STYLE.md")
      }
    }
  }

  @Test func `words of messages are the field's`() throws {
    var count = 0
    for file in try SourceFile.all(below: "Sources") {
      var isInside = false
      for line in file.code {
        // A text without a space is a wire name.
        for text in Self.texts(in: line.text, &isInside) where text.contains(" ") {
          count += 1
          let word = Self.privateWord(in: text)
          #expect(
            word == nil, "\(file.path):\(line.number) has \"\(word ?? "")\"; see docs/STYLE.md")
        }
      }
    }
    #expect(count > 1000, "the texts were not found")
  }

  @Test(arguments: [
    (#"throw x("The client is told \(count) things.")"#, "told"),
    (#"let text = "It wants a code""#, "wants"), (#"print("Every person returns")"#, nil),
    (#"because: "the code \(told.code) is unknown""#, nil), (#"told(context, "a b")"#, nil),
  ]) func `words are found in texts only`(_ line: String, _ word: String?) {
    var isInside = false
    let found = Self.texts(in: line, &isInside).compactMap(Self.privateWord(in:)).first
    #expect(found == word)
  }

  @Test func `words are in short paragraphs`() throws {
    for page in try Self.pages() {
      for line in Self.prose(of: page) where !line.text.hasPrefix("|") {
        #expect(
          line.text.count <= 600,
          "\(page.path):\(line.number) has \(line.text.count) characters; make a list of it")
      }
    }
  }
}
