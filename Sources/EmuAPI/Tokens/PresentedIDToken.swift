internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// A presented ID token with a valid form, project and signature.
///
/// The transaction checks that its user exists.
struct PresentedIDToken: Sendable {
  let session: Session
  /// Seconds since the epoch.
  let expiresAt: Int64
  let claims: JSONObject
  /// True for a token of the API's first version, from which no session cookie is created.
  let isLegacy: Bool

  var uid: String { session.uid }

  /// Returns the session with the claims of its custom token or blocking function.
  ///
  /// The token mixes them with the user's claims. Claims that the user has now are excluded, so
  /// that they can be removed from the user later. The user's may have changed since the token, so
  /// none are kept where neither a custom token nor a function, or a fault in its place, can have
  /// added them.
  func session(of user: User, in context: OperationContext) -> Session {
    var session = session
    guard
      user.customAuth || context.services.store.hasFaults
        || context.project.blockingFunctions.url(of: .beforeSignIn) != nil
    else { return session }
    let own = user.customAttributes.flatMap { (try? JSON(parsing: $0))?.object } ?? JSONObject()
    var kept = JSONObject()
    let opened = isLegacy ? claims["extra_claims"]?.object ?? JSONObject() : claims
    for member in opened
    where !IDTokenClaims.written.contains(member.key)
      && !IDTokenClaims.profile.contains(member.key) && own[member.key] != member.value
    {
      kept[member.key] = member.value
    }
    if !kept.isEmpty { session.claims = JSON.object(kept).serialized() }
    return session
  }
}

extension OperationContext {
  /// Parses an ID token and makes the checks that need no store.
  ///
  /// - Throws: `INVALID_ID_TOKEN`, `TENANT_ID_MISMATCH`; `USER_NOT_FOUND` for a deleted tenant.
  func presented(idToken text: String) throws(APIError) -> PresentedIDToken {
    let known = idToken?.text == text ? idToken : nil
    guard let read = known ?? services.idTokens.token(text) else {
      throw refusedIDToken("it is not a JSON Web Token")
    }
    try checkSignature(of: read.token)
    let isLegacy = read.isLegacy && rules.issuesLegacyTokens
    guard read.audience == project.id,
      isLegacy || read.issuer == IDTokenClaims.issuer(of: project.id)
    else {
      throw refusedIDToken("its audience is \(read.audience ?? "missing"), not \(project.id)")
    }
    guard let session = read.session, let issuedAt = read.issuedAt else {
      throw refusedIDToken("it names no user or no time")
    }
    guard read.hasPlausibleTimes else { throw refusedIDToken("its times are invalid") }
    guard read.tenantID == tenant?.id else {
      throw try isGone(tenantID: read.tenantID) ? .userNotFound : .tenantIDMismatch
    }
    return PresentedIDToken(
      session: session, expiresAt: read.expiresAt ?? issuedAt + Self.idTokenLifetime,
      claims: read.claims, isLegacy: isLegacy)
  }

  /// Returns true if a token's tenant was deleted, with its users.
  ///
  /// - Throws: the error of the store. A client that receives `USER_NOT_FOUND` would sign its user
  ///   out.
  private func isGone(tenantID: String?) throws(APIError) -> Bool {
    guard let tenantID, tenant == nil else { return false }
    do {
      return try services.store.tenant(tenantID, in: project) == nil
    } catch {
      throw APIError(translating: error, explanation: explanation)
    }
  }

  private func checkSignature(of token: CompactJWT) throws(APIError) {
    if token.isUnsigned {
      guard !services.signsIDTokens else {
        throw refusedIDToken("it is unsigned, and this emulator signs its tokens")
      }
      return
    }
    let keys = services.keys.verificationKeys(of: KeyRing.secureToken)
    guard JWTVerifier.verifies(token, keys: keys) else {
      throw refusedIDToken("no key of this emulator made its signature")
    }
  }

  private func refusedIDToken(_ reason: String) -> APIError {
    refused(.idToken, "The ID token is refused: \(reason).", as: .invalidIDToken)
  }

  /// - Throws: `USER_NOT_FOUND`.
  func user(uid: String, _ store: ReadTransaction) throws -> User {
    guard let user = try store.user(uid: uid, in: scope) else { throw APIError.userNotFound }
    return user
  }

  /// Returns the user of a presented token with a valid session.
  ///
  /// - Throws: `USER_NOT_FOUND`, `USER_DISABLED`, `TOKEN_EXPIRED`; `INVALID_ID_TOKEN` by switch.
  func user(of token: PresentedIDToken, _ store: ReadTransaction) throws -> User {
    guard let user = try store.user(uid: token.uid, in: scope) else {
      throw refused(.idToken, "User \(user: token.uid) of the ID token is gone.", as: .userNotFound)
    }
    guard !user.disabled else { throw APIError.userDisabled }
    let authTime = token.session.start.authTime
    guard !SessionRule.isOutdated(authTime: authTime, validSince: user.validSince) else {
      throw refused(
        .session,
        "The session opened at \(authTime) and everything before \(user.validSince) was revoked.",
        as: .tokenExpired)
    }
    explainFutureEnd(of: user)
    try check(
      .idTokenExpiry, now.seconds - SessionRule.tokenGrace < token.expiresAt,
      reason: "the ID token expired at \(token.expiresAt)", otherwise: .invalidIDToken)
    return user
  }

  /// Records that production refuses the sessions of a user whose `validSince` is ahead.
  func explainFutureEnd(of user: User) {
    guard !rules.endsSessionsBySecond, user.refusesSessions(at: now) else { return }
    explain(
      .sessionEnd, "everything before \(user.validSince) was revoked, which is ahead of the clock",
      otherwise: .tokenExpired)
  }

  /// Checks that the caller signed in recently, for changes to sign-in methods. Anonymous users
  /// cannot sign in again; a user who has removed every sign-in method is not one of them.
  ///
  /// - Throws: `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`, by the switch `recentLogin`.
  func checkRecentLogin(_ token: PresentedIDToken, user: User) throws(APIError) {
    let isAnonymous = user.isAnonymous && token.session.provider == "anonymous"
    guard !isAnonymous, !caller.isAdmin else { return }
    let authTime = token.session.start.authTime
    try check(
      .recentLogin, SessionRule.isRecent(authTime: authTime, now: now),
      reason: "the person signed in \(now.seconds - authTime) s ago, and this needs a sign-in "
        + "within \(SessionRule.recentLoginWindow.components.seconds) s",
      otherwise: APIError("CREDENTIAL_TOO_OLD_LOGIN_AGAIN"))
  }
}
