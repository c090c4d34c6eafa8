import EmuJSON
import Testing

@testable import EmuYAML

/// YAML as people write it, and as what of JSON it is read.
@Suite struct `Documents of YAML` {
  @Test(arguments: [
    ("", "null"), ("a: 1\nb: [x, \"2\", -3.5]\n", #"{"a":1,"b":["x","2",-3.5]}"#),
    ("- {a: true}\n- ~\n- 'null'\n", #"[{"a":true},null,"null"]"#),
    (
      "phone: +15555550100\nzip: 01234\nid: 12ab\n",
      #"{"phone":"+15555550100","zip":"01234","id":"12ab"}"#
    ),
    ("at: 2026-01-31T12:00:00Z\non: yes\n", #"{"at":"2026-01-31T12:00:00Z","on":"yes"}"#),
    ("text: |\n  one\n  two\n", "{\"text\":\"one\\ntwo\\n\"}"),
    ("name: Jürgen # a comment\n", #"{"name":"Jürgen"}"#),
    ("\u{FEFF}a: {}\n", #"{"a":{}}"#), ("s: !!str 1\n", #"{"s":"1"}"#),
  ])
  func `a document of YAML means a tree of JSON`(_ text: String, _ json: String) throws {
    #expect(try YAML.json(Array(text.utf8)).serialized() == json)
  }

  @Test(arguments: [
    ("a: 1\na: 2\n", 2, "the member a is there already"),
    ("a: &x 1\nb: *x\n", 1, "anchors and aliases are not read"),
    ("a: 1\nb:\n- &x c: 1\n", 3, "anchors and aliases are not read"),
    ("a: 1\nb: ü\u{1}\n", 2, "control characters are not allowed"),
    ("<<: {a: 1}\n", 1, "merge keys are not read"),
    ("a: 1\n---\nb: 2\n", 3, "a file has one document"),
    ("a: [1\n", 2, "did not find expected"),
    ("a:\n\tb: 1\n", 2, "found character that cannot start"),
    ("? [a]\n: 1\n", 1, "the name of a member is a text"),
  ])
  func `what is no document is refused with its line`(
    _ text: String, _ line: Int, _ message: String
  ) throws {
    let error = try #require(throws: YAMLError.self) { try YAML.json(Array(text.utf8)) }
    #expect(error.line == line && error.message.hasPrefix(message), "\(error)")
  }

  @Test func `a document that is too deep is refused`() throws {
    let text = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    let error = try #require(throws: YAMLError.self) { try YAML.json(Array(text.utf8)) }
    #expect(error.message == "the document is too deep")
  }
}
