import Testing

@testable import EmuJSON

private struct Answer: Codable, Equatable {
  var idToken: String?
  var email: String?
  var expiresIn: Int64?
  var isNewUser: Bool?
  var count: Int?
  var ratio: Double?
  var users: [User]?
  var labels: [String: String]?
  var tree: JSON?
}

private struct User: Codable, Equatable {
  var localId: String
  var tags: [String?] = []
  var grid: [[Int]] = []
}

private struct Empty: Codable {}

private class Base: Codable { var base = 1 }

private final class Derived: Base {
  var derived = 2
  private enum CodingKeys: String, CodingKey { case derived }
  override init() { super.init() }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    derived = try container.decode(Int.self, forKey: .derived)
    try super.init(from: container.superDecoder())
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(derived, forKey: .derived)
    try super.encode(to: container.superEncoder())
  }
}

private func encode(_ value: some Encodable) throws -> String {
  String(decoding: try JSONEncoding.encode(value), as: UTF8.self)
}

@Suite struct `JSON encoding` {
  @Test func `every kind of field is written in order`() throws {
    let answer = Answer(
      idToken: "t\"", expiresIn: 3600, isNewUser: false, count: -5, ratio: 0.5,
      users: [
        User(localId: "a", tags: ["x", nil], grid: [[1], [], [2, 3]]), User(localId: "b"),
      ], labels: ["k": "v"], tree: ["z": [1, nil], "a": true])
    #expect(
      try encode(answer) == #"""
        {"idToken":"t\"","expiresIn":3600,"isNewUser":false,"count":-5,"ratio":0.5,\#
        "users":[{"localId":"a","tags":["x",null],"grid":[[1],[],[2,3]]},\#
        {"localId":"b","tags":[],"grid":[]}],"labels":{"k":"v"},\#
        "tree":{"z":[1,null],"a":true}}
        """#)
  }

  @Test func `encoded values decode to the same`() throws {
    let answer = Answer(
      idToken: "\u{0}😀", expiresIn: -1, count: .max, ratio: 1e-7,
      users: [User(localId: "", tags: [nil, "\n"])], labels: ["": "", "a\"": "b"],
      tree: [[:], "x"])
    let back = try JSONDecoding.decode(Answer.self, from: JSONEncoding.encode(answer))
    #expect(back == answer)
  }

  @Test func `scalars and arrays are valid JSON documents`() throws {
    #expect(try encode("a") == #""a""#)
    #expect(try encode([1, 2]) == "[1,2]")
    #expect(try encode(Int?.none) == "null")
    #expect(try encode([Int]()) == "[]")
    #expect(try encode(UInt64.max) == "18446744073709551615")
  }

  @Test func `a type without members is an empty object`() throws {
    #expect(try encode(Empty()) == "{}")
    #expect(try encode([Empty(), Empty()]) == "[{},{}]")
  }

  @Test func `a superclass shares the object`() throws {
    #expect(try encode(Derived()) == #"{"derived":2,"base":1}"#)
    let text = #"{"derived":7,"base":8}"#
    let (value, unknown) = try JSONDecoding.decodeReportingUnknownFields(
      Derived.self, from: JSON(parsing: text))
    #expect(value.derived == 7 && value.base == 8 && unknown.isEmpty)
  }

  @Test func `a non-finite number is null`() throws {
    #expect(try encode([Double.nan, .infinity, -.infinity]) == "[null,null,null]")
  }

  @Test func `the tree of a value equals its parsed text`() throws {
    #expect(
      try JSONEncoding.tree(of: User(localId: "a")) == ["localId": "a", "tags": [], "grid": []])
  }
}
