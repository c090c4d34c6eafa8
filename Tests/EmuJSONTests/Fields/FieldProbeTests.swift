import EmuJSON
import Testing

private enum Kind: String, WireEnum {
  case first, second

  static let protoName = "test.Kind"
}

/// A text or a message, as some fields of the API are.
private struct TextOrMessage: Codable {
  var text: String?

  init(from decoder: any Decoder) throws {
    struct Members: Decodable { var text: String? }
    if let members = try? Members(from: decoder) {
      text = members.text
    } else {
      text = try decoder.singleValueContainer().decode(String.self)
    }
  }
}

private struct Message: Codable {
  struct Inner: Codable { var flag: Bool }

  var required: String
  var optional: Int32?
  var inner: Inner?
  var list: [Inner]
  var map: [String: Inner]?
  var kind: Kind?
  var either: TextOrMessage?
  @OutputOnly var name: String?
}

@Suite struct `Probes of fields` {
  @Test func `a type's fields are those that its decoder requests, in order`() {
    let fields = FieldProbe.fields(of: Message.self)
    #expect(
      fields.map(\.name) == [
        "required", "optional", "inner", "list", "map", "kind", "either", "name",
      ])
    #expect(fields.filter { !$0.isOptional }.map(\.name) == ["required", "list"])
    #expect(fields.filter(\.isOutputOnly).map(\.name) == ["name"])
  }

  @Test func `the types of elements are known`() throws {
    let fields = FieldProbe.fields(of: Message.self)
    let list = try #require(fields.first { $0.name == "list" }?.type as? any ListType.Type)
    #expect(list.element is Message.Inner.Type)
    let map = try #require(fields.first { $0.name == "map" }?.type as? any MapType.Type)
    #expect(map.element is Message.Inner.Type)
  }

  @Test func `a scalar, a list and a map have no fields`() {
    let types: [any Decodable.Type] = [
      String.self, Int64.self, Kind.self, [Message].self, [String: Message].self,
    ]
    for type in types { #expect(FieldProbe.fields(of: type).isEmpty) }
  }

  @Test func `the probe of a message rejects a type that is none`() throws {
    #expect(try FieldProbe.fields(ofMessage: Message.Inner.self).map(\.name) == ["flag"])
    #expect(try FieldProbe.fields(ofMessage: TextOrMessage.self).map(\.name) == ["text"])
    #expect(throws: (any Error).self) { try FieldProbe.fields(ofMessage: String.self) }
    #expect(throws: (any Error).self) { try FieldProbe.fields(ofMessage: Kind.self) }
  }
}
