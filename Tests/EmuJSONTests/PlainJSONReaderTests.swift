import EmuJSON
import Testing

@Suite struct `JSON without a tree` {
  private static let names = JSONNames(["a", "bc", "cb", "emailVerified", "email"])

  private static func reader(_ text: String) -> PlainJSONReader {
    let bytes = ContiguousArray(text.utf8)
    return PlainJSONReader(bytes, 0..<bytes.count)
  }

  @Test func `a reader without a tree reads generated JSON`() {
    var reader = Self.reader(
      #" { "a" : "x", "bc":"naïve 🦆","cb":17, "email":true ,"emailVerified":{"k":[1]}} "#)
    var isRead = reader.skip(UInt8(ascii: "{"))
    isRead = isRead && reader.key(of: Self.names) == 0 && reader.text() == "x"
    isRead = isRead && reader.skip(UInt8(ascii: ","))
    isRead = isRead && reader.key(of: Self.names) == 1 && reader.text() == "naïve 🦆"
    isRead = isRead && reader.skip(UInt8(ascii: ","))
    isRead = isRead && reader.key(of: Self.names) == 2 && reader.integer() == 17
    isRead = isRead && reader.skip(UInt8(ascii: ","))
    isRead = isRead && reader.key(of: Self.names) == 4 && reader.bool() == true
    isRead = isRead && reader.skip(UInt8(ascii: ","))
    isRead = isRead && reader.key(of: Self.names) == 3 && reader.tree(depth: 1) == ["k": [1]]
    isRead = isRead && reader.skip(UInt8(ascii: "}")) && reader.isAtEnd()
    #expect(isRead)
  }

  @Test(arguments: [
    #""a\n""#, "\"a\nb\"", #""open"#, "'a'", "7", "null", "", "true", "\"\u{1}\"",
  ]) func `a reader without a tree skips other strings`(_ text: String) {
    var reader = Self.reader(text)
    let value = reader.text()
    #expect(value == nil)
  }

  @Test func `a reader without a tree rejects bytes that are not UTF-8`() {
    let bytes: ContiguousArray<UInt8> = [0x22, 0xC3, 0x28, 0x22]
    var reader = PlainJSONReader(bytes, 0..<4)
    let value = reader.text()
    #expect(value == nil)
  }

  @Test(arguments: [
    "1", "-1,", "01,", "1.0,", "1e3,", "1234567890123456789,", "+1,", "0x1,", ",", "1a,", #""1","#,
  ]) func `a reader without a tree skips other numbers`(_ text: String) {
    var reader = Self.reader(text)
    let value = reader.integer()
    #expect(value == nil)
  }

  @Test(arguments: [
    ("0,", 0), ("123456789012345678 ", 123_456_789_012_345_678), ("5}", 5), ("5]", 5),
  ])
  func `a reader without a tree reads whole numbers`(_ text: String, _ number: Int64) {
    var reader = Self.reader(text)
    let value = reader.integer()
    #expect(value == number)
  }

  @Test func `a reader without a tree reads nothing after its range`() {
    let bytes = ContiguousArray(#"{"a":"b"}"#.utf8)
    for end in 0..<bytes.count {
      var reader = PlainJSONReader(bytes, 0..<end)
      let isWhole =
        reader.skip(UInt8(ascii: "{")) && reader.key(of: Self.names) != nil && reader.text() != nil
        && reader.skip(UInt8(ascii: "}"))
      #expect(!isWhole)
    }
    var reader = PlainJSONReader(ContiguousArray("[1,2]".utf8), 0..<4)
    let value = reader.tree(depth: 0)
    #expect(value == nil)
  }

  @Test(arguments: [#""b":1"#, #""":1"#, #""emaiL":1"#, #""a" 1"#, "a:1", #""\u0061":1"#])
  func `a reader without a tree skips other keys`(_ text: String) {
    var reader = Self.reader(text)
    let value = reader.key(of: Self.names)
    #expect(value == nil)
  }

  @Test func `a byte is found at any position`() {
    for count in 0..<40 {
      var bytes = ContiguousArray(repeating: 0x8A as UInt8, count: count)
      #expect(bytes.firstIndex(of: 0x0A, from: 0) == nil)
      for place in bytes.indices {
        bytes[place] = 0x0A
        for start in 0...place { #expect(bytes.firstIndex(of: 0x0A, from: start) == place) }
        #expect(bytes.firstIndex(of: 0x0A, from: place + 1) == nil)
        bytes[place] = 0x09
      }
    }
  }
}
