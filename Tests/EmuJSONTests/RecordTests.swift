import Testing

@testable import EmuJSON

/// A record with a member of each form.
private struct Person: PlainRecord, Equatable {
  static let names = JSONNames(of: Self.self)

  var name = ""
  var nickname: String?
  var isMember: Bool?
  var age: Int?
  var born: Int64?
  var seen: TextualInteger?
  var weight: Double?
  var token: Token?
  var tags: [String]?
  var home: Address?
  var others: [Address]?
  var colour: Colour?
  var extra: JSON?

  mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("name", &name)
    try member("nickname", &nickname)
    try member("isMember", &isMember)
    try member("age", &age)
    try member("born", &born)
    try member("seen", &seen)
    try member("weight", &weight)
    try member("token", &token)
    try member("tags", &tags)
    try member("home", &home)
    try member("others", &others)
    try member("colour", &colour)
    try member("extra", &extra)
  }
}

private struct Address: PlainRecord, Equatable, Sendable {
  static let names = JSONNames(of: Self.self)

  var street: String?
  var rooms: [Room]?

  mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("street", &street)
    try member("rooms", &rooms)
  }
}

private struct Room: PlainRecord, Equatable, Sendable {
  static let names = JSONNames(of: Self.self)

  var number = ""
  mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("number", &number)
  }
}

private struct Token: JSONText, Equatable {
  var text: String
  init(jsonText: String) { text = jsonText }
  func jsonText() -> String { text }
}

/// A record whose every member is required.
private struct Ticket: PlainRecord {
  static let names = JSONNames(of: Self.self)
  var seat = 0
  var token = Token(jsonText: "")
  var rooms: [Room] = []

  mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("seat", &seat)
    try member("token", &token)
    try member("rooms", &rooms)
  }
}

/// A record whose list is created when it is written.
private struct Directory: JSONRecord {
  var addresses: LazyRecords<Address>?
  var city: String?

  mutating func visitMembers(_ member: inout JSONMembers) throws {
    try member("addresses", &addresses)
    try member("city", &city)
  }
}

/// The same as a member of a type that the compiler writes.
private struct Shelf: Codable {
  var directory: Directory
  var addresses: LazyRecords<Address>
}

private enum Colour: String, Codable { case red, blue }

/// The same members as the compiler reads and writes them.
private struct Twin: Codable {
  struct Address: Codable {
    var street: String?
    var rooms: [Room]?
  }
  struct Room: Codable { var number: String }

  var name: String
  var nickname: String?
  var isMember: Bool?
  var age: Int?
  var born: Int64?
  var seen: TextualInteger?
  var weight: Double?
  var token: String?
  var tags: [String]?
  var home: Address?
  var others: [Address]?
  var colour: Colour?
  var extra: JSON?
}

/// A record as a member of a type that the compiler reads and writes, and the other way round.
private struct Book: Codable, Equatable {
  var author: Person
  var readers: [Person]?
}

private let documents = [
  #"{"name":"Ann"}"#,
  #"{"name":""}"#,
  #"{"name":"A \"quoted\" \\ name\nof two lines, and a control \u0001","nickname":"é ü 😀"}"#,
  #"{"name":"Ann","isMember":false,"age":-1,"born":9007199254740993,"seen":"12","weight":1.5}"#,
  #"{"name":"Ann","token":"t","tags":[],"home":{},"others":[],"colour":"blue","extra":{"a":[1,null]}}"#,
  #"""
  {"name":"Ann","tags":["a","b"],"home":{"street":"x","rooms":[{"number":"1"},{"number":"2"}]},\#
  "others":[{"street":"y"},{"rooms":[]}]}
  """#,
]

private let readings =
  documents + [
    #"{"home":null,"name":"Ann","tags":null,"age":null}"#,
    #"{"is_member":true,"name":"Ann","age":"7","born":"8","seen":9,"weight":"2.5"}"#,
    #"{"zip":1,"name":"Ann","home":{"street":"x","lane":2,"rooms":[{"number":"1","door":true}]}}"#,
  ]

private let refusals = [
  #"{}"#, #"[]"#, #"{"name":null}"#, #"{"name":1}"#, #"{"name":"Ann","age":1.5}"#,
  #"{"name":"Ann","isMember":"yes"}"#, #"{"name":"Ann","tags":{}}"#,
  #"{"name":"Ann","tags":["a",1]}"#,
  #"{"name":"Ann","home":[]}"#, #"{"name":"Ann","home":{"rooms":[{"number":"1"},{}]}}"#,
  #"{"name":"Ann","others":[{"street":"x"},{"street":2}]}"#, #"{"name":"Ann","others":"x"}"#,
  #"{"name":"Ann","seen":"soon"}"#, #"{"name":"Ann","token":3}"#, #"{"name":"Ann","weight":"NaN"}"#,
]

private func text(_ value: some Encodable) throws -> String {
  String(decoding: try JSONEncoding.encode(value), as: UTF8.self)
}

@Suite struct `JSON records` {
  @Test(arguments: documents)
  func `records are written as they were read`(document: String) throws {
    let person = try JSONDecoding.decode(Person.self, from: Array(document.utf8))
    #expect(try text(person) == document)
    #expect(try text(JSONDecoding.decode(Twin.self, from: Array(document.utf8))) == document)
  }

  @Test(arguments: readings)
  func `records are read like synthesized types, unknown fields included`(
    document: String
  ) throws {
    let tree = try JSON(parsing: document)
    let (person, unknown) = try JSONDecoding.decodeReportingUnknownFields(Person.self, from: tree)
    let twin = try JSONDecoding.decodeReportingUnknownFields(Twin.self, from: tree)
    #expect(try text(person) == text(twin.value))
    #expect(unknown == twin.unknownFields)
  }

  @Test(arguments: refusals)
  func `records are rejected like synthesized types, with the same location and message`(
    document: String
  ) throws {
    func refusal<T: Decodable>(_ type: T.Type) -> JSONError? {
      do {
        _ = try JSONDecoding.decode(type, from: Array(document.utf8))
        return nil
      } catch { return error }
    }
    let error = try #require(refusal(Person.self))
    let twin = try #require(refusal(Twin.self))
    #expect(error.message == twin.message)
    #expect(error.path == twin.path)
    #expect(error.code == twin.code)
  }

  @Test func `records name their members where unknown fields are rejected`() throws {
    let error = #expect(throws: JSONError.self) {
      try JSONDecoding.decode(
        Person.self, from: Array(#"{"name":"Ann","nickame":"A"}"#.utf8),
        options: .rejectingUnknownFields)
    }
    #expect(error?.message.contains("did you mean nickname?") == true)
    #expect(error?.message.contains("extra") == true)
  }

  @Test func `records can be nested in other types`() throws {
    let document =
      #"{"author":{"name":"Ann"},"readers":[{"name":"Bob","tags":["x"]},{"name":"Cy"}]}"#
    let book = try JSONDecoding.decode(Book.self, from: Array(document.utf8))
    #expect(book.author.name == "Ann")
    #expect(try text(book) == document)
  }

  @Test(arguments: [
    #"{}"#, #"{"city":"x"}"#, #"{"addresses":[],"city":"x"}"#,
    #"{"addresses":[{"street":"a"},{},{"rooms":[{"number":"1"}]}],"city":"x"}"#,
  ])
  func `lazy lists of records are written as they were read`(
    document: String
  ) throws {
    let directory = try JSONDecoding.decode(Directory.self, from: Array(document.utf8))
    #expect(try text(directory) == document)
  }

  @Test func `lazy lists of records can be nested in other types`()
    throws
  {
    let list = #"[{"street":"a"},{"rooms":[]}]"#
    let document = #"{"directory":{"addresses":\#(list)},"addresses":\#(list)}"#
    let shelf = try JSONDecoding.decode(Shelf.self, from: Array(document.utf8))
    #expect(shelf.addresses.count == 2)
    #expect(try text(shelf) == document)
  }

  @Test func `texts inside texts keep every quote and letter`() throws {
    var person = Person()
    for count in 0..<40 {
      person.name = String(repeating: "x", count: count) + #"{"a":"\"b\"","c":[1,2]}"# + "\u{1}é\n"
      let bytes = try JSONEncoding.encode(person)
      #expect(try JSONDecoding.decode(Person.self, from: bytes) == person)
    }
  }

  private static func plain(_ document: String) -> Person? {
    var reader = PlainJSONReader(
      ContiguousArray(document.utf8), 0..<document.utf8.count)
    guard let person = Person(plain: &reader), reader.isAtEnd() else { return nil }
    return person
  }

  @Test(arguments: [
    #"{"name":"Ann"}"#, #" { "name" : "é ü 😀" , "nickname" : "" } "#,
    #"{"age":0,"name":"Ann","born":100000000000000000,"isMember":true,"seen":"12"}"#,
    #"{"seen":7,"name":"Ann","isMember":false}"#, #"{"name":"Ann","seen":"0","others":[]}"#,
    #"{"others":[{"street":"x","rooms":[{"number":"1"},{"number":"]}"}]},{}],"name":"Ann"}"#,
  ])
  func `records in the plain form are read from bytes as from a tree`(
    document: String
  ) throws {
    let person = try #require(Self.plain(document))
    #expect(try person == JSONDecoding.decode(Person.self, from: Array(document.utf8)))
  }

  @Test(
    arguments: refusals + [
      #"{"name":"Ann","zip":1}"#, #"{"name":"Ann","name":"Bob"}"#, #"{"name":"A\nn"}"#,
      #"{"name":"Ann","age":null}"#, #"{"name":"Ann","age":"7"}"#, #"{"name":"Ann","age":01}"#,
      #"{"name":"Ann","age":1e1}"#, #"{"name":"Ann","seen":"01"}"#, #"{"name":"Ann","seen":""}"#,
      #"{"name":"Ann","seen":"1234567890123456789"}"#, #"{"name":"Ann","is_member":true}"#,
      #"{"name":"Ann","isMember":tru}"#, #"{"name":"Ann","isMember":trueish}"#,
      #"{"name":"Ann","tags":["a"]}"#, #"{"name":"Ann","home":{}}"#, #"{"name":"Ann","extra":1}"#,
      #"{"name":"Ann","token":"t"}"#, #"{"name":"Ann","others":[{"zip":1}]}"#,
      #"{"name":"Ann","others":[{}}]}"#, #"{"name":"Ann","others":[{},]}"#,
      #"{"name":"Ann","others":[{"street":"x"]}"#, #"{"name":"Ann""#, #"{"name":"Ann","age":1"#,
      #"{"name":"Ann","others":[{"street":"#, #"{"name":"Ann",}"#, #"{"name""Ann"}"#,
      #"{"name":"Ann","age":}"#, #"{"name":"Ann","others":]}"#, #"{"name":"Ann","others":[}]}"#,
      #"{name:"Ann"}"#,
    ])
  func `anything outside the plain form is left to the tree`(document: String) {
    #expect(Self.plain(document) == nil)
  }

  @Test(arguments: [
    #"{}"#, #"{"seat":1}"#, #"{"token":"x"}"#, #"{"rooms":[]}"#,
    #"{"seat":1,"token":"x","rooms":[]}"#,
  ])
  func `required members of types without a plain form are left to the tree`(document: String) {
    var reader = PlainJSONReader(
      ContiguousArray(document.utf8), 0..<document.utf8.count)
    #expect(Ticket(plain: &reader) == nil)
    #expect(Ticket.names == JSONNames(["seat", "token", "rooms"]))
  }

  @Test func `text that is not UTF-8 is left to the tree`() {
    let bytes = Array(#"{"name":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8)
    var reader = PlainJSONReader(ContiguousArray(bytes), 0..<bytes.count)
    #expect(Person(plain: &reader) == nil)
  }

  @Test func `the names of a record are those of its members, in their order`() {
    #expect(
      Person.names
        == JSONNames([
          "name", "nickname", "isMember", "age", "born", "seen", "weight", "token", "tags", "home",
          "others", "colour", "extra",
        ]))
  }
}
