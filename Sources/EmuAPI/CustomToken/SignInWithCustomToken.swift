internal import EmuModel
internal import EmuStore

/// `accounts:signInWithCustomToken`: signs in the user of a custom token, or creates it.
enum SignInWithCustomToken: WriteOperation {
  struct Prepared: Sendable {
    var token: CustomToken
    var form: IDTokenVersion
  }

  static func prepare(
    _ input: SignInWithCustomTokenRequest, in context: OperationContext
  ) throws -> Prepared {
    let text = try input.token.given(
      otherwise: input.token == nil ? .missingCustomToken : .emptyCustomToken)
    return Prepared(
      token: try CustomToken(text, in: context),
      form: context.tokenForm(secure: input.returnSecureToken))
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> SignInWithCustomTokenResponse {
    let token = prepared.token
    let original = try store.reader.withoutPasskeys.user(uid: token.uid, in: context.scope)
    var user = original ?? User(uid: token.uid, createdAt: context.now)
    if original == nil {
      user.tenantID = context.tenant?.id
      // The id may belong to a deleted user, whose sessions are invalid.
      user.endSessions(at: context.now)
    }
    user.customAuth = true
    let outcome = try context.completeSignIn(
      user, from: original, by: .customToken(claims: token.claims), gives: prepared.form, store)
    if original == nil {
      context.explain(.customToken, .chose, "User \(user: user) is made for the custom token.")
    }
    return SignInWithCustomTokenResponse(
      isNewUser: original == nil, session: try SessionBody(outcome))
  }
}
