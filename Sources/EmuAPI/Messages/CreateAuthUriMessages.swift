struct CreateAuthUriRequest: Decodable, Sendable {
  var identifier: String?
  var continueUri: String?
  var providerId: String?
  var sessionId: String?
  var tenantId: String?
  /// With a provider: the app's additional scopes, separated by spaces.
  var oauthScope: String?
  /// With a provider: more parameters.
  var customParameter: [String: String]?
  /// With a provider: a text that the sign-in returns.
  var context: String?
  // Published, accepted and not used.
  var appId: String?
  var authFlowType: String?
  var clientId: String?
  var hostedDomain: String?
  var oauthConsumerKey: String?
  var openidRealm: String?
  var otaApp: String?
  var tenantProjectNumber: Int64?
}

struct CreateAuthUriResponse: Codable, Sendable {
  var kind = "identitytoolkit#CreateAuthUriResponse"
  var registered: Bool?
  var allProviders: [String]?
  var signinMethods: [String]?
  var forExistingProvider: Bool?
  var sessionId: String
  var providerId: String?
  var authUri: String?
}
