internal import EmuModel
internal import EmuStore

/// `securetoken.googleapis.com/v1/token`: exchanges a refresh token for a new ID token.
enum Token: WriteOperation {
  typealias Input = TokenRequest

  static func prepare(
    _ input: TokenRequest, in context: OperationContext
  ) throws -> RefreshToken.Opened {
    guard let grantType = ProfileInput.given(input.grantType) else {
      throw APIError.missingGrantType
    }
    // iOS also sends `authorization_code`, with a refresh token as the code.
    let token: String?
    switch grantType {
    case "refresh_token": token = ProfileInput.given(input.refreshToken)
    case "authorization_code": token = ProfileInput.given(input.code)
    default: throw APIError.invalidGrantType
    }
    guard let token else { throw APIError.missingRefreshToken }
    // A token of the official emulator is not authenticated. Only the profile compatible accepts it.
    guard
      let opened = RefreshToken.open(token)
        ?? (context.rules.isStrict ? nil : RefreshToken.openOfficial(token))
    else {
      context.explain(.refreshToken, .refused, "No emulator made this refresh token.")
      throw APIError.invalidRefreshToken
    }
    guard opened.project == context.project.id else {
      context.explain(
        .refreshToken, .refused,
        "The refresh token is of project \(opened.project), the API key of \(context.project.id).")
      throw APIError.projectNumberMismatch
    }
    return opened
  }

  static func run(
    _ prepared: RefreshToken.Opened, in context: OperationContext, _ store: WriteTransaction
  ) throws -> TokenResponse {
    var session = prepared.session
    let context = try context.inTenant(session.tenantID, store.reader)
    guard var user = try store.reader.user(uid: session.uid, in: context.scope) else {
      throw APIError.userNotFound
    }
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
