/// `accounts:issueSamlResponse`: request.
package struct IssueSamlResponseRequest: Decodable, Sendable {
  /// The relying party, which is the audience of the assertion.
  package var rpId: String?
  package var idToken: String?
  /// A third party's app behind the relying party.
  package var samlAppEntityId: String?
}

/// `accounts:issueSamlResponse`: response.
package struct IssueSamlResponseResponse: Codable, Sendable {
  package var samlResponse: String
  package var acsEndpoint: String
  package var relayState: String?
  package var email: String
  package var firstName: String?
  package var lastName: String?
  package var isNewUser: Bool

  package init(samlResponse: String, acsEndpoint: String, email: String) {
    self.samlResponse = samlResponse
    self.acsEndpoint = acsEndpoint
    self.email = email
    isNewUser = false
  }
}
