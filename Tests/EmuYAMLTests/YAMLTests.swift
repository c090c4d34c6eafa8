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
    ), ("at: 2026-01-31T12:00:00Z\non: yes\n", #"{"at":"2026-01-31T12:00:00Z","on":"yes"}"#),
    ("text: |\n  one\n  two\n", "{\"text\":\"one\\ntwo\\n\"}"),
    ("name: Jürgen # a comment\n", #"{"name":"Jürgen"}"#), ("\u{FEFF}a: {}\n", #"{"a":{}}"#),
    ("s: !!str 1\n", #"{"s":"1"}"#), ("!!str 1: 2\n!!str k: !!str null\n", #"{"1":2,"k":"null"}"#),
    ("!!map {a: !!seq [1], b: [2]}\n", #"{"a":[1],"b":[2]}"#),
    (
      "%TAG !y! tag:yaml.org,2002:\n---\na: !y!str 1\nb: !<tag:yaml.org,2002:str> 2\n",
      #"{"a":"1","b":"2"}"#
    ),
  ]) func `a document of YAML means a tree of JSON`(_ text: String, _ json: String) throws {
    #expect(try YAML.json(Array(text.utf8)).serialized() == json)
  }

  @Test(arguments: [
    ("a: 1\na: 2\n", 2, "the member a is there already"),
    ("a: &x 1\nb: *x\n", 1, "anchors and aliases are not read"),
    ("a: 1\nb:\n- &x c: 1\n", 3, "anchors and aliases are not read"),
    ("a: 1\nb: !!binary AAAA\n", 2, "the tag tag:yaml.org,2002:binary is not read"),
    ("a: !foo 1\n", 1, "the tag !foo is not read"),
    ("a:\n- !foo [1]\n", 2, "the tag !foo is not read"),
    ("a: 1\nb: !foo {c: 1}\n", 2, "the tag !foo is not read"),
    ("!foo a: 1\n", 1, "the tag !foo is not read"), ("!foo\n", 1, "the tag !foo is not read"),
    ("a: !!set {b, c}\n", 1, "the tag tag:yaml.org,2002:set is not read"),
    ("a: !!omap [b: 1]\n", 1, "the tag tag:yaml.org,2002:omap is not read"),
    ("a: !!timestamp 2026-01-31\n", 1, "the tag tag:yaml.org,2002:timestamp is not read"),
    ("a: !!seq {b: 1}\n", 1, "the tag tag:yaml.org,2002:seq is not read"),
    ("a: !!map [1]\n", 1, "the tag tag:yaml.org,2002:map is not read"),
    ("a: !!str [1]\n", 1, "the tag tag:yaml.org,2002:str is not read"),
    ("a: !!STR 1\n", 1, "the tag tag:yaml.org,2002:STR is not read"),
    (
      "%TAG !e! tag:example.com,2026:\n---\na: !e!x 1\n", 3, "the tag tag:example.com,2026:x is not"
    ), ("a: !<tag:example.com,2026:x> 1\n", 1, "the tag tag:example.com,2026:x is not read"),
    ("a: !!int \"5\"\n", 1, "the tag tag:yaml.org,2002:int is not read"),
    ("a: 1\nb: !!bool true\n", 2, "the tag tag:yaml.org,2002:bool is not read"),
    ("a: !!null 0\n", 1, "the tag tag:yaml.org,2002:null is not read"),
    ("!!int 1: a\n", 1, "the tag tag:yaml.org,2002:int is not read"),
    ("# x\n*x\n", 2, "anchors and aliases are not read"),
    ("*x : 1\n", 1, "anchors and aliases are not read"),
    ("&x\n", 1, "anchors and aliases are not read"),
    ("- 1\n- *x\n", 2, "anchors and aliases are not read"),
    ("{a: 1, \"a\": 2}\n", 1, "the member a is there already"),
    ("a:\n- b: {c: 1}\n  b: 2\n", 3, "the member b is there already"),
    ("a: {<<: {b: 1}}\n", 1, "merge keys are not read"),
    ("---\na: 1\n---\n", 4, "a file has one document"),
    ("a: 1\n...\n---\nb: 1\n", 4, "a file has one document"),
    ("? {a: 1}\n: 1\n", 1, "the name of a member is a text"),
    ("a: 1\nb: ü\u{1}\n", 2, "control characters are not allowed"),
    ("<<: {a: 1}\n", 1, "merge keys are not read"),
    ("a: 1\n---\nb: 2\n", 3, "a file has one document"), ("a: [1\n", 2, "did not find expected"),
    ("a:\n\tb: 1\n", 2, "found character that cannot start"),
    ("? [a]\n: 1\n", 1, "the name of a member is a text"),
  ]) func `what is no document names its line`(text: String, line: Int, message: String) throws {
    let error = try #require(throws: YAMLError.self) { try YAML.json(Array(text.utf8)) }
    #expect(error.line == line && error.message.hasPrefix(message), "\(error)")
  }

  @Test func `a document that is too deep is refused`() throws {
    let text = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
    let error = try #require(throws: YAMLError.self) { try YAML.json(Array(text.utf8)) }
    #expect(error.message == "the document is too deep")
  }

  @Test func `a document with too many values is refused with its line`() throws {
    let error = try #require(throws: YAMLError.self) {
      var reader = YAMLReader(events: try YAMLEvents(Array("- a\n- b\n- [c]\n".utf8)))
      reader.maximumCount = 3
      _ = try reader.document()
    }
    #expect(error.line == 3 && error.message == "a document may have 3 values, no more")
  }
}
