internal import EmuCrypto
package import EmuModel

/// An `AuthnRequest`, with which a service provider requests a sign-in (SAML Core §3.4.1).
package struct SAMLRequest: Sendable, Hashable {
  package var id: String
  package var issuedAt: Timestamp
  /// The entity id of the service provider.
  package var issuer: String
  /// The address of the identity provider.
  package var destination: String?
  /// The address to which the response is posted.
  package var callbackURL: String?
  /// The requested format of the name identifier.
  package var nameIDFormat: String?
  /// True if the identity provider must not show a page.
  package var isPassive = false

  package init(
    id: String, issuedAt: Timestamp, issuer: String, destination: String?, callbackURL: String?
  ) {
    self.id = id
    self.issuedAt = issuedAt
    self.issuer = issuer
    self.destination = destination
    self.callbackURL = callbackURL
  }

  /// The document, with attributes in the order of production's.
  package var xml: String {
    let attributes = [
      ("AssertionConsumerServiceURL", callbackURL), ("Destination", destination), ("ID", id),
      ("IssueInstant", issuedAt.rfc3339), ("ProtocolBinding", SAMLNames.postBinding),
      ("Version", "2.0"),
    ].map { name, value in value.map { " \(name)=\"\(XML.escaped($0))\"" } ?? "" }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>\
      <saml2p:AuthnRequest xmlns:saml2p="\(SAMLNames.protocol)"\(attributes)>\
      <saml2:Issuer xmlns:saml2="\(SAMLNames.assertion)">\(XML.escaped(issuer))</saml2:Issuer>\
      </saml2p:AuthnRequest>
      """
  }

  /// Returns the value of `SAMLRequest` in the redirect binding: raw DEFLATE, in Base64.
  package func redirectValue() throws(XMLError) -> String { try Self.redirectValue(of: xml) }

  static func redirectValue(of document: String) throws(XMLError) -> String {
    Base64URL.encodePadded(try Deflate.deflated(Array(document.utf8)))
  }

  /// Reads a value of the redirect binding, or of the POST binding.
  ///
  /// - Throws: ``XMLError/noSignIn(_:)`` for XML that is not such a request.
  package init(value: String, isDeflated: Bool) throws(XMLError) {
    guard let bytes = SAMLText.bytes(value) else { throw .malformed }
    try self.init(XML.read(isDeflated ? Deflate.inflated(bytes) : bytes))
  }

  private init(_ root: XMLElement) throws(XMLError) {
    guard root.name == "AuthnRequest", root.namespace == SAMLNames.protocol, let id = root["ID"],
      let issuer = root.only("Issuer", in: SAMLNames.assertion)
    else { throw .noSignIn(root.name) }
    self.init(
      id: id,
      issuedAt: root["IssueInstant"].flatMap(Timestamp.init(rfc3339:)) ?? Timestamp(seconds: 0),
      issuer: SAMLText.trimmed(issuer.text), destination: root["Destination"],
      callbackURL: root["AssertionConsumerServiceURL"])
    nameIDFormat = root.only("NameIDPolicy", in: SAMLNames.protocol)?["Format"]
    isPassive = ["true", "1"].contains(root["IsPassive"])
  }
}

/// Texts of messages.
enum SAMLText {
  /// Returns the bytes of Base64 with or without line breaks; nil for other text.
  static func bytes(_ base64: String) -> [UInt8]? {
    Base64URL.decode(base64.utf8.filter { $0 > 32 }, lenient: true)
  }

  /// Returns a text without the white space around it, which people's XML is indented with.
  static func trimmed(_ text: String) -> String {
    var rest = text[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
