internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// The response: the session, or the conflict with the data to resolve it.
struct IdpAnswer {
  let prepared: SignInWithIdp.Prepared
  let credential: IdpCredential
  let question: LinkingQuestion
  let decision: LinkingDecision
  let context: OperationContext
  let store: WriteTransaction

  // Borrowed, because a copy costs a reference count for each text.
  private var profile: IdpProfile { _read { yield credential.profile } }

  private static let pendingLifetime: Duration = .seconds(3600)

  /// - Throws: the error of a refusal, unless the app requests the credential instead.
  func withoutSession() throws -> SignInWithIdpResponse {
    var response = emptyResponse
    switch decision {
    case .needConfirmation(let uid):
      try writeConflict(to: &response)
      response.needConfirmation = true
      response.localId = uid
      let owner = question.emailOwner
      // Production lists no sign-in methods if the owner's address was never verified.
      if context.rules.namesUnverifiedOwner || owner?.emailVerified == true {
        response.verifiedProvider = owner?.signInProviders ?? []
      }
    case .refuse(let refusal):
      let error = refusal.error
      guard prepared.input.returnIdpCredential == true else { throw error }
      try context.checkStrictly(
        refusal != .signUpDisabled, reason: "errorMessage names conflicts alone", otherwise: error)
      try writeConflict(to: &response)
      // The contract requires the code without a detail here, and USER_NOT_FOUND in both profiles.
      response.errorMessage =
        refusal == .noSuchUser ? APIError.userNotFound.code : error.code
    case .signIn, .merge, .link, .create:
      throw APIError.internalError
    }
    return response
  }

  private var emptyResponse: SignInWithIdpResponse {
    var response = SignInWithIdpResponse(
      providerId: profile.providerID, federatedId: profile.federatedID)
    response.context = prepared.appContext ?? (context.rules.shape == .official ? "" : nil)
    return response
  }

  /// Returns the response with the session or the second-factor challenge.
  func after(_ outcome: SignInResult) throws -> SignInWithIdpResponse {
    var response = emptyResponse
    writeCredential(to: &response)
    response.localId = outcome.user.uid
    if profile.email == nil || profile.email == outcome.user.email {
      // If the provider names no address, the flag is the account's.
      response.emailVerified = outcome.user.shownEmailVerified
    } else if question.oneAccountPerEmail, profile.email != nil {
      response.originalEmail = outcome.user.email
    }
    if context.rules.fallsBackToAccount {
      response.displayName = response.displayName ?? outcome.user.displayName
      response.photoUrl = response.photoUrl ?? outcome.user.photoURL
    }
    if issuesPendingToken { response.pendingToken = try pendingToken() }
    response.signIn = FirstFactorBody(outcome)
    if case .merge(_, _, emailRecycled: true) = decision { response.emailRecycled = true }
    if decision == .create { response.isNewUser = true }
    return response
  }

  /// True if the response has a pending token: in production with every credential of `oidc.*`, and
  /// where no token beside it can be presented again; otherwise with those that are valid once.
  private var issuesPendingToken: Bool {
    guard context.rules.offersPendingTokens else { return credential.isSingleUse }
    let provider = context.provider(profile.providerID)
    return ProviderFamily(of: profile.providerID) != .social
      || credential.isSingleUse && !provider.acceptsIDTokens
  }

  /// Writes the provider's part, with a token under which the credential can be presented again.
  private func writeConflict(to response: inout SignInWithIdpResponse) throws {
    writeCredential(to: &response)
    response.pendingToken = try pendingToken()
  }

  private func writeCredential(to response: inout SignInWithIdpResponse) {
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
    response.oauthIdToken = credential.signedIDToken(in: context.services)
    response.oauthAccessToken = credential.accessToken
    response.oauthTokenSecret = credential.tokenSecret
    response.oauthExpireIn = credential.expiresIn
    if prepared.input.returnRefreshToken == true {
      response.oauthRefreshToken = credential.refreshToken
    }
    response.tenantId = context.tenant?.id
  }

  /// Returns the pending token of the request, or a new one.
  private func pendingToken() throws -> String {
    if let token = prepared.presented.pendingToken { return token }
    let token = context.ids.urlSafe(64)
    var kept = credential
    kept.isSingleUse = false
    try store.keepPendingCredential(
      token: token, providerID: profile.providerID, rawID: profile.rawID,
      credential: String(decoding: try JSONEncoding.encode(kept), as: UTF8.self),
      in: context.scope, now: context.now, lifetime: Self.pendingLifetime)
    return token
  }
}

extension LinkingDecision.Refusal {
  var error: APIError {
    switch self {
    case .identityTaken: .federatedUserIDAlreadyLinked
    case .emailTaken: .emailExists
    case .signUpDisabled: .adminOnlyOperation
    // USER_NOT_FOUND makes the Web SDK sign the current user out. The official emulator returns a
    // mismatch.
    case .noSuchUser: APIError("USER_MISMATCH").inProduction(APIError.userNotFound.code)
    }
  }
}
