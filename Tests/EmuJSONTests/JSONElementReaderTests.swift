import Testing

@testable import EmuJSON

@Suite struct `JSON read by elements` {
  private static let seedArrays: [[String?]] = [["users"], ["projects", nil, "users"]]

  private static func reader(
    of bytes: [UInt8], arrays: [[String?]] = seedArrays, chunk: Int, limit: Int = 1 << 20
  ) -> JSONElementReader {
    var rest = bytes[...]
    return JSONElementReader(arrays: arrays, limit: limit) {
      defer { rest = rest.dropFirst(chunk) }
      return Array(rest.prefix(chunk))
    }
  }

  /// Reads a document in chunks of a size: the elements with their positions, and the skeleton.
  private static func read(
    _ bytes: some Sequence<UInt8>, arrays: [[String?]] = seedArrays, chunk: Int,
    limit: Int = 1 << 20
  ) throws -> (elements: [JSONElementReader.Element], skeleton: JSON) {
    var reader = reader(of: Array(bytes), arrays: arrays, chunk: chunk, limit: limit)
    var elements: [JSONElementReader.Element] = []
    while let element = try reader.next() { elements.append(element) }
    return (elements, try reader.skeleton())
  }

  /// The document with its elements put back.
  private static func whole(
    _ parts: (elements: [JSONElementReader.Element], skeleton: JSON)
  ) -> JSON {
    func put(_ element: JSONElementReader.Element, _ path: ArraySlice<String>, into tree: JSON)
      -> JSON
    {
      guard let key = path.first else { return .array((tree.array ?? []) + [element.value]) }
      var object = tree.object ?? JSONObject()
      object[key] = put(element, path.dropFirst(), into: object[key] ?? .null)
      return .object(object)
    }
    return parts.elements.reduce(parts.skeleton) { tree, element in
      put(element, element.path[...], into: tree)
    }
  }

  /// A value as text that is the same for the same value: NaN is not equal to itself.
  private static func text(_ value: JSON?) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }

  /// Valid documents, and invalid ones, some of which are JSON5.
  static let documents: [String] = [
    "[]", " [ ] ", "{}", " { } ", "null", "7", "-0.5e3", #""x""#, "", " ", "[1,2 , 3]",
    #"["a]\"",{"b":"}\\"},[[]],null]"#, #"{"users":[{"a":1},{"b":"é😀"}],"next":"x"}"#,
    #"{ "kind" : "x[\"]" , "other":{"users":[9]}, "users" : [ 1 ] , "z":[[1],{}] }"#,
    #"{"users":null,"x":[1]}"#, #"{"users":{"a":[1]}}"#, #"{"users":[]}"#, #"{"users":[[],[[1]]]}"#,
    #"{"\u0075sers":[true]}"#, #"{"projects":{"a":{"users":[1,{}]},"b":{"users":[2]},"c":{}}}"#,
    #"{"projects":{"a":{"users":{"users":[1]},"x":{"users":[1]}}},"users":["]"]}"#,
    #"{"projects":[{"users":[1]}]}"#, #"{"a":"\\","users":["\\\"",",]"]}"#,
    "[", "[1", "[1,", "[1,]", "[1 2]", "[,1]", "[1]]", "[1]x", "[01]", "[nul]", "[\"a]", "[1}",
    "[{]", "[:]", "{", #"{"users"}"#, #"{"users":[1]"#, #"{"users":[1],}"#, #"{"users":[1,]}"#,
    #"{"users":[1 2]}"#, #"{"users":[,1]}"#, #"{"users":[1}"#, #"{"users":[01]}"#,
    #"{"users":["#, #"{"users":[1,"#, #"{"users":["a}"#, #"{"users":[1]}}"#, #"{"users":[1]} 2"#,
    #"{"users":[1]}{}"#, #"{"a":}"#, #"{a:1}"#, #"{"a":1 "users":[]}"#, #"{"a" 1}"#, "1 2", "1,2",
    #""a""b""#, #"{"a":"b" c}"#, "tru e", "{,}", "]", "}", ":", #"{"users":[1;2]}"#,
    "{users:[1,],'projects':{x:{users:['a',],},},}",
    "// users: [\n{/*]*/users/**/:/* , */[1/*x*/]}",
    "{users:[{a:'//'}, // it's\n {b:\"/*\"} /* \" ' ] */ ]}", "{users:[1] /* no end", "1/**/2",
    "{users:[1/**/2]}", "[1,/]", "{users:[/]}", "{users:[1 /2]}", "{users:['it\\'s']}",
    "\u{FEFF}{users:[+1,.5,0xFF]}", "{users:[\u{FEFF}1]}", "{/", "{\"users\":[//]\r]\n2]}",
  ]

  @Test(arguments: documents)
  func `JSON read by elements equals the parser's result`(_ text: String) throws {
    let parsed = try? JSON(parsing: text)
    for chunk in [1, 2, 3, 7, 1000] {
      let parts = try? Self.read(text.utf8, chunk: chunk)
      #expect(parts.map(Self.whole) == parsed, "in chunks of \(chunk)")
    }
  }

  @Test(
    arguments: [
      #"{"users":[1,{"a":[2]},"x"]}"#, #"{"users":[16,{"a":31},"y",-1,0.5,[]]}"#,
      #"{"users":[{"a":"}"},{"b":"]"},{"c":5e1}]}"#,
      #"{"users":[{"a":"\\"},{"b":"\"}"},"\\\"]",{"c":"'"}]}"#,
    ], [1, 7, 1_000])
  func `skipped elements are as many as read ones`(text: String, chunk: Int) throws {
    var reader = Self.reader(of: Array(text.utf8), arrays: [["users"]], chunk: chunk)
    var count = 0
    while try reader.skip() { count += 1 }
    #expect(try count == Self.read(text.utf8, chunk: chunk).elements.count)
    #expect(try reader.skeleton() == ["users": []])
  }

  @Test(arguments: [1, 7, 1_000])
  func `the head is the document before its first element`(chunk: Int) throws {
    let text = #"{"a":{"b":1},"x":{"y":{"users":[{"c":2}]}},"z":3}"#
    var reader = Self.reader(of: Array(text.utf8), arrays: [["x", nil, "users"]], chunk: chunk)
    #expect(try reader.head() == ["a": ["b": 1], "x": ["y": ["users": []]]])
    #expect(try reader.next()?.value == ["c": 2])
    #expect(try reader.next()?.value == nil)
    #expect(try reader.skeleton()["z"] == 3)
  }

  @Test func `JSON read by elements accepts and rejects the vectors as the parser does`() {
    for vector in JSONVector.all {
      for (start, end) in [("", ""), ("{\"users\":[", "]}"), ("{\"a\":", ",\"users\":[]}")] {
        let document = Array(start.utf8) + vector.bytes + Array(end.utf8)
        let whole = try? JSON(parsing: document)
        for chunk in [1, 3, 4096] {
          let parts = try? Self.read(document, chunk: chunk)
          #expect(
            Self.text(parts.map(Self.whole)) == Self.text(whole),
            "\(vector.testDescription) after \(start) in chunks of \(chunk)")
        }
      }
    }
  }

  @Test(arguments: [1, 5, 1000]) func `JSON read by elements has its location`(chunk: Int) throws {
    let text = #"{"projects":{"a":{"users":[1,2],"x":[3]},"b":{"users":[4]}},"users":[5]}"#
    let (elements, skeleton) = try Self.read(text.utf8, chunk: chunk)
    #expect(
      elements.map { "\($0.path.joined(separator: "."))[\($0.index)] \($0.value.serialized())" }
        == [
          "projects.a.users[0] 1", "projects.a.users[1] 2", "projects.b.users[0] 4", "users[0] 5",
        ])
    #expect(
      skeleton == ["projects": ["a": ["users": [], "x": [3]], "b": ["users": []]], "users": []])
  }

  @Test func `JSON read by elements may be the document itself`() throws {
    let (elements, skeleton) = try Self.read("[1,[2]]".utf8, arrays: [[]], chunk: 2)
    #expect(elements.map(\.value) == [1, [2]])
    #expect(skeleton == [])
  }

  @Test(arguments: [4, 1_000]) func `JSON read by elements has the offset of an error`(chunk: Int) {
    let error = #expect(throws: JSONError.self) {
      try Self.read(#"{"users":[{"a":1},{"a":tru}]}"#.utf8, chunk: chunk)
    }
    #expect(error?.offset == 23)
  }

  @Test(arguments: [
    #"{"users":["0123456789"]}"#, #"{"a":"0123456789"}"#, #"{"0123456789":1}"#,
    #"{"a":[12,34,56]}"#, #"{"users":[[12,34,56]]}"#,
  ]) func `JSON read by elements is rejected beyond its limit`(_ text: String) {
    for chunk in [4, 1_000] {
      let error = #expect(throws: JSONError.self) {
        try Self.read(text.utf8, chunk: chunk, limit: 8)
      }
      #expect(error?.code == .tooLarge)
    }
  }

  @Test func `JSON read by elements may have more elements than the limit`() throws {
    let text = #"{"users":[\#(String(repeating: "1,", count: 1000))1]}"#
    #expect(try Self.read(text.utf8, chunk: 16, limit: 16).elements.count == 1001)
  }

  @Test func `JSON read by elements is rejected when it is too deep`() {
    let text = String(repeating: "[", count: 65) + String(repeating: "]", count: 65)
    let error = #expect(throws: JSONError.self) { try Self.read(text.utf8, chunk: 16) }
    #expect(error?.code == .tooDeep)
  }
}
