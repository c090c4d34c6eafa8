internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// An ID token that a client presented: its form, project and signature are good.
///
/// Whether its user still exists is asked inside the transaction.
struct PresentedIDToken: Sendable {
  let session: Session
  /// Seconds since the epoch.
  let expiresAt: Int64
  /// Everything that the token says.
  let claims: JSONObject
  /// Whether it is a token of the first version of the API, of which no session cookie is made.
  let isLegacy: Bool

  var uid: String { session.uid }

  /// The session with the claims that it was opened with: a custom token's, or a blocking function's.
  ///
  /// The token does not distinguish them from the user's own, so those that the user has by itself are left
  /// out: they stay the user's to lose.
  func session(of user: User) -> Session {
    var session = session
    let own = user.customAttributes.flatMap { (try? JSON(parsing: $0))?.object } ?? JSONObject()
    var kept = JSONObject()
    let opened = isLegacy ? claims["extra_claims"]?.object ?? JSONObject() : claims
    for member in opened
    where !IDTokenClaims.written.contains(member.key)
      && !IDTokenClaims.profile.contains(member.key) && own[member.key] != member.value
    {
      kept[member.key] = member.value
    }
    session.claims = kept.isEmpty ? nil : JSON.object(kept).serialized()
    return session
  }
}

extension OperationContext {
  /// Reads an ID token and checks what needs no store.
  ///
  /// - Throws: `INVALID_ID_TOKEN`, `TENANT_ID_MISMATCH`, `USER_NOT_FOUND` with a tenant that is gone.
  func presented(idToken text: String) throws(APIError) -> PresentedIDToken {
    let known = idToken?.text == text ? idToken : nil
    guard let read = known ?? services.idTokens.token(text) else {
      throw refusedIDToken("it is no JSON Web Token")
    }
    try checkSignature(of: read)
    let isLegacy = read.isLegacy && rules.givesLegacyTokens
    guard read.audience == project.id, isLegacy || read.issuer.map(isOwnIssuer) == true else {
      throw refusedIDToken("its audience is \(read.audience ?? "missing"), not \(project.id)")
    }
    guard let session = read.session, let issuedAt = read.issuedAt else {
      throw refusedIDToken("it names no user or no time")
    }
    guard read.hasPlausibleTimes else { throw refusedIDToken("its times are no times") }
    guard read.tenantID == tenant?.id else {
      throw try isGone(tenantID: read.tenantID) ? .userNotFound : .tenantIDMismatch
    }
    return PresentedIDToken(
      session: session, expiresAt: read.expiresAt ?? issuedAt + Self.idTokenLifetime,
      claims: read.claims, isLegacy: isLegacy)
  }

  private func isOwnIssuer(_ name: String) -> Bool {
    let place = "https://securetoken.google.com/"
    return name.utf8.count == place.utf8.count + project.id.utf8.count && name.hasPrefix(place)
      && name.hasSuffix(project.id)
  }

  /// Whether a token's tenant was deleted, and its users with it.
  ///
  /// - Throws: what the store's failure becomes: a client that receives `USER_NOT_FOUND` signs its user out.
  private func isGone(tenantID: String?) throws(APIError) -> Bool {
    guard let tenantID, tenant == nil else { return false }
    do {
      return try services.store.tenant(tenantID, in: project) == nil
    } catch {
      throw APIError(translating: error, explanation: explanation)
    }
  }

  private func checkSignature(of token: UncheckedIDToken) throws(APIError) {
    if token.isUnsigned {
      guard !services.options.signsIDTokens else {
        throw refusedIDToken("it is unsigned, and this emulator signs its tokens")
      }
      return
    }
    let keys = services.keys.verificationKeys(of: KeyRing.secureToken)
    guard JWTVerifier.verify(token.token, keys: keys).isValid else {
      throw refusedIDToken("no key of this emulator made its signature")
    }
  }

  private func refusedIDToken(_ because: String) -> APIError {
    explain(.idToken, .refused, "The ID token is refused: \(because).")
    return .invalidIDToken
  }

  /// The user of a presented token, if the session still stands.
  ///
  /// - Throws: `USER_NOT_FOUND`, `USER_DISABLED`, `TOKEN_EXPIRED`; `INVALID_ID_TOKEN` by switch.
  func user(of token: PresentedIDToken, _ store: Reader) throws -> User {
    guard let user = try store.user(uid: token.uid, in: scope) else {
      explain(.idToken, .refused, "User \(token.uid) of the ID token is gone.")
      throw APIError.userNotFound
    }
    guard !user.disabled else { throw APIError.userDisabled }
    let authTime = token.session.authTime
    guard !SessionRule.isOutdated(authTime: authTime, validSince: user.validSince) else {
      explain(
        .session, .refused,
        "The session opened at \(authTime) and everything before \(user.validSince) was revoked.")
      throw APIError.tokenExpired
    }
    try check(
      .idTokenExpiry, now.seconds - rules.tokenGrace < token.expiresAt,
      because: "the ID token expired at \(token.expiresAt)", otherwise: .invalidIDToken)
    return user
  }

  /// Whether the caller signed in recently enough for what changes how the account is reached.
  ///
  /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN` by switch.
  func checkRecentLogin(_ token: PresentedIDToken, user: User) throws(APIError) {
    guard !user.isAnonymous, !caller.isAdmin else { return }
    let authTime = token.session.authTime
    try check(
      .recentLogin, SessionRule.isRecent(authTime: authTime, now: now),
      because: "the person signed in \(now.seconds - authTime) s ago, and this needs a sign-in "
        + "within \(SessionRule.recentLoginWindow.components.seconds) s",
      otherwise: .credentialTooOld)
  }
}
