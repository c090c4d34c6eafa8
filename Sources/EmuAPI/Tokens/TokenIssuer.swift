internal import EmuJOSE
internal import EmuModel

/// The form of a sign-in's ID token.
enum IDTokenVersion: Sendable {
  /// The form of the Secure Token service, with a refresh token.
  case secure
  /// The same, without a request for it: production returns the legacy form then.
  case unrequested
  /// The form of the API's first version. Production returns it alone if a sign-in lacks
  /// `returnSecureToken`.
  case legacy
}

struct SessionTokens {
  var idToken: LazyText
  var refreshToken: LazyText
  /// Seconds, as text.
  var expiresIn: String
  /// The form. A response in the legacy form has only the ID token.
  var form = IDTokenVersion.secure
}

extension OperationContext {
  /// The lifetime of an ID token in seconds.
  static let idTokenLifetime: Int64 = 3600

  /// Ends every session of a user and opens a new one for the caller.
  func renewSession(_ session: Session, of user: inout User) -> Session {
    user.endSessions(at: now)
    user.lastRefreshAt = now
    var renewed = session
    renewed.start = user.sessionStart(at: now, rules)
    return renewed
  }

  /// Returns the form of the tokens of a sign-in with `returnSecureToken`.
  func tokenForm(secure: Bool?) -> IDTokenVersion {
    secure == true ? .secure : rules.issuesLegacyTokens ? .legacy : .unrequested
  }

  func tokens(
    for user: User, _ session: Session, form: IDTokenVersion = .secure
  ) -> SessionTokens {
    if form == .unrequested {
      explain(
        .legacyToken,
        "without returnSecureToken production gives a legacy ID token and no refresh token",
        production: "gives a legacy token")
    }
    return SessionTokens(
      idToken: idToken(for: user, session, isLegacy: form == .legacy),
      refreshToken: refreshToken(session),
      expiresIn: String(Self.idTokenLifetime), form: form)
  }

  /// Returns the refresh token of a session, sealed when the response is encoded.
  func refreshToken(_ session: Session) -> LazyText {
    let project = project.id
    return LazyText { RefreshToken(project: project, session: session).sealed }
  }

  /// Returns the ID token of a session, written when the response is encoded.
  ///
  /// Its times are whole seconds and, but for a legacy token, never before `auth_time`, which may be
  /// in the future if the clock was set back.
  func idToken(for user: User, _ session: Session, isLegacy: Bool = false) -> LazyText {
    let issuedAt = isLegacy ? now.seconds : max(now.seconds, session.start.authTime)
    let claims = IDTokenClaims(
      user: user, session: session, projectID: project.id, issuedAt: issuedAt,
      expiresAt: issuedAt + (isLegacy ? IDTokenClaims.legacyLifetime : Self.idTokenLifetime))
    return isLegacy ? signed(claims: claims.legacyJSON, type: nil) : signed(claims: claims.json)
  }

  /// Returns claims as a token of the backend: signed if this emulator signs, otherwise unsigned.
  ///
  /// - Parameter type: `typ` of the header of a signed token.
  func signed(
    claims: @autoclosure @escaping @Sendable () -> [UInt8], type: String? = "JWT"
  ) -> LazyText {
    guard services.signsIDTokens else {
      return LazyText { JWTSigner.unsigned(claims: claims()) }
    }
    let keys = services.keys
    return LazyText {
      let key = try keys.signingKey(of: KeyRing.secureToken, algorithm: .rs256)
      return try JWTSigner.sign(claims: claims(), key: key, type: type)
    }
  }
}
