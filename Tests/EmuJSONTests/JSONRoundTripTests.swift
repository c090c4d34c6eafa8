import Testing

@testable import EmuJSON

@Suite struct `JSON round trips` {
  @Test(arguments: [
    #"null"#, #"true"#, #"false"#, #"0"#, #"-1"#, #""""#, #"[]"#, #"{}"#, #"1.5"#, #"1e+100"#,
    #"9223372036854775807"#, #"-9223372036854775808"#, #"9007199254740993"#, #"-0"#,
    #"{"b":[1,2,{"a":null}],"a":"x"}"#, #""é€😀""#, #""\"\\\n\r\t\b\f\u0000\u001f/<>""#,
  ])
  func `compact text comes back as it was`(text: String) throws {
    #expect(try JSON(parsing: text).serialized() == text)
  }
}
