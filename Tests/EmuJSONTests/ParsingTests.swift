import Testing

@testable import EmuJSON

@Suite struct `JSON parsing` {
  @Test(
    arguments: [
      ("null", nil), (" true ", true), ("\t\r\nfalse\n", false), ("0", 0), ("-1", -1),
      ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
      ("9223372036854775808", .literal("9223372036854775808")),
      ("9007199254740993", 9_007_199_254_740_993),
      ("1.5", 1.5), ("1e2", 100), ("1E+2", 100), ("10e-1", 1), ("1.0", 1), ("-0", .double(-0.0)),
      ("1e-400", 0), ("123456789012345678901234567890", .literal("123456789012345678901234567890")),
      ("0.99999999999999999999", .literal("0.99999999999999999999")),
      ("9007199254740993.0", .literal("9007199254740993.0")), ("1.0000000000000000000", 1),
      ("1e22", .double(1e22)), ("4.9e-324", .literal("4.9e-324")), ("0.1", .double(0.1)),
      ("0.30000000000000004", .double(0.30000000000000004)),
      (#""""#, ""), (#""a/b\/""#, "a/b/"), (#""\"\\\b\f\n\r\t""#, "\"\\\u{8}\u{C}\n\r\t"),
      (#""\u0000\u00e9\uD83D\uDE00\uFFFF""#, "\u{0}é😀\u{FFFF}"),
      ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"), ("[]", []), ("[ ]", []), ("[1 , [2]]", [1, [2]]),
      ("{}", [:]), ("{ }", [:]), (#"{"a" : {"b":[{}]} , "":0}"#, ["a": ["b": [[:]]], "": 0]),
    ] as [(String, JSON)]) func `JSON parsing accepts valid JSON`(text: String, value: JSON) throws
  { #expect(try JSON(parsing: text) == value) }

  @Test(
    arguments: [
      ("", 0, .unexpectedEnd), ("  ", 2, .unexpectedEnd), ("nul", 0, .syntax), ("True", 0, .syntax),
      ("truex", 4, .trailingContent), ("1 2", 2, .trailingContent), ("[]]", 2, .trailingContent),
      ("01", 0, .syntax), ("-01", 0, .syntax), ("-", 1, .unexpectedEnd), ("+1", 0, .syntax),
      (".5", 0, .syntax), ("5.", 2, .unexpectedEnd), ("5.e1", 2, .syntax),
      ("1e", 2, .unexpectedEnd),
      ("1e+", 3, .unexpectedEnd), ("1ex", 2, .syntax), ("0x1", 1, .trailingContent),
      ("-x", 1, .syntax), ("NaN", 0, .syntax), ("Infinity", 0, .syntax), ("-Infinity", 1, .syntax),
      ("\"", 0, .unexpectedEnd), ("\"a", 0, .unexpectedEnd), ("\"a\nb\"", 2, .syntax),
      ("\"\u{0}\"", 1, .syntax), ("\"0123456789abcdef\u{1F}0123456789abcdef\"", 17, .syntax),
      (#""\x""#, 1, .syntax), (#""\"#, 2, .unexpectedEnd), (#""\u12"#, 5, .unexpectedEnd),
      (#""\u12G4""#, 5, .syntax), (#""\n"#, 0, .unexpectedEnd), ("\"\\n\u{1}\"", 3, .syntax),
      (#""\ud800""#, 1, .invalidUnicode), (#""\udc00""#, 1, .invalidUnicode),
      (#""\ud800\u0041""#, 1, .invalidUnicode), (#""\ud800\ud800""#, 1, .invalidUnicode),
      (#""\ud800\n""#, 1, .invalidUnicode), ("'a'", 0, .syntax), ("[", 1, .unexpectedEnd),
      ("[1", 2, .unexpectedEnd), ("[1,]", 3, .syntax), ("[,1]", 1, .syntax), ("[1 2]", 3, .syntax),
      ("[1}", 2, .syntax), ("{", 1, .unexpectedEnd), (#"{"a""#, 4, .unexpectedEnd),
      (#"{"a":"#, 5, .unexpectedEnd), (#"{"a":1"#, 6, .unexpectedEnd), (#"{"a":1,}"#, 7, .syntax),
      (#"{"a" 1}"#, 5, .syntax), ("{a:1}", 1, .syntax), ("{1:1}", 1, .syntax),
      (#"{"a":1 "b":2}"#, 7, .syntax), ("/* */ 1", 0, .syntax), ("1 // x", 2, .trailingContent),
      ("\u{FEFF}1", 0, .syntax), ("\u{A0}1", 0, .syntax), ("\u{B}1", 0, .syntax),
      ("1e400", 0, .outOfRange), ("[-1e400]", 1, .outOfRange),
      (String(repeating: "9", count: 309), 0, .outOfRange),
    ] as [(String, Int, JSONError.Code)])
  func `JSON parsing locates what is invalid`(text: String, offset: Int, code: JSONError.Code) {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
    #expect(error?.offset == offset)
    #expect(error?.code == code)
  }

  @Test(
    arguments: [
      ("{", "Unexpected end of string. Expected an object key or }.\n\n^"),
      ("", "Unexpected end of string. Expected a value.\n\n^"),
      ("[1", "Unexpected end of string. Expected , or ] after array value.\n\n^"),
      ("[1 2]", "Expected , or ] after array value.\n[1 2]\n   ^"),
      (#"{"a""#, "Unexpected end of string. Expected : between key:value pair.\n\n^"),
      (#"{"a" 1}"#, "Expected : between key:value pair.\n{\"a\" 1}\n     ^"),
      (#"{"a":1 "b":2}"#, "Expected , or } after key:value pair.\n{\"a\":1 \"b\":2}\n       ^"),
      ("{1:1}", "Expected an object key or }.\n{1:1}\n ^"),
      ("hello", "Unexpected token.\nhello\n^"), ("[nope]", "Unexpected token.\n[nope]\n ^"),
      ("[<a>]", "Expected a value.\n<a>]\n^"), (#"{"a"#, "Closing quote expected in string.\n\n^"),
      ("{}x", "Parsing terminated before end of input.\n{}x\n  ^"),
      (
        "[" + String(repeating: "1,", count: 20) + "x" + String(repeating: ",2", count: 20) + "]",
        "Unexpected token.\n1,1,1,1,1,1,1,1,1,1,x,2,2,2,2,2,2,2,2,2,\n                    ^"
      ),
    ]) func `JSON parsing has the words of Google's front end`(text: String, words: String)
  {
    let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
    #expect(error?.frontEndText == words)
  }

  @Test(arguments: [
    [0xFF], [0x80], [0xC3], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80],
    [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98], [0xF8, 0x88, 0x80, 0x80, 0x80],
  ]) func `JSON parsing rejects bytes that are not UTF-8`(bytes: [UInt8]) {
    for prefix in ["", "é", "0123456789abcdef0", #"\n"#] {
      let text = Array("[\"\(prefix)".utf8) + bytes + Array("\"]".utf8)
      let error = #expect(throws: JSONError.self) { try JSON(parsing: text) }
      #expect(error?.code == .invalidUnicode)
      if prefix != #"\n"# { #expect(error?.offset == 2 + prefix.utf8.count) }
    }
    #expect(throws: JSONError.self) { try JSON(parsing: bytes) }
    #expect(throws: JSONError.self) {
      try JSON(parsing: Array("{\"".utf8) + bytes + Array("\":1}".utf8))
    }
  }

  @Test func `line and column point at the failure`() {
    let error = #expect(throws: JSONError.self) {
      try JSON(parsing: "{\n  \"a\": 1\n  \"b\": 2\n}")
    }
    #expect(error?.description == "line 3, column 3: a comma or } must follow the member, not \"")
  }

  @Test func `a repeated key keeps its first position and last value`() throws {
    #expect(try JSON(parsing: #"{"a":1,"b":2,"a":3}"#).serialized() == #"{"a":3,"b":2}"#)
    let many = (0..<100).map { #""k\#($0 % 50)":\#($0)"# }.joined(separator: ",")
    let object = try #require(JSON(parsing: "{\(many)}").object)
    #expect(object.count == 50)
    #expect(object["k0"] == 50 && object["k49"] == 99 && object["k50"] == nil)
  }

  @Test func `the depth limit applies to arrays and objects`() throws {
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      func nested(_ depth: Int) -> String {
        String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
      }
      #expect(throws: Never.self) { try JSON(parsing: nested(64)) }
      let error = #expect(throws: JSONError.self) { try JSON(parsing: nested(65)) }
      #expect(error?.code == .tooDeep)
      let shallow = JSONParsingOptions(maximumDepth: 2)
      #expect(throws: JSONError.self) { try JSON(parsing: nested(3), options: shallow) }
    }
    for (text, options) in [
      ("[", .strict), ("[", .relaxed), (#"[{"":"#, .strict), (#"[{"":"#, .relaxed),
    ] as [(String, JSONParsingOptions)] {
      let deep = String(repeating: text, count: 1_000_000)
      let error = #expect(throws: JSONError.self) { try JSON(parsing: deep, options: options) }
      #expect(error?.code == .tooDeep)
    }
  }

  @Test(arguments: ["[1,2,3]", #"{"a":1,"b":2,"c":3}"#, #"[[[""]]]"#, #"{"a":[{},{}]}"#])
  func `the number of values in a document of JSON has a limit`(_ text: String) {
    #expect(throws: Never.self) {
      try JSON(parsing: text, options: JSONParsingOptions(maximumCount: 4))
    }
    let error = #expect(throws: JSONError.self) {
      try JSON(parsing: text, options: JSONParsingOptions(maximumCount: 3))
    }
    #expect(error?.code == .tooLarge)
    #expect(JSONParsingOptions.relaxed.maximumCount == 2_000_000)
  }

  @Test(arguments: ["[1,,2]", "/ 1", "1 /", "{a 1}", ".", "\"a\nb\""])
  func `a relaxed document still has a grammar`(text: String) {
    #expect(throws: JSONError.self) { try JSON(parsing: text, options: .relaxed) }
  }

  @Test(.timeLimit(.minutes(10)))
  func `ten megabytes of any shape are read in bounded time`() throws {
    let size = 10_000_000
    let string = "\"" + String(repeating: "a", count: size) + "\""
    #expect(try JSON(parsing: string).string?.utf8.count == size)
    let escapes = "\"" + String(repeating: #"\n"#, count: size / 2) + "\""
    #expect(try JSON(parsing: escapes).string?.utf8.count == size / 2)
    let zeros = "[" + String(repeating: "0,", count: size / 2) + "0]"
    let unlimited = JSONParsingOptions(maximumCount: .max)
    #expect(try JSON(parsing: zeros, options: unlimited).array?.count == size / 2 + 1)
    let digits = String(repeating: "7", count: size)
    #expect(throws: JSONError.self) { try JSON(parsing: digits) }
    let fraction = "0." + String(repeating: "3", count: size)
    #expect(try JSON(parsing: fraction).double == 1.0 / 3)
    let members = (0..<500_000).map { #""member\#($0)":0"# }.joined(separator: ",")
    #expect(try JSON(parsing: "{\(members)}").object?.count == 500_000)
    #expect(throws: JSONError.self) { try JSON(parsing: String(repeating: " ", count: size)) }
  }
}

@Suite struct `JSON string scanning` {
  @Test(arguments: [UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x00, 0x1F])
  func `the first special byte is found at any position`(special: UInt8) {
    for length in 0..<40 {
      for filler in [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F, 0x80, 0xFF] as [UInt8] {
        let plain = ContiguousArray(repeating: filler, count: length)
        for after in [[], [0x00, 0x22, 0x5C, 0x1F, 0xFF, 0x21, 0x5D, 0x80]]
          as [ContiguousArray<UInt8>]
        {
          let bytes = plain + [special] + after
          let run = StringScan.run(in: bytes.span, from: 0, quote: UInt8(ascii: "\""))
          #expect(run.end == length)
          #expect(run.isASCII == (length == 0 || filler < 0x80))
        }
        let run = StringScan.run(in: plain.span, from: 0, quote: UInt8(ascii: "\""))
        #expect(run.end == length)
      }
    }
  }
}
