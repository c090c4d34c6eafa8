internal import EmuModel
internal import EmuStore

/// `accounts:signUp`: creates an anonymous account, an account with a password, or an account for
/// an administrator; or adds a password to the account of an ID token.
enum SignUp: WriteOperation {
  /// The remaining step: create an account or extend one.
  enum Prepared: Sendable {
    case create(User, password: String?)
    case link(Result<PresentedIDToken, APIError>, NewPassword, displayName: String?)
  }

  struct NewPassword: Sendable {
    var email: String
    /// Its length is checked after the address is known to be available.
    var password: String
  }

  static func prepare(
    _ input: SignUpRequest, in context: OperationContext
  ) throws -> Prepared {
    if context.caller.isAdmin, input.idToken.given == nil {
      return .create(try context.newUser(input), password: input.password.given)
    }
    if let localID = input.localId, !localID.isEmpty {
      throw APIError.unexpectedParameter("User ID")
    }
    guard let password = try newPassword(input, in: context) else {
      guard context.project.signsInAnonymously, context.project.allowsSignUp else {
        throw APIError.adminOnlyOperation
      }
      var user = User(uid: context.newLocalID, createdAt: context.now)
      user.secondFactors = try secondFactors(input, of: user, in: context)
      return .create(user, password: nil)
    }
    try context.checkRecaptcha(
      .emailPassword, input.captchaResponse, input.clientType, input.recaptchaVersion)
    let displayName = try input.displayName.given.map(ProfileInput.displayName)
    if let idToken = input.idToken.given {
      return .link(
        Result { () throws(APIError) in try context.presented(idToken: idToken) }, password,
        displayName: displayName)
    }
    guard context.project.allowsSignUp else { throw APIError.adminOnlyOperation }
    var user = User(uid: context.newLocalID, createdAt: context.now)
    user.email = password.email
    user.displayName = displayName
    user.validSince = context.now.seconds
    user.secondFactors = try secondFactors(input, of: user, in: context)
    return .create(user, password: password.password)
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> SignUpResponse {
    switch prepared {
    case .create(let user, let password): try create(user, password, in: context, store)
    case .link(let token, let password, let displayName):
      try link(token, password, displayName: displayName, in: context, store)
    }
  }

  private static func create(
    _ new: User, _ password: String?, in context: OperationContext, _ store: WriteTransaction
  ) throws -> SignUpResponse {
    var user = new
    try context.checkIsFree(user, store.reader)
    if let password {
      user.password = .clear(
        try context.acceptable(password: password), context.ids, at: context.now)
    }
    guard !context.caller.isAdmin else {
      return response(try context.insert(user, store))
    }
    try checkQuota(in: context, store.reader)
    let outcome = try context.completeSignIn(
      user, from: nil, by: user.hasPassword ? .password : .anonymous, store)
    context.explain(
      .signUp, .chose,
      "User \(user: user) is made, \(user.hasPassword ? "with a password" : "anonymous").")
    var response = response(outcome.user)
    response.session = try SessionBody(outcome)
    return response
  }

  private static func link(
    _ presented: Result<PresentedIDToken, APIError>, _ new: NewPassword, displayName: String?,
    in context: OperationContext, _ store: WriteTransaction
  ) throws -> SignUpResponse {
    // The address is checked before the token, as on the official emulator; the caller's own is
    // accepted.
    let caller = try? presented.get().uid
    if let owner = try store.reader.user(email: new.email, in: context.scope),
      !owner.uid.isIdentical(to: caller)
    {
      throw APIError.emailExists
    }
    let password = try context.acceptable(password: new.password)
    let token = try presented.get()
    let original = try context.user(of: token, store.reader)
    try context.checkRecentLogin(token, user: original)
    var user = original
    user.email = new.email
    if !new.email.isIdentical(to: original.email) { user.emailVerified = false }
    user.password = .clear(password, context.ids, at: context.now)
    if let displayName { user.displayName = displayName }
    var session = context.renewSession(token.session(of: original, in: context), of: &user)
    session.provider = "password"
    user.lastLoginAt = context.now
    try store.update(user, from: original, in: context.scope)
    context.explain(.link, .chose, "A password is added to user \(user: user).")
    var response = response(user)
    response.session = SessionBody(context.tokens(for: user, session))
    return response
  }

  /// Returns the address and password; nil if both are absent.
  private static func newPassword(
    _ input: SignUpRequest, in context: OperationContext
  ) throws(APIError) -> NewPassword? {
    let email = input.email.given
    let password = input.password.given
    guard email != nil || password != nil || input.idToken.given != nil else {
      if input.email != nil { try context.checkEmptyEmail() }
      return nil
    }
    guard let email else { throw .missingEmail }
    guard let password else { throw .missingPassword }
    guard context.project.signsInWithPassword else {
      throw .signInDisabled("The password provider is disabled for this project.")
    }
    return NewPassword(email: try context.newEmail(email), password: password)
  }

  /// Returns the second factors of an app's new account, each with a generated id.
  ///
  /// - Throws: by the switch `clientPrivileges`, `INSUFFICIENT_PERMISSION`.
  private static func secondFactors(
    _ input: SignUpRequest, of user: User, in context: OperationContext
  ) throws(APIError) -> [SecondFactor] {
    guard let enrollments = input.mfaInfo, !enrollments.isEmpty else { return [] }
    try context.check(
      .clientPrivileges, false, reason: "an app may not set mfaInfo",
      otherwise: .insufficientPermission(reason: "mfaInfo is set by an administrator."))
    let factors = try context.enrolled(enrollments)
    try context.checkCanHaveSecondFactors(user)
    return factors
  }

  /// - Throws: by the switch `quotas`, `TOO_MANY_ATTEMPTS_TRY_LATER` beyond the project's
  ///   `signUpQuotaConfig`.
  private static func checkQuota(
    in context: OperationContext, _ store: ReadTransaction
  ) throws {
    guard context.switches[.quotas] != .off,
      let limit = context.project.config.quota?.signUpQuotaConfig?.limit(at: context.now)
    else { return }
    let count = try store.userCount(
      createdAfter: context.now - .seconds(3600), in: context.project, limit: limit)
    try context.check(
      .quotas, count < limit,
      reason:
        "\(count) accounts were created within the hour, and signUpQuotaConfig allows \(limit)",
      otherwise: .tooManyAttempts)
  }

  private static func response(_ user: User) -> SignUpResponse {
    SignUpResponse(localId: user.uid, email: user.email, displayName: user.displayName)
  }
}
