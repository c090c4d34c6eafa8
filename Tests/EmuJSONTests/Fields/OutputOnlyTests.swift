import Testing

@testable import EmuJSON

struct MessageWithOutput: Codable, Equatable {
  var text: String?
  @OutputOnly var name: String?
  @OutputOnly var count: Int32?
}

private func decode(_ text: String, asRequest: Bool) throws -> MessageWithOutput {
  try JSONDecoding.decode(
    MessageWithOutput.self, from: JSON(parsing: text), options: .init(dropsOutputOnly: asRequest))
}

@Suite struct `Output-only fields` {
  @Test(arguments: [
    (#"{"text":"a","name":"n","count":1}"#, true, #"{"text":"a"}"#),
    (#"{"text":"a","name":"n","count":1}"#, false, #"{"text":"a","name":"n","count":1}"#),
    (#"{"text":"a","name":null}"#, true, #"{"text":"a"}"#),
    (#"{"name":"n"}"#, false, #"{"name":"n"}"#), ("{}", false, "{}"),
  ]) func `a request does not set what only the server sets, and an absent field is not written`(
    text: String, asRequest: Bool, expected: String
  ) throws {
    let message = try decode(text, asRequest: asRequest)
    #expect(try JSONEncoding.tree(of: message).serialized() == expected)
  }

  @Test(arguments: [true, false])
  func `the type of a field that only the server sets is checked`(asRequest: Bool) {
    #expect {
      try decode(#"{"count":"many"}"#, asRequest: asRequest)
    } throws: { ($0 as? JSONError)?.path == "count" }
  }
}

private struct Map: Codable, Equatable { @SortedMap var map: [String: Int32]? }

@Suite struct `Sorted maps` {
  @Test(arguments: [
    (#"{"map":{"b":1,"c":2,"a":3}}"#, #"{"map":{"a":3,"b":1,"c":2}}"#),
    (#"{"map":{}}"#, #"{"map":{}}"#), ("{}", "{}"), (#"{"map":null}"#, "{}"),
  ]) func `a sorted map is written by its names, if there`(text: String, expected: String) throws {
    let map = try JSONDecoding.decode(Map.self, from: JSON(parsing: text))
    #expect(try JSONEncoding.tree(of: map).serialized() == expected)
  }
}
