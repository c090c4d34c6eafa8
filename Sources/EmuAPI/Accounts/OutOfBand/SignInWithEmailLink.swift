internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `accounts:signInWithEmailLink`: signs in whoever can read the mailbox, or adds its address to the
/// account of an ID token.
enum SignInWithEmailLink: WriteOperation {
  struct Prepared: Sendable {
    var email: String
    var code: String
    var linkTo: PresentedIDToken?
  }

  static func prepare(
    _ input: SignInWithEmailLinkRequest, in context: OperationContext
  ) throws -> Prepared {
    guard context.project.config.emailLinkSignInEnabled else {
      throw APIError.operationNotAllowed("Sign-in by e-mail link is disabled for this project.")
    }
    let linkTo = try ProfileInput.given(input.idToken).map { text in
      try context.presented(idToken: text)
    }
    guard let email = ProfileInput.given(input.email) else { throw APIError.missingEmail }
    guard let code = ProfileInput.given(input.oobCode) else { throw APIError.missingOobCode }
    return Prepared(email: try ProfileInput.email(email), code: code, linkTo: linkTo)
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: Writer
  ) throws -> SignInWithEmailLinkResponse {
    let linkTo = try prepared.linkTo.map { try context.user(of: $0, store.reader) }
    let code = try context.standingCode(prepared.code, store.reader)
    guard code.kind == .emailSignIn else {
      context.explain(
        "oobCode", .refused, "A code of type \(code.kind.rawValue) signs nobody in.")
      throw APIError.invalidOobCode
    }
    guard code.email == prepared.email else { throw APIError.emailLinkMismatch }
    let owner = try store.reader.user(email: code.email, in: context.scope)
    if let linkTo, let owner, owner.key != linkTo.key {
      context.explain("link", .refused, "User \(owner.uid) has the address \(code.email).")
      throw APIError.emailExists
    }
    let (user, session, isNew) = try signIn(
      linkTo ?? owner, email: code.email, in: context, store)
    try store.markUsed(code, at: context.now)
    let tokens = context.tokens(for: user, session)
    var response = SignInWithEmailLinkResponse(
      kind: "identitytoolkit#EmailLinkSigninResponse", localId: user.uid, email: code.email,
      isNewUser: isNew)
    response.idToken = tokens.idToken
    response.refreshToken = tokens.refreshToken
    response.expiresIn = tokens.expiresIn
    return response
  }

  private static func signIn(
    _ original: User?, email: String, in context: OperationContext, _ store: Writer
  ) throws -> (User, Session, isNew: Bool) {
    guard original != nil || !context.project.config.signUpDisabled else {
      throw APIError.adminOnlyOperation
    }
    var user = original ?? User(uid: context.ids.localID(), createdAt: context.now)
    guard !user.disabled else { throw APIError.userDisabled }
    user.email = email
    user.emailVerified = true
    user.emailLinkSignIn = true
    let session = context.openSession(for: &user, provider: "password")
    if let original {
      try store.update(user, from: original, in: context.scope)
      context.explain("emailLink", .chose, "User \(user.uid) signs in by e-mail link.")
    } else {
      user = try store.insert(user, in: context.scope)
      context.explain("emailLink", .chose, "User \(user.uid) is made by e-mail link.")
    }
    return (user, session, original == nil)
  }
}
