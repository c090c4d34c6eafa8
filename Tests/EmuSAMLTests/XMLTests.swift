import Testing

@testable import EmuSAML

@Suite struct `XML is read and nothing else` {
  @Test func `a document becomes a tree`() throws {
    let root = try XML.read(
      Array(#"<a:b xmlns:a="urn:x" k="1 &lt;"><c>t<!-- no -->w<![CDATA[<o>]]></c><c/></a:b>"#.utf8))
    #expect(root.name == "b")
    #expect(root.namespace == "urn:x")
    #expect(root["k"] == "1 <")
    #expect(root.children.map(\.text) == ["tw<o>", ""])
    #expect(root.only("c", in: "") == nil)
  }

  @Test(arguments: [
    ("", XMLError.malformed), ("<a>", .malformed), ("<a/><b/>", .malformed),
    ("<a>&nope;</a>", .malformed), (#"<!DOCTYPE a><a/>"#, .hasDoctype),
    (#"<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>"#, .hasDoctype),
    (#"<!DOCTYPE a SYSTEM "http://127.0.0.1:1/x.dtd"><a/>"#, .hasDoctype),
  ]) func `what is not plain XML is refused`(_ text: String, _ error: XMLError) {
    #expect(throws: error) { try XML.read(Array(text.utf8)) }
  }

  @Test(arguments: ["UTF-8", "ISO-8859-1", "US-ASCII", "UTF-7"])
  func `a document is read as UTF-8, whatever encoding it names`(_ encoding: String) throws {
    let text = #"<?xml version="1.0" encoding="\#(encoding)"?><a>é+ADw-</a>"#
    #expect(try XML.read(Array(text.utf8)).text == "é+ADw-")
  }

  @Test func `a letter beyond ASCII is read from UTF-8 alone, with and without a mark`() throws {
    let body = "<a>é</a>"
    for bytes in [Array(body.utf8), [0xEF, 0xBB, 0xBF] + Array(body.utf8)] {
      #expect(try XML.read(bytes).text == "é")
    }
    let little = body.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    for bytes in [
      Array("<a>".utf8) + [0xE9] + Array("</a>".utf8), little, [0xFF, 0xFE] + little,
      [0, 0, 0, 0x3C],
    ] {
      #expect(throws: XMLError.malformed) { try XML.read(bytes) }
    }
  }

  @Test func `entities that multiply cost nothing`() {
    var text = #"<!DOCTYPE a [<!ENTITY e0 "ha">"#
    for level in 1...30 { text += #"<!ENTITY e\#(level) "&e\#(level - 1);&e\#(level - 1);">"# }
    text += "]><a>&e30;</a>"
    #expect(throws: XMLError.self) { try XML.read(Array(text.utf8)) }
  }

  @Test func `escaped text is read back`() throws {
    let text = "a<b> & \"c\" \n\td é"
    let root = try XML.read(Array("<a k=\"\(XML.escaped(text))\">\(XML.escaped(text))</a>".utf8))
    #expect(root["k"] == text)
    #expect(root.text == text)
    // Characters that no document may contain.
    for wrong in ["\u{1}", "\u{FFFE}", "\u{FFFF}"] {
      let read = try XML.read(Array("<a>\(XML.escaped("a\(wrong)b"))</a>".utf8))
      #expect(read.text == "a\u{FFFD}b")
    }
  }

  @Test func `DEFLATE goes both ways, and stops at its limit`() throws {
    let bytes = [UInt8](repeating: 7, count: 5000)
    let small = try Deflate.deflated(bytes)
    #expect(small.count < 100)
    #expect(try Deflate.inflated(small) == bytes)
    #expect(try Deflate.inflated(Deflate.deflated([])) == [])
    let bomb = try Deflate.deflated([UInt8](repeating: 0, count: 2 << 20))
    #expect(throws: XMLError.exceeds(.bytes)) { try Deflate.inflated(bomb) }
    #expect(throws: XMLError.malformed) { try Deflate.inflated([1, 2, 3]) }
  }
}
