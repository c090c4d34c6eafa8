import EmuJSON
import Testing

struct MessageWithOutput: Codable, Equatable {
  var text: String?
  @OutputOnly var name: String?
  @OutputOnly var count: Int32?

  init(text: String? = nil, name: String? = nil, count: Int32? = nil) {
    self.text = text
    self.name = name
    self.count = count
  }
}

private func decode(_ text: String, asRequest: Bool) throws -> MessageWithOutput {
  try JSONDecoding.decode(
    MessageWithOutput.self, from: JSON(parsing: text), options: .init(dropsOutputOnly: asRequest))
}

@Suite struct `Output-only fields` {
  @Test(arguments: [
    (#"{"text":"a","name":"n","count":1}"#, true, MessageWithOutput(text: "a")),
    (
      #"{"text":"a","name":"n","count":1}"#, false,
      MessageWithOutput(text: "a", name: "n", count: 1)
    ),
    (#"{"text":"a","name":null}"#, true, MessageWithOutput(text: "a")),
    ("{}", false, MessageWithOutput()),
  ])
  func `a request does not set what only the server sets`(
    text: String, asRequest: Bool, expected: MessageWithOutput
  ) throws {
    #expect(try decode(text, asRequest: asRequest) == expected)
  }

  @Test(arguments: [true, false])
  func `the type of a field that only the server sets is checked`(asRequest: Bool) {
    #expect {
      try decode(#"{"count":"many"}"#, asRequest: asRequest)
    } throws: { ($0 as? JSONError)?.path == "count" }
  }

  @Test(arguments: [
    (MessageWithOutput(text: "a"), #"{"text":"a"}"#),
    (MessageWithOutput(name: "n"), #"{"name":"n"}"#),
  ])
  func `an absent output-only field is not written`(message: MessageWithOutput, text: String) throws
  {
    #expect(try JSONEncoding.tree(of: message).serialized() == text)
  }
}

private struct Map: Codable, Equatable {
  @SortedMap var map: [String: Int32]?
}

@Suite struct `Sorted maps` {
  @Test(arguments: [
    (#"{"map":{"b":1,"c":2,"a":3}}"#, #"{"map":{"a":3,"b":1,"c":2}}"#),
    (#"{"map":{}}"#, #"{"map":{}}"#), ("{}", "{}"), (#"{"map":null}"#, "{}"),
  ])
  func `a sorted map is written by its names, and an absent one is not`(
    text: String, expected: String
  ) throws {
    let map = try JSONDecoding.decode(Map.self, from: JSON(parsing: text))
    #expect(try JSONEncoding.tree(of: map).serialized() == expected)
  }
}
