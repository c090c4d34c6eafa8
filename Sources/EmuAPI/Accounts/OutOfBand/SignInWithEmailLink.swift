internal import EmuModel
internal import EmuStore

/// `accounts:signInWithEmailLink`: signs in the owner of a mailbox, or adds its address to the
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
    guard context.project.signsInWithEmailLink else {
      throw APIError.emailLinkSignInDisabled
    }
    let linkTo = try input.idToken.given.map(context.presented(idToken:))
    let email = try input.email.given(otherwise: .missingEmail)
    let code = try input.oobCode.given(otherwise: .missingOobCode)
    return Prepared(email: try ProfileInput.email(email), code: code, linkTo: linkTo)
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> SignInWithEmailLinkResponse {
    let users = store.reader.withoutPasskeys
    let linkTo = try prepared.linkTo.map { try context.user(of: $0, users) }
    let code = try context.validCode(prepared.code, store.reader)
    guard code.kind == .emailSignIn else {
      throw context.refused(
        .oobCode, "A code of type \(code.kind.rawValue) cannot be used to sign in.",
        as: .invalidOobCode)
    }
    guard code.email.isIdentical(to: prepared.email) else { throw APIError.emailLinkMismatch }
    let owner = try users.user(email: code.email, in: context.scope)
    if let linkTo, let owner, owner.key != linkTo.key {
      throw context.refused(
        .link, "User \(user: owner) has the address \(code.email).", as: .emailExists)
    }
    let original = linkTo ?? owner
    guard original != nil || context.project.allowsSignUp else {
      throw APIError.adminOnlyOperation
    }
    var user = original ?? User(uid: context.newLocalID, createdAt: context.now)
    if original == nil, context.rules.datesEmailLinkAccounts {
      user.validSince = context.now.seconds
    }
    // Another person may have set the password before the address was verified.
    if linkTo == nil, !user.emailVerified, user.hasPassword {
      if context.rules.emailLinkRemovesPassword {
        user.removePassword()
        context.explain(
          .emailLink, .chose,
          "The address of user \(user: user) was never verified, so the password is removed.")
      } else {
        context.explain(
          .emailLinkPassword,
          "the address of user \(user: user) was never verified; production removes the password",
          production: "removes the password")
      }
    }
    user.email = code.email
    user.emailVerified = true
    user.emailLinkSignIn = true
    let outcome = try context.completeSignIn(
      user, from: original, by: .emailLink.linking(to: prepared.linkTo), store)
    context.explain(
      .emailLink, .chose,
      "User \(user: user) \(original == nil ? "is made" : "signs in") by e-mail link.")
    try store.markUsed(code, at: context.now)
    return SignInWithEmailLinkResponse(
      localId: user.uid, email: code.email, isNewUser: original == nil,
      signIn: FirstFactorBody(outcome))
  }
}
