/// `accounts:createAuthUri`: request.
package struct CreateAuthUriRequest: Decodable, Sendable {
  package var identifier: String?
  package var continueUri: String?
  package var providerId: String?
  package var sessionId: String?
  package var tenantId: String?
  /// With a provider: the app's additional scopes, separated by spaces.
  package var oauthScope: String?
  /// With a provider: more parameters.
  package var customParameter: [String: String]?
  /// With a provider: a text that the sign-in returns.
  package var context: String?
  // Published, accepted and not used.
  package var appId: String?
  package var authFlowType: String?
  package var clientId: String?
  package var hostedDomain: String?
  package var oauthConsumerKey: String?
  package var openidRealm: String?
  package var otaApp: String?
  package var tenantProjectNumber: Int64?
}

/// `accounts:createAuthUri`: response.
package struct CreateAuthUriResponse: Codable, Sendable {
  package var kind: String
  package var registered: Bool?
  package var allProviders: [String]?
  package var signinMethods: [String]?
  package var forExistingProvider: Bool?
  package var sessionId: String
  package var providerId: String?
  package var authUri: String?

  package init(kind: String, sessionId: String) {
    self.kind = kind
    self.sessionId = sessionId
  }
}
