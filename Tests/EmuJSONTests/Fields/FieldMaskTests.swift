import EmuJSON
import Testing

private struct Message: Codable {
  struct Inner: Codable {
    var flag: Bool?
    var text: String?
    var deeper: Deeper?
  }

  struct Deeper: Codable { var number: Int32? }

  var displayName: String?
  var inner: Inner?
  var list: [Inner]?
  var map: [String: Inner]?
  @OutputOnly var name: String?
  var secret: String?
}

private func object(_ text: String) throws -> JSONObject {
  try #require(try JSON(parsing: text, options: .relaxed).object)
}

@Suite struct `Field masks` {
  @Test(arguments: [
    ("displayName", [["displayName"]]), ("display_name", [["displayName"]]),
    ("inner.flag", [["inner", "flag"]]),
    ("inner.deeper.number,displayName", [["inner", "deeper", "number"], ["displayName"]]),
    ("map.a.flag", [["map", "a", "flag"]]), ("name,displayName", [["displayName"]]),
    ("*", [["displayName"], ["inner"], ["list"], ["map"]]), ("", []),
  ]) func `a mask has the paths that its type has`(text: String, paths: [[String]]) {
    #expect(FieldMask(text, of: Message.self, except: ["secret"]).paths == paths)
  }

  @Test(arguments: [
    ("nothing", ["nothing"]), ("inner.nothing", ["inner.nothing"]),
    ("displayName.nothing", ["displayName.nothing"]), ("secret", ["secret"]),
    ("inner.flag,a.b", ["a.b"]), ("inner.", ["inner."]), ("DISPLAYNAME", ["DISPLAYNAME"]),
    ("name", []), ("map.anything", []),
  ]) func `a mask names the paths that its type lacks`(text: String, unknown: [String]) {
    #expect(FieldMask(text, of: Message.self, except: ["secret"]).unknown == unknown)
  }

  @Test(arguments: [
    ("{displayName:'a'}", [["displayName"]]), ("{name:'a',displayName:'a'}", [["displayName"]]),
    (
      "{inner:{flag:true,deeper:{number:1}}}", [["inner", "flag"], ["inner", "deeper", "number"]]
    ),
    ("{inner:{}}", [["inner"]]), ("{list:[{flag:true}],map:{a:{flag:true}}}", [["list"], ["map"]]),
    ("{}", []),
  ]) func `the mask of a message has its deepest fields`(text: String, paths: [[String]]) throws {
    #expect(try FieldMask(filledIn: object(text), of: Message.self).paths == paths)
  }

  @Test(arguments: [
    ("inner", true), ("inner.flag", true), ("inner.text", false), ("inner.flag.x", false),
    ("displayName", false), ("*", true),
  ]) func `a mask touches a field, a part of it and its parent`(text: String, touches: Bool) {
    #expect(FieldMask(text, of: Message.self).touches("inner", "flag") == touches)
  }

  @Test(arguments: [
    ("inner.flag", "{inner:{flag:true,text:'b'}}", "{displayName:'a',inner:{text:'a',flag:true}}"),
    ("inner", "{inner:{flag:true}}", "{displayName:'a',inner:{flag:true}}"),
    ("inner", "{}", "{displayName:'a'}"), ("inner.text", "{}", "{displayName:'a',inner:{}}"),
    ("map.a", "{map:{a:{flag:true}}}", "{displayName:'a',inner:{text:'a'},map:{a:{flag:true}}}"),
    ("inner.deeper.number", "{}", "{displayName:'a',inner:{text:'a'}}"),
    ("", "{displayName:'b'}", "{displayName:'a',inner:{text:'a'}}"),
  ]) func `a mask copies and clears fields`(mask: String, source: String, expected: String) throws {
    var target = try object("{displayName:'a',inner:{text:'a'}}")
    try FieldMask(mask, of: Message.self).copy(from: object(source), to: &target)
    #expect(try JSON.object(target).serialized() == JSON.object(object(expected)).serialized())
  }

  @Test func `a value is set inside objects that are created for it`() throws {
    var object = JSONObject()
    object.set(1, at: ["a", "b", "c"])
    #expect(JSON.object(object).serialized() == #"{"a":{"b":{"c":1}}}"#)
    #expect(object.value(at: ["a", "b", "c"]) == 1)
    #expect(object.value(at: ["a", "x", "c"]) == nil)
    object.set(nil, at: ["x", "y"])
    #expect(object["x"] == nil)
  }
}
