package import EmuJSON
package import EmuModel

/// A `Response` with one assertion, whose signature is verified (SAML Core §3.3, §2.3).
package struct SAMLResponse: Sendable, Hashable {
  package var destination: String?
  package var inResponseTo: String?
  package var issuer: String?
  package var assertion: Assertion

  package struct Assertion: Sendable, Hashable {
    package var id: String
    package var issuer: String
    package var nameID: String
    /// The data of the bearer's confirmation.
    package var confirmation: Confirmation
    package var notBefore: Timestamp?
    package var notOnOrAfter: Timestamp?
    /// The audiences of each restriction.
    package var audiences: [[String]]
    /// One value as a text, more as a list.
    package var attributes: JSONObject
  }

  package struct Confirmation: Sendable, Hashable {
    package var inResponseTo: String?
    package var recipient: String?
    package var notOnOrAfter: Timestamp?
  }

  /// Reads a message and verifies its signatures.
  ///
  /// The assertion is read from signed bytes: those of its own signature, or of the response's.
  ///
  /// - Parameters:
  ///   - message: the value of `SAMLResponse`, in Base64.
  ///   - keys: the public keys of the identity provider in PEM; one must have signed.
  /// - Throws: the problem, with production's text where that was recorded.
  package init(_ message: String, keys: [String]) throws(SAMLProblem) {
    guard let bytes = SAMLText.bytes(message) else {
      throw SAMLProblem.unreadable("it is not Base64")
    }
    do {
      try self.init(bytes, keys: keys)
    } catch let error as XMLError {
      throw SAMLProblem(error)
    } catch let problem as SAMLProblem {
      throw problem
    } catch {
      throw SAMLProblem.unreadable("it cannot be read")
    }
  }

  private init(_ bytes: [UInt8], keys: [String]) throws {
    var root = try XML.read(bytes)
    guard root.name == "Response", root.namespace == SAMLNames.protocol else {
      throw SAMLProblem.unreadable("its root element is \(root.name) and not Response")
    }
    let isSigned = root.isSigned
    if isSigned { root = try Self.verified(root, in: bytes, keys) }
    try Self.checkStatus(root)
    guard var assertion = root.only("Assertion", in: SAMLNames.assertion) else {
      throw SAMLProblem.unreadable(
        "it does not contain exactly one unencrypted Assertion; an encrypted one is not read")
    }
    if assertion.isSigned {
      assertion = try Self.verified(assertion, in: bytes, keys)
    } else if !isSigned {
      throw SAMLProblem(.unsigned)
    }
    destination = root["Destination"]
    inResponseTo = root["InResponseTo"]
    issuer = root.only("Issuer", in: SAMLNames.assertion).map { SAMLText.trimmed($0.text) }
    self.assertion = try Assertion(assertion)
  }

  private static func verified(
    _ element: XMLElement, in bytes: [UInt8], _ keys: [String]
  ) throws(XMLError) -> XMLElement {
    let signed = try XMLSignature.verified(bytes, id: element["ID"] ?? "", keys: keys)
    guard signed.name == element.name, signed.namespace == element.namespace else {
      throw .foreignReference
    }
    return signed
  }

  private static func checkStatus(_ root: XMLElement) throws(SAMLProblem) {
    let status = root.only("Status", in: SAMLNames.protocol)
    let code = status?.only("StatusCode", in: SAMLNames.protocol)?["Value"] ?? ""
    guard code != SAMLNames.success else { return }
    throw SAMLProblem(
      "SAMLResponse status code not SUCCESS, instead it is: \(code.prefix(256))",
      reason: "the identity provider refused the sign-in")
  }
}

extension SAMLResponse.Assertion {
  init(_ element: XMLElement) throws(SAMLProblem) {
    let names = SAMLNames.assertion
    guard let id = element["ID"], let issuer = element.only("Issuer", in: names) else {
      throw .unreadable("the Assertion has no ID or no Issuer")
    }
    guard let subject = element.only("Subject", in: names),
      let nameID = subject.only("NameID", in: names).map({ SAMLText.trimmed($0.text) }),
      !nameID.isEmpty, AccountLimits.fits(nameID, AccountLimits.rawID)
    else {
      throw .unreadable("the Subject has no NameID of up to \(AccountLimits.rawID) characters")
    }
    guard
      let confirmation = subject.all("SubjectConfirmation", in: names)
        .first(where: { $0["Method"] == SAMLNames.bearer })?
        .only("SubjectConfirmationData", in: names)
    else { throw .unreadable("the Subject has no SubjectConfirmation of the method bearer") }
    self.id = id
    self.issuer = SAMLText.trimmed(issuer.text)
    self.nameID = nameID
    self.confirmation = SAMLResponse.Confirmation(
      inResponseTo: confirmation["InResponseTo"], recipient: confirmation["Recipient"],
      notOnOrAfter: try Self.time(confirmation, "NotOnOrAfter"))
    let conditions = element.only("Conditions", in: names)
    notBefore = try conditions.flatMap { element throws(SAMLProblem) in
      try Self.time(element, "NotBefore")
    }
    notOnOrAfter = try conditions.flatMap { element throws(SAMLProblem) in
      try Self.time(element, "NotOnOrAfter")
    }
    audiences = (conditions?.all("AudienceRestriction", in: names) ?? []).map {
      $0.all("Audience", in: names).map { SAMLText.trimmed($0.text) }
    }
    attributes = Self.attributes(element)
  }

  private static func time(
    _ element: XMLElement, _ name: String
  ) throws(SAMLProblem) -> Timestamp? {
    guard let text = element[name] else { return nil }
    guard let time = Timestamp(rfc3339: text) else {
      throw .unreadable("\(name) is not a date with a time")
    }
    return time
  }

  private static func attributes(_ element: XMLElement) -> JSONObject {
    var attributes = JSONObject()
    for statement in element.all("AttributeStatement", in: SAMLNames.assertion) {
      for attribute in statement.all("Attribute", in: SAMLNames.assertion) {
        let values = attribute.all("AttributeValue", in: SAMLNames.assertion)
          .map { JSON.string($0.text) }
        attributes[attribute["Name"] ?? ""] = values.count == 1 ? values[0] : .array(values)
      }
    }
    return attributes
  }
}
