internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

struct MintReport: Codable {
  var idToken: String?
  var accessToken: String
  /// Twitter only.
  var oauthTokenSecret: String?
  var refreshToken: String?
  var authorizationCode: String
  var expiresIn: Int?
  var sub: String
  var email: String?
  var fullName: JSONObject?
  var rawNonce: String?
  var state: String?
  /// Apple's JSON of the first sign-in.
  var appleUser: String?
  var realUserStatus: Int?
  var authorizedScopes: [String]?
  var claims: JSONObject?
  /// Defects without effect on a sign-in with the ID token, as sentences.
  var warnings: [String]?

  /// - Parameters:
  ///   - idToken: nil for a provider without ID tokens; so are its claims.
  ///   - warnings: the defects without effect, as sentences.
  init(
    _ issuer: any FakeIssuer, _ order: MintOrder, _ authorization: MintAuthorization,
    idToken: String?, claims: JSONObject?, warnings: [String]
  ) {
    let person = issuer.provider.shared(authorization.tokens.idToken.person, order.scopes)
    let token = authorization.tokens.access
    self.idToken = idToken
    accessToken = token.token
    oauthTokenSecret = token.secret
    refreshToken = authorization.tokens.refresh
    authorizationCode = authorization.code
    expiresIn = token.expiresAt.map { Int($0.seconds - token.issuedAt.seconds) }
    sub = person.subject
    rawNonce = order.rawNonce
    state = order.state
    let sharing = issuer.provider.oneTimeSharing
    // The device sends name and address at the first authorization only, for providers that send
    // them once. The token always has the address.
    if sharing == nil || authorization.isFirst {
      email = person.visibleEmail
      fullName = person.name.parts.isEmpty ? nil : person.name.parts
    }
    if let sharing, authorization.isFirst {
      appleUser = sharing.text(for: person)
      realUserStatus = claims?["real_user_status"]?.int.map { Int($0) }
    }
    authorizedScopes = sharing == nil ? nil : order.scopes.sharing
    self.claims = claims
    self.warnings = warnings.isEmpty ? nil : warnings
  }
}
