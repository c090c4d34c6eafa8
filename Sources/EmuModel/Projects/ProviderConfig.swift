/// How a project has set up one sign-in provider.
package struct ProviderConfig: Sendable, Hashable, Codable {
  package var enabled: Bool
  package var displayName: String?
  /// The OAuth client id; for Apple the Services ID.
  package var clientID: String?
  package var clientSecret: String?
  /// More audiences that are taken, such as the client ids of native apps.
  package var additionalClientIDs: [String]
  /// Apple: the bundle ids whose native tokens are taken.
  package var bundleIDs: [String]
  /// Apple: what signs the client secret when a code is exchanged.
  package var codeFlow: AppleCodeFlow?
  /// OpenID Connect: the issuer whose tokens are taken; nil for our own.
  package var issuer: String?

  package struct AppleCodeFlow: Sendable, Hashable, Codable {
    package var teamID: String
    package var keyID: String
    package var privateKey: String

    package init(teamID: String, keyID: String, privateKey: String) {
      self.teamID = teamID
      self.keyID = keyID
      self.privateKey = privateKey
    }
  }

  package init(
    enabled: Bool = true, displayName: String? = nil, clientID: String? = nil,
    clientSecret: String? = nil, additionalClientIDs: [String] = [], bundleIDs: [String] = [],
    codeFlow: AppleCodeFlow? = nil, issuer: String? = nil
  ) {
    self.enabled = enabled
    self.displayName = displayName
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.additionalClientIDs = additionalClientIDs
    self.bundleIDs = bundleIDs
    self.codeFlow = codeFlow
    self.issuer = issuer
  }

  /// Every client that a token may have been issued to; empty when none is configured.
  package var audiences: [String] {
    (clientID.map { [$0] } ?? []) + bundleIDs + additionalClientIDs
  }
}
