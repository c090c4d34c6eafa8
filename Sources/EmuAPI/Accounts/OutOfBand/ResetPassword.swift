internal import EmuModel
internal import EmuStore

/// `accounts:resetPassword`: returns the purpose of a code, sets a new password with a code, or
/// replaces a known password.
enum ResetPassword: WriteOperation {
  enum Prepared: Sendable {
    /// Reads a code without consuming it.
    case inspect(code: String)
    case reset(code: String, newPassword: String)
    /// Replaces a password that was verified before the transaction.
    case replace(uid: String, StoredPassword, newPassword: String)
    /// Rejects a wrong password, which is counted.
    case rejected(SignInWithPassword.Prepared, APIError)
  }

  static func prepare(
    _ input: ResetPasswordRequest, in context: OperationContext
  ) throws -> Prepared {
    guard context.project.signsInWithPassword else { throw APIError.passwordLoginDisabled }
    if let code = input.oobCode.given {
      guard let password = input.newPassword.given else {
        try context.checkStrictly(
          input.newPassword == nil, reason: "newPassword is empty",
          otherwise: .weakPassword.inProduction())
        return .inspect(code: code)
      }
      return .reset(code: code, newPassword: password)
    }
    guard let email = input.email.given, let oldPassword = input.oldPassword.given else {
      throw APIError.missingOobCode
    }
    let newPassword = try input.newPassword.given(otherwise: .missingPassword)
    // Not a sign-in: the policy may reject sign-ins until the password is replaced.
    let verified = try SignInWithPassword.verified(
      email: try ProfileInput.email(email), oldPassword, in: context)
    if let refusal = verified.refusal { return .rejected(verified, refusal) }
    return .replace(
      uid: verified.uid, verified.password,
      newPassword: try context.acceptable(password: newPassword))
  }

  static func afterRefusal(_ prepared: Prepared, in context: OperationContext) -> Change? {
    guard case .rejected(let password, _) = prepared else { return nil }
    return SignInWithPassword.afterRefusal(password, in: context)
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> ResetPasswordResponse {
    switch prepared {
    case .rejected(_, let refusal): throw refusal
    case .inspect(let text):
      let code = try context.validCode(text, store.reader)
      var response = response(code)
      if code.kind == .revertSecondFactorAddition {
        let user = try context.user(of: code, store)
        response.mfaInfo = MfaEnrollment(
          try context.revertedFactor(of: code, user), for: .firstFactor)
      }
      return response
    case .reset(let text, let newPassword):
      let code = try context.validCode(text, store.reader)
      // Production accepts a sign-in code here, and changes nothing.
      if code.kind == .emailSignIn, context.rules.codesFollowAccounts {
        context.explain(.oobCode, .warned, "The code signs in; no password is changed.")
        return response(code)
      }
      guard code.kind == .passwordReset else {
        if code.kind == .emailSignIn {
          context.explain(
            .codeOfChangedAccount, "production accepts the code, and changes no password",
            production: "changes nothing")
        }
        throw context.refused(
          .oobCode, "A code of type \(code.kind.rawValue) resets no password.", as: .invalidOobCode)
      }
      let user = try context.user(of: code, store)
      try reset(user, try context.acceptable(password: newPassword), in: context, store)
      try store.markUsed(code, at: context.now)
      return response(code)
    case .replace(let uid, let oldPassword, let newPassword):
      guard let original = try store.reader.user(uid: uid, in: context.scope),
        original.password == oldPassword, let email = original.email
      else { throw APIError.invalidLoginCredentials }
      guard !original.disabled else { throw APIError.userDisabled }
      var user = original
      user.password = .clear(newPassword, context.ids, at: context.now)
      user.endSessions(at: context.now)
      try store.update(user, from: original, in: context.scope)
      return ResetPasswordResponse(email: email)
    }
  }

  /// Sets the password of a user who has proved to own the mailbox.
  private static func reset(
    _ original: User, _ password: String, in context: OperationContext, _ store: WriteTransaction
  ) throws {
    var user = original
    user.password = .clear(password, context.ids, at: context.now)
    user.emailVerified = true
    // Before that proof, anyone could have linked a provider.
    user.links = []
    user.endSessions(at: context.now)
    try store.update(user, from: original, in: context.scope)
    context.explain(.session, .chose, "The new password ended every session of \(user: user).")
    guard !original.links.isEmpty else { return }
    let unlinked = original.links.map(\.providerID).joined(separator: ", ")
    context.explain(.unlink, .chose, "The reset unlinks \(unlinked).")
  }

  private static func response(_ code: OobCode) -> ResetPasswordResponse {
    ResetPasswordResponse(
      requestType: code.kind.rawValue, email: code.email, newEmail: code.newEmail)
  }
}
