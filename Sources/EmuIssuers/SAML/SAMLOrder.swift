internal import EmuControlCalls
internal import EmuCrypto
internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuSAML

/// A response to be written: its receiver, the request, and the deliberate defects.
struct SAMLOrder: Sendable {
  var parties: SAMLParties
  var callbackURL: String
  /// The id of the request; nil for a response to none.
  var requestID: String?
  /// A URN; nil for the format of an address, or that of a name without one.
  var nameIDFormat: String?
  var attributes: JSONObject = [:]
  var lifetime = SAMLAnswer.lifetime
  var defects: [SAMLDefect] = []

  /// Returns the value of `SAMLResponse` about a person, in Base64.
  func response(for person: Person, _ issuer: SAMLIssuer, _ call: IssuerCall) throws -> String {
    var answer = draft(call)
    let format = nameIDFormat ?? SAMLAnswer.nameIDFormats["emailAddress"] ?? ""
    answer.nameIDFormat = format
    answer.nameID = nameID(of: person, format, call)
    answer.attributes = Self.attributes(of: person)
    answer.attributes.merge(attributes)
    answer.notOnOrAfter = call.now + lifetime
    return try signed(answer, issuer, call)
  }

  /// Returns the value of `SAMLResponse` about a failed sign-in, in Base64.
  func failure(_ name: String, _ issuer: SAMLIssuer, _ call: IssuerCall) throws -> String {
    var answer = draft(call)
    answer.status = SAMLFailure.status("Responder")
    if name == SAMLFailure.cancel || SAMLFailure.offered.contains(name) {
      answer.statusDetail = SAMLFailure.status(name)
    }
    return try signed(answer, issuer, call)
  }

  private func draft(_ call: IssuerCall) -> SAMLAnswer {
    SAMLAnswer(
      parties, callbackURL: callbackURL, inResponseTo: requestID, at: call.now, call.services.ids)
  }

  private func nameID(of person: Person, _ format: String, _ call: IssuerCall) -> String {
    switch format {
    case SAMLAnswer.nameIDFormats["persistent"]: person.subject
    case SAMLAnswer.nameIDFormats["transient"]: "_" + call.services.ids.hexadecimal(32)
    default: person.email ?? person.subject
    }
  }

  /// The attributes of a person: those of the account, then the claims that it adds.
  private static func attributes(of person: Person) -> JSONObject {
    var attributes = JSONObject()
    attributes.setText("email", person.email)
    attributes.setText("displayName", person.name.display)
    for (name, part) in [("firstName", "givenName"), ("lastName", "familyName")] {
      attributes.setText(name, person.name.parts[part]?.string)
    }
    attributes.merge(person.moreClaims)
    return attributes
  }

  private func signed(
    _ answer: SAMLAnswer, _ issuer: SAMLIssuer, _ call: IssuerCall
  ) throws -> String {
    var answer = answer
    for defect in defects { defect.corrupt(&answer, now: call.now) }
    let key = try call.services.keys.signingKey(of: issuer.id, algorithm: .rs256)
    let certificate = try KeyCertificate.make(for: key, commonName: issuer.id)
    let signer = defects.contains(.unknownKey) ? try .generate(.rsa) : key.privateKey
    var document: String
    do throws(XMLError) {
      document = try answer.document(certificate: certificate.base64, key: signer.pemRepresentation)
    } catch {
      throw ControlError(.unavailable, "No response can be signed: \(error.message).")
    }
    if defects.contains(.badSignature) {
      document = document.replacing(
        "<saml:NameID ", with: "<saml:NameID SPNameQualifier=\"changed\" ")
    }
    return Base64URL.encodePadded(Array(document.utf8))
  }
}

extension X509Certificate {
  /// DER as Base64, the form of certificates in XML.
  var base64: String { Base64URL.encodePadded(derRepresentation) }
}
