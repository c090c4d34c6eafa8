internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// `:createSessionCookie`: the claims of an ID token in a token that is valid for days.
enum CreateSessionCookie: ReadOperation {
  /// The lifetime of a cookie in seconds: five minutes to fourteen days.
  private static let durations: ClosedRange<Int64> = 300...1_209_600

  static func run(
    _ input: CreateSessionCookieRequest, in context: OperationContext, _ store: ReadTransaction
  ) throws -> CreateSessionCookieResponse {
    let text = try ProfileInput.idToken(input.idToken)
    let context = try self.context(of: text, in: context, store)
    // An absent duration selects the maximum; on the official emulator zero does so too.
    let isAbsent = input.validDuration == nil || input.validDuration == 0 && !context.rules.isStrict
    let duration = isAbsent ? durations.upperBound : input.validDuration ?? 0
    guard durations.contains(duration) else { throw APIError("INVALID_DURATION") }
    let token = try context.presented(idToken: text)
    guard !token.isLegacy else {
      throw context.refused(
        .idToken,
        "The token comes from a sign-in without returnSecureToken; no session cookie is made of it.",
        as: .invalidIDToken)
    }
    _ = try context.user(of: token, store)
    var claims = token.claims
    let issuedAt = max(context.now.seconds, token.session.start.authTime)
    claims["iss"] = .string("https://session.firebase.google.com/\(context.project.id)")
    claims["iat"] = .int(issuedAt)
    claims["exp"] = .int(issuedAt + duration)
    let payload = JSON.object(claims).serializedBytes()
    return CreateSessionCookieResponse(
      sessionCookie: context.signed(
        claims: payload, type: context.rules.addsCookieType ? "JWT" : nil)
    )
  }

  /// Returns the context of a token's user, who may belong to a tenant that the path does not name.
  private static func context(
    of idToken: String, in context: OperationContext, _ store: ReadTransaction
  ) throws -> OperationContext {
    guard context.rules.findsTenantOfCookie, context.tenant == nil,
      let token = context.services.idTokens.token(idToken), token.audience == context.project.id
    else { return context }
    return try context.inTenant(token.tenantID, store)
  }
}
