import Testing

@testable import EmuJSON

/// A reader over a text that comes in chunks of some size.
private func reader(_ text: String, member: String?, chunk: Int, limit: Int = 1 << 20)
  -> JSONArrayReader
{
  reader(Array(text.utf8), member: member, chunk: chunk, limit: limit)
}

private func reader(_ bytes: [UInt8], member: String?, chunk: Int, limit: Int = 1 << 20)
  -> JSONArrayReader
{
  var rest = bytes[...]
  return JSONArrayReader(member: member, maximumElementSize: limit) {
    defer { rest = rest.dropFirst(chunk) }
    return Array(rest.prefix(chunk))
  }
}

private func elements(_ reader: JSONArrayReader) throws -> [JSON] {
  var reader = reader
  var result: [JSON] = []
  while let element = try reader.next() { result.append(element) }
  #expect(reader.count == result.count)
  return result
}

@Suite struct `JSON array reading` {
  @Test(
    arguments: [1, 2, 3, 7, 64, 1000],
    [
      ("[]", nil, []), (" [ ] ", nil, []), ("[1,2 , 3]", nil, [1, 2, 3]),
      (#"["a]\"",{"b":"}\\"},[[]],null]"#, nil, ["a]\"", ["b": "}\\"], [[]], nil]),
      (#"{"users":[{"a":1},{"b":"é😀"}],"next":"x"}"#, "users", [["a": 1], ["b": "é😀"]]),
      (#"{ "kind" : "x[\"]" , "other":{"users":[9]}, "users" : [ 1 ] }"#, "users", [1]),
      (#"{"users":null,"x":[1]}"#, "users", []), ("{}", "users", []),
      (#"{"\u0075sers":[true]}"#, "users", [true]),
    ] as [(String, String?, [JSON])])
  func `elements come one by one whatever the chunks`(
    chunk: Int, document: (text: String, member: String?, elements: [JSON])
  ) throws {
    let reader = reader(document.text, member: document.member, chunk: chunk)
    #expect(try elements(reader) == document.elements)
  }

  @Test(
    arguments: [1, 5, 1000],
    [
      ("", nil), ("[", nil), ("[1", nil), ("[1,", nil), ("[1,]", nil), ("[1 2]", nil),
      ("[,1]", nil),
      ("[1]]", nil), ("[1]x", nil), ("{}", nil), ("[01]", nil), ("[nul]", nil), ("[\"a]", nil),
      ("[1}", nil), ("[{]", nil), ("[:]", nil), ("[]", "users"), ("{", "users"),
      (#"{"users"}"#, "users"), (#"{"users":[1]"#, "users"), (#"{"users":[1],}"#, "users"),
      (#"{"a":}"#, "users"), (#"{a:1}"#, "users"), (#"{"a":1 "users":[]}"#, "users"),
    ] as [(String, String?)])
  func `a broken document is refused`(chunk: Int, document: (text: String, member: String?)) {
    #expect(throws: JSONError.self) {
      try elements(reader(document.text, member: document.member, chunk: chunk))
    }
  }

  @Test func `errors name the byte of the document`() {
    let error = #expect(throws: JSONError.self) {
      try elements(reader(#"{"users":[{"a":1},{"a":tru}]}"#, member: "users", chunk: 4))
    }
    #expect(error?.offset == 23)
  }

  @Test func `an element beyond the limit is refused`() {
    let error = #expect(throws: JSONError.self) {
      try elements(reader(#"["0123456789"]"#, member: nil, chunk: 4, limit: 8))
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func `a member passed over may be larger than any element`() throws {
    let text = #"{"big":[\#(String(repeating: "1,", count: 1000))1],"users":[2]}"#
    #expect(try elements(reader(text, member: "users", chunk: 16, limit: 8)) == [2])
  }

  /// The elements of `[…]` around each vector, one at a time.
  @Test(arguments: [1, 3, 4096])
  func `reads and rejects the vectors as the whole reader does`(chunk: Int) {
    for vector in JSONVector.all {
      let document = Array("[".utf8) + vector.bytes + Array("]".utf8)
      let whole = try? JSON(parsing: document).array
      #expect(
        (try? elements(reader(document, member: nil, chunk: chunk))) == whole,
        "\(vector.testDescription)")
    }
  }
}
