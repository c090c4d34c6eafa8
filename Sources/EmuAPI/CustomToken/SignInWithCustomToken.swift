internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `accounts:signInWithCustomToken`: signs in whom the app's own server names.
enum SignInWithCustomToken: WriteOperation {
  static func prepare(
    _ input: SignInWithCustomTokenRequest, in context: OperationContext
  ) throws -> CustomToken {
    guard let token = ProfileInput.given(input.token) else { throw APIError.missingCustomToken }
    return try CustomToken(token, in: context)
  }

  static func run(
    _ token: CustomToken, in context: OperationContext, _ store: Writer
  ) throws -> SignInWithCustomTokenResponse {
    let original = try store.reader.user(uid: token.uid, in: context.scope)
    guard original?.disabled != true else { throw APIError.userDisabled }
    var user =
      original
      ?? User(
        uid: token.uid, tenantID: context.tenant?.id, validSince: context.now.seconds,
        createdAt: context.now)
    user.customAuth = true
    let session = context.openSession(for: &user, provider: "custom", claims: token.claims)
    if let original {
      try store.update(user, from: original, in: context.scope)
    } else {
      user = try store.insert(user, in: context.scope)
      context.explain("customToken", .chose, "User \(user.uid) is made for the custom token.")
    }
    let tokens = context.tokens(for: user, session)
    return SignInWithCustomTokenResponse(
      kind: "identitytoolkit#VerifyCustomTokenResponse", isNewUser: original == nil,
      idToken: tokens.idToken, refreshToken: tokens.refreshToken, expiresIn: tokens.expiresIn)
  }
}
