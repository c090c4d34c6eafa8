import EmuCrypto
import Testing

@testable import EmuSAML

@Suite struct `Signatures belong to the element that is read` {
  static let key = try? PrivateKey.generate(.rsa)
  static let other = try? PrivateKey.generate(.rsa)

  private func keys() throws -> (key: PrivateKey, other: PrivateKey) {
    (try #require(Self.key), try #require(Self.other))
  }

  private func document(_ inner: String = "<n>ann</n>") throws -> String {
    let template = XMLSignature.template(id: "_1", certificate: "AA==")
    return try XMLSignature.signed(
      #"<r xmlns="urn:r"><a ID="_1">\#(template)\#(inner)</a></r>"#, id: "_1",
      key: keys().key.pemRepresentation)
  }

  private func verified(_ text: String, id: String = "_1") throws -> XMLElement {
    try XMLSignature.verified(
      Array(text.utf8), id: id, keys: [keys().key.publicKey.pemRepresentation])
  }

  @Test func `a signed element is read from the signed bytes`() throws {
    let element = try verified(document())
    #expect(element.name == "a")
    #expect(element.namespace == "urn:r")
    #expect(element.children.map(\.name) == ["n"])
    #expect(element.children.first?.text == "ann")
  }

  @Test func `a comment cannot hide the end of a signed text`() throws {
    let text = try document("<n>ann@example.com.evil.com</n>")
      .replacing("example.com.evil", with: "example.com<!-- -->.evil")
    #expect(try verified(text).children.first?.text == "ann@example.com.evil.com")
  }

  @Test func `another key did not sign`() throws {
    let text = try document()
    let key = try keys().other.publicKey.pemRepresentation
    #expect(throws: XMLError.invalid) {
      try XMLSignature.verified(Array(text.utf8), id: "_1", keys: [key])
    }
    #expect(throws: XMLError.badKey) {
      try XMLSignature.verified(Array(text.utf8), id: "_1", keys: ["nothing"])
    }
  }

  @Test func `a signature leaves nothing in the error queue of OpenSSL`() throws {
    func failure() -> [String]? {
      #expect(throws: CryptoError.self) { try PrivateKey(der: [1, 2, 3]) }?.openSSLErrors
    }
    _ = failure()
    let own = failure()
    _ = try verified(document())
    #expect(failure() == own)
  }

  @Test func `a changed text, an added element and a changed digest are noticed`() throws {
    let text = try document()
    #expect(throws: XMLError.invalid) { try verified(text.replacing("ann", with: "bob")) }
    #expect(throws: XMLError.invalid) { try verified(text.replacing("</n>", with: "</n><n/>")) }
    #expect(throws: XMLError.invalid) {
      try verified(text.replacing("DigestValue>", with: "DigestValue>AAAA"))
    }
  }

  @Test func `a signature is not another element's`() throws {
    let text = try document()
    let start = try #require(text.firstRange(of: "<a ID"))
    let end = try #require(text.firstRange(of: "</a>"))
    let signed = String(text[start.lowerBound..<end.upperBound])
    let signatureStart = try #require(signed.firstRange(of: "<ds:Signature "))
    let signatureEnd = try #require(signed.firstRange(of: "</ds:Signature>"))
    let signature = String(signed[signatureStart.lowerBound..<signatureEnd.upperBound])
    let bare = signed.replacing(signature, with: "")
    // A forged element before the signed one, around it, and with its signature.
    let before = #"<r xmlns="urn:r"><a ID="_2"><n>eve</n></a>\#(signed)</r>"#
    #expect(throws: XMLError.unsigned) { try verified(before, id: "_2") }
    #expect(try verified(before).children.first?.text == "ann")
    let around = #"<r xmlns="urn:r"><a ID="_2">\#(signature)<n>eve</n>\#(bare)</a></r>"#
    #expect(throws: XMLError.self) { try verified(around, id: "_2") }
    #expect(throws: XMLError.unsigned) { try verified(around, id: "_1") }
    let holding = signature.replacing(
      "</ds:Signature>", with: "<ds:Object>\(bare)</ds:Object></ds:Signature>")
    let inside = #"<r xmlns="urn:r"><a ID="_2">\#(holding)<n>eve</n></a></r>"#
    #expect(throws: XMLError.self) { try verified(inside, id: "_2") }
    // The ID twice.
    let twice = #"<r xmlns="urn:r"><a ID="_1"><n>eve</n></a>\#(signed)</r>"#
    #expect(throws: XMLError.ambiguousID) { try verified(twice) }
    // The ID as that of another kind.
    let known = #"<r xmlns="urn:r"><a xml:id="_1"><n>eve</n></a>\#(signed)</r>"#
    #expect(throws: XMLError.self) { try verified(known) }
    // Two signatures.
    let two = text.replacing(signature, with: signature + signature)
    #expect(throws: XMLError.unsigned) { try verified(two) }
  }

  @Test func `a reference to the whole document, a server or by XPath is refused`() throws {
    let text = try document()
    for uri in ["", "http://127.0.0.1:1/x", "file:///etc/passwd", "#xpointer(/)", "#_2"] {
      #expect(throws: XMLError.self) {
        try verified(text.replacing("URI=\"#_1\"", with: "URI=\"\(uri)\""))
      }
    }
    let canonical = "http://www.w3.org/2001/10/xml-exc-c14n#"
    for transform in [
      "http://www.w3.org/TR/1999/REC-xslt-19991116", "http://www.w3.org/TR/1999/REC-xpath-19991116",
      "http://www.w3.org/2000/09/xmldsig#base64",
    ] {
      let changed = text.replacing(
        "<ds:Transform Algorithm=\"\(canonical)\"/>",
        with: "<ds:Transform Algorithm=\"\(transform)\"/>")
      #expect(changed != text)
      #expect(throws: XMLError.foreignReference) { try verified(changed) }
    }
  }

  @Test func `a public key is not the secret of an HMAC`() throws {
    let text = try document().replacing(
      "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
      with: "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256")
    #expect(throws: XMLError.foreignReference) { try verified(text) }
  }
}
