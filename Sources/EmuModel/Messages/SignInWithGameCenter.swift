/// `accounts:signInWithGameCenter`: request.
package struct SignInWithGameCenterRequest: Decodable, Sendable {
  package var playerId: String?
  package var teamPlayerId: String?
  package var gamePlayerId: String?
  package var publicKeyUrl: String?
  /// Base64.
  package var signature: String?
  /// Base64.
  package var salt: String?
  /// Milliseconds since the epoch.
  package var timestamp: Int64?
  package var displayName: String?
  package var idToken: String?
  package var tenantId: String?
}

/// `accounts:signInWithGameCenter`: response.
package struct SignInWithGameCenterResponse: Codable, Sendable {
  package var localId: String
  package var playerId: String
  package var teamPlayerId: String?
  package var gamePlayerId: String?
  package var displayName: String?
  package var isNewUser: Bool
  package var idToken: LazyText
  package var refreshToken: LazyText
  /// Seconds, as text.
  package var expiresIn: String

  package init(
    localId: String, playerId: String, teamPlayerId: String?, gamePlayerId: String?,
    displayName: String?, isNewUser: Bool, idToken: LazyText, refreshToken: LazyText,
    expiresIn: String
  ) {
    self.localId = localId
    self.playerId = playerId
    self.teamPlayerId = teamPlayerId
    self.gamePlayerId = gamePlayerId
    self.displayName = displayName
    self.isNewUser = isNewUser
    self.idToken = idToken
    self.refreshToken = refreshToken
    self.expiresIn = expiresIn
  }
}
