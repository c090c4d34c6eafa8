internal import EmuJOSE
internal import EmuModel
internal import EmuStore

/// `securetoken.googleapis.com/v1/token`: exchanges a refresh token for a new ID token.
enum Token: WriteOperation {
  static func prepare(
    _ input: TokenRequest, in context: OperationContext
  ) throws -> RefreshToken {
    let grantType = try input.grantType.given(otherwise: APIError("MISSING_GRANT_TYPE"))
    // iOS also sends `authorization_code`, with a refresh token as the code.
    let token: String?
    switch grantType {
    case "refresh_token": token = input.refreshToken.given
    case "authorization_code": token = input.code.given
    default: throw APIError("INVALID_GRANT_TYPE")
    }
    guard let token else { throw APIError("MISSING_REFRESH_TOKEN") }
    guard
      let opened = RefreshToken(sealed: token)
        ?? (context.rules.acceptsOfficialRefreshTokens ? RefreshToken.openOfficial(token) : nil)
    else {
      throw context.refused(
        .refreshToken, "No emulator made this refresh token.",
        as: APIError("INVALID_REFRESH_TOKEN"))
    }
    guard opened.project == context.project.id else {
      throw context.refused(
        .refreshToken,
        "The refresh token is of project \(opened.project), the API key of \(context.project.id).",
        as: APIError("PROJECT_NUMBER_MISMATCH"))
    }
    return opened
  }

  static func run(
    _ prepared: RefreshToken, in context: OperationContext, _ store: WriteTransaction
  ) throws -> TokenResponse {
    var session = prepared.session
    let context = try context.inTenant(session.tenantID, store.reader)
    var user = try context.user(uid: session.uid, store.reader.withoutPasskeys)
    guard !user.disabled else { throw APIError.userDisabled }
    if !prepared.knowsStart {
      let signedIn = user.lastLoginAt ?? user.createdAt
      session.start = user.sessionStart(at: signedIn, context.rules)
    }
    guard !user.hasEnded(session.start, context.rules) else {
      context.explain(
        .session, .refused,
        "The session of the refresh token \(user.reasonForEnd(of: session.start)).",
        // Production ends sessions by whole seconds.
        production: user.hasEnded(session.start, .production)
          ? nil : ProductionDifference(.profile(.sessionEnd), "accepts"))
      throw APIError.tokenExpired
    }
    context.explainFutureEnd(of: user)
    context.explain(
      .refreshToken, .allowed,
      "User \(user: user) is enabled, and no change has ended the session since its sign-in.")
    user.lastRefreshAt = context.now
    try store.touch(user)
    let idToken = context.idToken(for: user, session)
    return TokenResponse(
      accessToken: idToken, refreshToken: context.refreshToken(session), idToken: idToken,
      userID: user.uid, projectID: Project.number)
  }
}
