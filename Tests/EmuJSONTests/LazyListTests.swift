import Testing

@testable import EmuJSON

private struct Address: Codable, Equatable, Sendable {
  var street: String?
  var rooms: [Int]?
}

private struct Directory: Codable {
  var addresses: LazyList<Address>?
  var city: String?
}

@Suite struct `Lazy lists` {
  @Test(arguments: [
    #"{}"#, #"{"city":"x"}"#, #"{"addresses":[],"city":"x"}"#,
    #"{"addresses":[{"street":"a"},{},{"rooms":[1,2]}],"city":"x"}"#,
  ]) func `lazy lists are encoded as they were decoded`(document: String) throws {
    let directory = try JSONDecoding.decode(Directory.self, from: Array(document.utf8))
    #expect(String(decoding: try JSONEncoding.encode(directory), as: UTF8.self) == document)
  }

  @Test func `a lazy list makes an element each time it is encoded`() throws {
    let list = LazyList([1, 2, 3]) { Address(street: "\($0)") }
    #expect(list.count == 3)
    for _ in 0..<2 {
      #expect(
        String(decoding: try JSONEncoding.encode(list), as: UTF8.self)
          == #"[{"street":"1"},{"street":"2"},{"street":"3"}]"#)
    }
  }

  @Test func `texts within texts keep every quote and letter`() throws {
    for count in 0..<40 {
      let text = String(repeating: "x", count: count) + #"{"a":"\"b\"","c":[1,2]}"# + "\u{1}é\n"
      let bytes = try JSONEncoding.encode([text])
      #expect(try JSONDecoding.decode([String].self, from: bytes) == [text])
    }
  }
}
