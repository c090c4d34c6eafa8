import EmuSQLite
import Testing

@Suite struct `Lists of texts in a column` {
  private static let lists: [[String?]] = [
    [], [nil], [""], ["a"], ["-"], ["3:Ann"], [nil, nil], ["", nil, ""], ["naïve 🦆", "e\u{301}"],
    ["before\0after", "two\nlines"], ["123456789", "1234567890", nil, "12"],
    [String(repeating: "long ", count: 10_000), "short"],
  ]

  @Test(arguments: lists)
  func `a list of texts in a column is read unchanged`(_ list: [String?]) throws {
    var text: [UInt8] = []
    for value in list { TextList.append(value, to: &text) }
    #expect(try read(String(decoding: text, as: UTF8.self)) == list)
  }

  @Test(
    arguments: [("", []), ("3:Ann-0:", ["Ann", nil, ""]), ("2:é", ["é"])] as [(String, [String?])])
  func `a list of texts is each length in bytes, a colon and the text`(
    _ text: String, _ list: [String?]
  ) throws { #expect(try read(text) == list) }

  @Test(arguments: [
    "x", "3", "3:", "3:An", ":", ":Ann", "-3", "3-Ann", "3:Ann,", "1:é", " 1:a", "+1:a",
    "99999999999:a", "9223372036854775807:a", "99999999999999999999:a",
  ]) func `a text that is not a list of texts is rejected`(_ text: String) throws {
    #expect(try read(text) == nil)
  }

  private func read(_ text: String) throws -> [String?]? {
    try withDatabase { database in
      try database.read { connection in
        try connection.first("SELECT ?", values: [.text(text)]) { $0.textList(0, expected: 2) }
          ?? nil
      }
    }
  }
}
