package import EmuJSON
package import EmuModel

/// A response that an identity provider writes: one assertion, both signed.
package struct SAMLAnswer: Sendable {
  package var responseID: String
  package var assertionID: String
  package var issuedAt: Timestamp
  /// The entity id of the identity provider.
  package var issuer: String
  /// The entity id of the service provider.
  package var audience: String
  package var destination: String
  package var recipient: String
  package var inResponseTo: String?
  package var nameID = ""
  /// A URN of ``nameIDFormats``.
  package var nameIDFormat = ""
  /// Texts, or lists of texts.
  package var attributes: JSONObject = [:]
  package var notBefore: Timestamp
  package var notOnOrAfter: Timestamp
  package var status = SAMLNames.success
  /// The second-level status of a failure.
  package var statusDetail: String?
  package var signs: Set<Part> = [.response, .assertion]

  /// The elements that can be signed.
  package enum Part: Sendable, Hashable {
    case response, assertion
  }

  /// The formats of name identifiers, by their last word (SAML Core §8.3).
  package static let nameIDFormats: [String: String] = [
    "emailAddress": "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
    "unspecified": "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
    "persistent": "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
    "transient": "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
  ]

  /// The time for which an assertion is valid, before and after it is made.
  package static let lifetime: Duration = .seconds(300)

  /// - Parameter callbackURL: the address that the response is posted to.
  package init(
    _ parties: SAMLParties, callbackURL: String, inResponseTo: String?, at issuedAt: Timestamp,
    _ ids: IDGenerator
  ) {
    responseID = "_" + ids.hexadecimal(32)
    assertionID = "_" + ids.hexadecimal(32)
    self.issuedAt = issuedAt
    issuer = parties.idpEntityID
    audience = parties.spEntityID
    destination = callbackURL
    recipient = callbackURL
    self.inResponseTo = inResponseTo
    notBefore = issuedAt - Self.lifetime
    notOnOrAfter = issuedAt + Self.lifetime
  }

  /// Returns the signed document.
  ///
  /// - Parameters:
  ///   - certificate: DER as Base64.
  ///   - key: its private key in PEM.
  package func document(certificate: String, key: String) throws(XMLError) -> String {
    var text = response(certificate)
    // The assertion first: the response's signature covers it.
    if signs.contains(.assertion), status == SAMLNames.success {
      text = try XMLSignature.signed(text, id: assertionID, key: key)
    }
    if signs.contains(.response) {
      text = try XMLSignature.signed(text, id: responseID, key: key)
    }
    return text
  }

  private func response(_ certificate: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>\
    <samlp:Response xmlns:samlp="\(SAMLNames.protocol)" \
    xmlns:saml="\(SAMLNames.assertion)" Destination="\(XML.escaped(destination))" \
    ID="\(responseID)"\(attribute("InResponseTo", inResponseTo)) \
    IssueInstant="\(issuedAt.rfc3339)" Version="2.0">\
    <saml:Issuer>\(XML.escaped(issuer))</saml:Issuer>\
    \(template(.response, responseID, certificate))\
    <samlp:Status><samlp:StatusCode Value="\(XML.escaped(status))">\
    \(statusDetail.map { "<samlp:StatusCode Value=\"\(XML.escaped($0))\"/>" } ?? "")\
    </samlp:StatusCode></samlp:Status>\
    \(status == SAMLNames.success ? assertion(certificate) : "")</samlp:Response>
    """
  }

  private func assertion(_ certificate: String) -> String {
    """
    <saml:Assertion ID="\(assertionID)" IssueInstant="\(issuedAt.rfc3339)" Version="2.0">\
    <saml:Issuer>\(XML.escaped(issuer))</saml:Issuer>\
    \(template(.assertion, assertionID, certificate))\
    <saml:Subject><saml:NameID Format="\(XML.escaped(nameIDFormat))">\
    \(XML.escaped(nameID))</saml:NameID>\
    <saml:SubjectConfirmation Method="\(SAMLNames.bearer)"><saml:SubjectConfirmationData\
    \(attribute("InResponseTo", inResponseTo)) NotOnOrAfter="\(notOnOrAfter.rfc3339)" \
    Recipient="\(XML.escaped(recipient))"/></saml:SubjectConfirmation></saml:Subject>\
    <saml:Conditions NotBefore="\(notBefore.rfc3339)" NotOnOrAfter="\(notOnOrAfter.rfc3339)">\
    <saml:AudienceRestriction><saml:Audience>\(XML.escaped(audience))</saml:Audience>\
    </saml:AudienceRestriction></saml:Conditions>\
    <saml:AuthnStatement AuthnInstant="\(issuedAt.rfc3339)" SessionIndex="\(assertionID)">\
    <saml:AuthnContext><saml:AuthnContextClassRef>\
    urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport\
    </saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>\
    \(attributeStatement)</saml:Assertion>
    """
  }

  private func template(_ part: Part, _ id: String, _ certificate: String) -> String {
    signs.contains(part) ? XMLSignature.template(id: id, certificate: certificate) : ""
  }

  private func attribute(_ name: String, _ value: String?) -> String {
    value.map { " \(name)=\"\(XML.escaped($0))\"" } ?? ""
  }

  private var attributeStatement: String {
    guard !attributes.isEmpty else { return "" }
    let all = attributes.map { attribute in
      let values = (attribute.value.array ?? [attribute.value]).map { value in
        let text = XML.escaped(value.string ?? value.serialized())
        return "<saml:AttributeValue>\(text)</saml:AttributeValue>"
      }
      return
        "<saml:Attribute Name=\"\(XML.escaped(attribute.key))\">\(values.joined())</saml:Attribute>"
    }
    return "<saml:AttributeStatement>\(all.joined())</saml:AttributeStatement>"
  }
}
