import EmuCrypto
import Foundation
import Testing

@testable import EmuSAML

/// Documents that would cost libxml2 or libxmlsec1 seconds.
@Suite struct `limits of XML documents` {
  private static func document(_ inner: String) -> String {
    #"<r xmlns="urn:r"><a ID="_1">\#(XMLSignature.template(id: "_1", certificate: "AA=="))\#(inner)</a></r>"#
  }

  private static func many(_ count: Int, _ part: (Int) -> String) -> String {
    (0..<count).map(part).joined()
  }

  private static let transform =
    #"<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"/>"#

  private static func nested(_ count: Int, _ inner: String = "") -> String {
    many(count) { _ in "<d>" } + inner + many(count) { _ in "</d>" }
  }

  /// Each with what it is beyond.
  static let hostile: [(String, XMLError)] = [
    (document("<x \(many(180_000) { "a\($0)='' " })/>"), .exceeds(.bytes)),
    (document("<x \(many(60_000) { "a\($0)='' " })/>"), .exceeds(.attributes)),
    (document("<x \(many(20_000) { "xmlns:n\($0)='urn:\($0)' " })/>"), .exceeds(.namespaces)),
    (document(many(20) { "<d xmlns:n\($0)='urn:x' xmlns:m\($0)='urn:x'>" }), .exceeds(.namespaces)),
    (document("<x xmlns:n='\(many(1000) { _ in "n" })'/>"), .exceeds(.namespaceBytes)),
    (document(nested(100_000)), .exceeds(.depth)),
    (document(many(200_000) { _ in "<x/>" }), .exceeds(.nodes)),
    (document(many(100_000) { _ in "<!---->" }), .exceeds(.nodes)),
    (document(many(80_000) { _ in "<?p x?>" }), .exceeds(.nodes)),
    (document(many(60_000) { _ in "<![CDATA[x]]>" }), .exceeds(.nodes)),
    (document(many(900_000) { _ in "a" } + many(200_000) { _ in "b" }), .exceeds(.bytes)),
    (document("").replacing(transform, with: many(1000) { _ in transform }), .exceeds(.transforms)),
    (
      document("").replacing(
        "</ds:SignedInfo>", with: many(1500) { _ in "<ds:Reference/>" } + "</ds:SignedInfo>"),
      .exceeds(.references)
    ),
    (
      document("").replacing(
        "</ds:KeyInfo>",
        with:
          "</ds:KeyInfo><ds:Object><ds:Manifest>\(many(1500) { _ in "<ds:Reference/>" })</ds:Manifest></ds:Object>"
      ),
      .exceeds(.references)
    ),
    (
      document("").replacing(
        transform,
        with: transform.replacing(
          "/>",
          with:
            "><ec:InclusiveNamespaces xmlns:ec='urn:ec' PrefixList='\(many(9000) { "n\($0) " })'/></ds:Transform>"
        )),
      .exceeds(.prefixes)
    ),
    ("<!DOCTYPE r [<!ATTLIST r \(many(30_000) { "a\($0) CDATA 'x' " })>]><r/>", .hasDoctype),
    ("<!DOCTYPE r [\(many(20_000) { "<!ENTITY e\($0) 'x'>" })]><r/>", .hasDoctype),
  ]

  /// The seconds of the processor that this thread has used.
  private static var seconds: Double {
    var time = timespec()
    // One structure is written, during the call.
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test(arguments: hostile.indices)
  func `a document beyond a limit is refused by each function within moments`(index: Int) throws {
    let (text, error) = Self.hostile[index]
    let bytes = Array(text.utf8)
    let start = Self.seconds
    #expect(throws: error) { try XML.read(bytes) }
    #expect(throws: error) { try XMLSignature.verified(bytes, id: "_1", keys: [""]) }
    #expect(throws: error) { try XMLSignature.signed(text, id: "_1", key: "") }
    // Three scans of up to a megabyte, which the optimizer makes ten times as fast.
    #expect(Self.seconds - start < 3)
  }

  @Test func `each limit has a hostile document`() {
    let tried = Self.hostile.map(\.1)
    #expect(XMLLimit.allCases.allSatisfy { tried.contains(.exceeds($0)) })
  }

  @Test func `a response with a thousand groups and two signatures is within the limits`() throws {
    let key = try PrivateKey.generate(.rsa)
    let types =
      "xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" xmlns:xsi=\"urn:i\" xsi:type=\"xs:string\""
    let groups = Self.many(1000) { "<v \(types)>CN=group \($0),OU=Groups,DC=corp</v>" }
    let inner = XMLSignature.template(id: "_2", certificate: "AA==")
    let text = try XMLSignature.signed(
      Self.document("<s ID='_2'>\(inner)<g Name='groups'>\(groups)</g></s>"), id: "_2",
      key: key.pemRepresentation)
    let signed = try XMLSignature.signed(text, id: "_1", key: key.pemRepresentation)
    for id in ["_1", "_2"] {
      let read = try XMLSignature.verified(
        Array(signed.utf8), id: id, keys: [key.publicKey.pemRepresentation])
      let statement = id == "_1" ? read.only("s", in: "urn:r") : read
      #expect(statement?.only("g", in: "urn:r")?.children.count == 1000)
    }
  }

  @Test(arguments: [
    // `<` where libxml2 goes on with other markup than a strict reader.
    "<r><? <x a='' b=''/> ?></r>", "<r a='<x b=\"\"/>'/>", "<r></r <x a=''>", "<r <x a=''/>",
    "<r><!-- \u{1} <x/> --></r>", "<r><![CDATA[\u{FFFE} <x/>]]></r>", "<r>\u{0}</r>",
    "<r a=b/>", "<r a/>", "<r a='1/>", "<r", "<", "</r>", "<r></r></r>", "<!ELEMENT r>", "<r/",
    "<1a/>", "<r>\u{FFFF}</r>",
  ]) func `markup that readers could understand differently is not well-formed`(text: String) {
    #expect(throws: XMLError.malformed) { try XML.read(Array(text.utf8)) }
  }
}
