struct IssueSamlResponseRequest: Decodable, Sendable {
  /// The relying party, which is the audience of the assertion.
  var rpId: String?
  var idToken: String?
  /// A third party's app behind the relying party.
  var samlAppEntityId: String?
}

struct IssueSamlResponseResponse: Codable, Sendable {
  var samlResponse: String
  var acsEndpoint: String
  var relayState: String?
  var email: String
  var firstName: String?
  var lastName: String?
  var isNewUser = false
}
