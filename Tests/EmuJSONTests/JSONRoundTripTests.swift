import EmuTestTools
import Testing

@testable import EmuJSON

extension SeededGenerator {
  fileprivate mutating func string() -> String {
    let limits: [UInt32] = [0x20, 0x7F, 0x7FF, 0xFFFF, 0x10FFFF]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...40, using: &self) {
      let limit = limits.randomElement(using: &self) ?? 0x7F
      if let scalar = Unicode.Scalar(UInt32.random(in: 0...limit, using: &self)) {
        text.append(scalar)
      }
    }
    return String(text)
  }

  fileprivate mutating func tree(depth: Int) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2: return .int(Int64(truncatingIfNeeded: next()))
    case 3: return .int(Int64.random(in: -100...100, using: &self))
    case 4:
      let value = Double(bitPattern: next())
      // Small integral values would come back as integers.
      return value.isFinite && abs(value) > 1e-300 && (abs(value) < 0.9 || abs(value) > 0x1p60)
        ? .double(value) : .double(0.1)
    case 5: return .string(string())
    case 6:
      return .array((0..<Int.random(in: 0...6, using: &self)).map { _ in tree(depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0...30, using: &self) {
        object[string()] = tree(depth: depth - 1)
      }
      return .object(object)
    }
  }
}

@Suite struct `JSON round trips` {
  @Test(arguments: [
    #"null"#, #"true"#, #"false"#, #"0"#, #"-1"#, #""""#, #"[]"#, #"{}"#, #"1.5"#, #"1e+100"#,
    #"9223372036854775807"#, #"-9223372036854775808"#, #"9007199254740993"#, #"-0"#, #"5e-324"#,
    #"{"b":[1,2,{"a":null}],"a":"x"}"#, #""é€😀""#, #""\"\\\n\r\t\b\f\u0000\u001f/<>""#,
    "\"\u{2028}\u{2029}\u{7F}</script>&'\"", #"1.7976931348623157e+308"#, #"0.1"#, #"1e-05"#,
    #"12345678901234567890"#, #"-98765432109876543210.5"#, #"0.10000000000000000555"#,
    "{\"a\u{301}\u{323}\":1,\"a\u{323}\u{301}\":2}",
  ]) func `compact JSON is written as it was read`(text: String) throws {
    #expect(try JSON(parsing: text).serialized() == text)
  }

  @Test(arguments: 0..<200)
  func `random trees of JSON survive writing and reading`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let tree = generator.tree(depth: 4)
    #expect(try JSON(parsing: tree.serialized()) == tree)
    #expect(try JSON(parsing: tree.serialized(pretty: true)) == tree)
    #expect(try JSON(parsing: tree.serialized(pretty: true, sortedKeys: true)) == tree)
    #expect(try JSON(parsing: tree.serialized(), options: .relaxed) == tree)
    #expect(try JSONDecoding.decode(JSON.self, from: JSONEncoding.encode(tree)) == tree)
  }

  @Test(arguments: 0..<100) func `damaged JSON is rejected or read but never traps`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var text = generator.tree(depth: 3).serializedBytes()
    for _ in 0..<100 {
      let place = Int.random(in: 0..<text.count, using: &generator)
      text[place] = UInt8.random(in: 0...255, using: &generator)
      _ = try? JSON(parsing: text)
      _ = try? JSON(parsing: Array(text.prefix(place)), options: .relaxed)
    }
  }

  @Test func `pretty JSON has two spaces a level`() {
    let tree: JSON = ["b": [1, [:], []], "a": ["c": nil]]
    #expect(
      tree.serialized(pretty: true, sortedKeys: true) == """
        {
          "a": {
            "c": null
          },
          "b": [
            1,
            {},
            []
          ]
        }
        """)
  }

  @Test func `non-finite numbers become null in JSON`() {
    #expect(JSON.array([.double(.nan), .double(-.infinity)]).serialized() == "[null,null]")
  }
}

@Suite struct `JSON trees` {
  @Test func `members of JSON are set, replaced and removed in place`() {
    var object: JSONObject = ["a": 1, "b": 2, "c": 3]
    object["b"] = nil
    object["a"] = "x"
    object["d"] = true
    object["none"] = nil
    #expect(object.keys == ["a", "c", "d"])
    for number in 0..<40 { object["k\(number)"] = .int(Int64(number)) }
    object["a"] = nil
    #expect(object["k39"] == 39 && object["a"] == nil && object["c"] == 3)
    #expect(object.count == 42)
  }

  @Test func `the order of JSON members does not matter to equality`() {
    let (left, right): (JSON, JSON) = (["a": 1, "b": [2]], ["b": [2], "a": 1])
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(left != ["a": 1, "b": [3]])
    #expect(left != ["a": 1])
  }

  @Test func `JSON accessors return only values of their own kind`() {
    let tree: JSON = ["s": "x", "i": 5, "d": 5.0, "h": 0.5, "b": true, "a": [1, 2], "n": nil]
    #expect(tree["s"]?.string == "x" && tree["s"]?.int == nil)
    #expect(tree["i"]?.int == 5 && tree["i"]?.double == 5)
    #expect(tree["d"]?.int == 5 && tree["h"]?.int == nil)
    #expect(tree["b"]?.bool == true && tree["i"]?.bool == nil)
    #expect(tree["a"]?[1] == 2 && tree["a"]?[2] == nil && tree["a"]?[-1] == nil)
    #expect(tree["n"]?.isNull == true && tree["z"] == nil && tree["a"]?["x"] == nil)
  }
}
