struct SignInWithGameCenterRequest: Decodable, Sendable {
  var playerId: String?
  var teamPlayerId: String?
  var gamePlayerId: String?
  var publicKeyUrl: String?
  /// Base64.
  var signature: String?
  /// Base64.
  var salt: String?
  /// Milliseconds since the epoch.
  var timestamp: Int64?
  var displayName: String?
  var idToken: String?
  var tenantId: String?
}

struct SignInWithGameCenterResponse: Codable, Sendable {
  var localId: String
  var playerId: String
  var teamPlayerId: String?
  var gamePlayerId: String?
  var displayName: String?
  var isNewUser: Bool
  var idToken: LazyText
  var refreshToken: LazyText
  /// Seconds, as text.
  var expiresIn: String
}
