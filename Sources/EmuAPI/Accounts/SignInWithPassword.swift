internal import EmuModel
internal import EmuStore

enum SignInWithPassword: WriteOperation {
  /// The user whose password was verified before the transaction.
  struct Prepared: Sendable {
    var uid: String
    var password: StoredPassword
    /// The refusal of a wrong password, after which it is counted.
    var refusal: APIError?
    /// The unmet requirements of the password policy.
    var notifications: [SignInWithPasswordResponse.UserNotification]?
    var form = IDTokenVersion.secure
  }

  static func prepare(
    _ input: SignInWithPasswordRequest, in context: OperationContext
  ) throws -> Prepared {
    guard context.project.signsInWithPassword else { throw APIError.passwordLoginDisabled }
    guard let given = input.email else { throw APIError.missingEmail }
    let email = try ProfileInput.email(given)
    let password = try input.password.given(otherwise: .missingPassword)
    try context.checkRecaptcha(
      .emailPassword, input.captchaResponse, input.clientType, input.recaptchaVersion)
    var prepared = try verified(email: email, password, in: context)
    guard prepared.refusal == nil else { return prepared }
    if context.project.passwordPolicy?.forceUpgradeOnSignin == true {
      try context.checkPolicy(of: password)
    }
    prepared.form = context.tokenForm(secure: input.returnSecureToken)
    prepared.notifications = context.notifications(of: password)
    return prepared
  }

  /// Returns the user of an address, with the refusal of a wrong password.
  ///
  /// - Throws: `USER_DISABLED`; `EMAIL_NOT_FOUND` and `INVALID_PASSWORD`, or for both
  ///   `INVALID_LOGIN_CREDENTIALS`; by the switch `attemptLimits` `TOO_MANY_ATTEMPTS_TRY_LATER`.
  static func verified(
    email: String, _ password: String, in context: OperationContext
  ) throws -> Prepared {
    let (user, isLocked) = try context.services.store.read { reader in
      let user = try reader.withoutPasskeys.user(email: email, in: context.scope)
      let isLocked = try user.map {
        try context.wrongPasswords(of: $0).areTooMany(reader)
      }
      return (user, isLocked ?? false)
    }
    func refused(_ reason: Reason, as error: APIError = .invalidPassword) -> APIError {
      context.explain(
        .password, .refused, reason,
        production: context.whereUsersAreHidden(.refusal(APIError.invalidLoginCredentials.code)))
      return context.switches.isOn(.emailEnumerationProtection) ? .invalidLoginCredentials : error
    }
    guard let user else {
      throw refused("No user has the address \(email).", as: .emailNotFound)
    }
    guard !user.disabled else { throw APIError.userDisabled }
    guard let stored = user.password else {
      let others = user.signInProviders.joined(separator: ", ")
      let methods = others.isEmpty ? "no provider" : others
      throw refused("User \(user: user) has no password; it signs in with \(methods).")
    }
    try context.check(
      .attemptLimits, !isLocked,
      reason:
        "\(CodeLimits.wrongPasswords) wrong passwords of user \(user: user) came since the last "
        + "sign-in; moving the clock by \(CodeLimits.wrongPasswordWindow.components.seconds) s ends "
        + "the wait",
      otherwise: .tooManyPasswords)
    var prepared = Prepared(uid: user.uid, password: stored)
    if try !context.verifies(password, against: stored) {
      prepared.refusal = refused("The password is not that of user \(user: user).")
    }
    return prepared
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> SignInWithPasswordResponse {
    if let refusal = prepared.refusal { throw refusal }
    let isProtected = context.switches.isOn(.emailEnumerationProtection)
    // The account may have changed since the password was verified.
    guard
      let user = try store.reader.withoutPasskeys.user(uid: prepared.uid, in: context.scope),
      user.password == prepared.password, let email = user.email
    else { throw isProtected ? APIError.invalidLoginCredentials : APIError.invalidPassword }
    let outcome = try context.completeSignIn(
      user, from: user, by: .password, gives: prepared.form, store)
    return SignInWithPasswordResponse(
      localId: user.uid, email: email, displayName: outcome.user.displayName,
      profilePicture: outcome.user.photoURL, photoUrl: outcome.user.photoURL, registered: true,
      userNotifications: prepared.notifications, signIn: FirstFactorBody(outcome))
  }

  static func afterRefusal(_ prepared: Prepared, in context: OperationContext) -> Change? {
    guard prepared.refusal != nil, context.switches[.attemptLimits] != .off else { return nil }
    return { store in
      guard let user = try store.reader.user(uid: prepared.uid, in: context.scope) else { return }
      try context.wrongPasswords(of: user).count(store)
    }
  }
}
