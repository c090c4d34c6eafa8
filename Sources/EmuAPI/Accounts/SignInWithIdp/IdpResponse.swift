internal import EmuJSON
internal import EmuModel
internal import EmuStore
internal import EmuWire

/// Builds the answers of `accounts:signInWithIdp`.
struct IdpResponse {
  let flow: SignInFlow

  /// How long a pending token is good for.
  private static let pendingLifetime: Duration = .seconds(3600)

  private var context: OperationContext { flow.context }
  private var credential: IdpCredential { flow.credential }

  func success(_ outcome: SignInOutcome) throws -> SignInWithIdpResponse {
    let user = outcome.user
    var response = base()
    response.localId = user.uid
    if credential.profile.email == nil || credential.profile.email == user.email {
      // Of a provider that names no address, the flag of the account's own.
      response.emailVerified = user.shownEmailVerified
    } else if flow.oneAccountPerEmail, credential.profile.email != nil {
      response.originalEmail = user.email
    }
    if context.settings.profile == .production {
      // The account's own, where the provider tells none; the official emulator leaves them out.
      response.displayName = response.displayName ?? user.displayName
      response.photoUrl = response.photoUrl ?? user.photoURL
    }
    if credential.isSingleUse { response.pendingToken = try pendingToken() }
    response.take(outcome)
    return response
  }

  /// The provider's part alone, with a token under which the credential can be presented again.
  func conflict() throws -> SignInWithIdpResponse {
    var response = base()
    response.pendingToken = try pendingToken()
    return response
  }

  private func base() -> SignInWithIdpResponse {
    let profile = credential.profile
    var response = SignInWithIdpResponse(
      kind: "identitytoolkit#VerifyAssertionResponse", providerId: profile.providerID,
      federatedId: profile.federatedID)
    response.email = profile.email
    response.emailVerified = profile.email == nil ? nil : profile.emailVerified
    response.displayName = profile.displayName
    response.fullName = profile.fullName
    response.firstName = profile.firstName
    response.lastName = profile.lastName
    response.photoUrl = profile.photoURL
    response.screenName = profile.screenName
    response.language = profile.language
    response.rawUserInfo = profile.rawUserInfo
    response.oauthIdToken = oauthIDToken
    response.oauthAccessToken = credential.accessToken
    response.oauthTokenSecret = credential.tokenSecret
    response.oauthExpireIn = credential.expiresIn
    if flow.input.returnRefreshToken == true {
      response.oauthRefreshToken = credential.refreshToken
    }
    response.tenantId = context.tenant?.id
    return response
  }

  private var oauthIDToken: LazyText? {
    guard let token = ProviderIDToken(credential, in: context) else { return nil }
    return LazyText { try token.text() }
  }

  /// The token of the request while it stays good, else a new one.
  private func pendingToken() throws -> String {
    if let token = flow.pendingToken { return token }
    let token = context.ids.urlSafe(64)
    var kept = credential
    kept.isSingleUse = false
    try flow.store.keepPendingCredential(
      token: token, providerID: credential.profile.providerID, rawID: credential.profile.rawID,
      credential: String(decoding: try JSONEncoding.encode(kept), as: UTF8.self),
      in: context.scope, now: context.now, lifetime: Self.pendingLifetime)
    return token
  }
}
