internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `accounts:signUp`: an anonymous account, an account with a password, a password added to the
/// account of an ID token, or whatever an administrator asks for.
enum SignUp: WriteOperation {
  /// What is left to do: to make an account or to extend one.
  enum Prepared: Sendable {
    case create(User, SignUpRequest)
    case link(PresentedIDToken, NewPassword, displayName: String?)
  }

  struct NewPassword: Sendable {
    var email: String
    var password: String
  }

  static func prepare(
    _ input: SignUpRequest, in context: OperationContext
  ) throws -> Prepared {
    if context.caller.isAdmin {
      return .create(try AdminProfile.user(input, in: context), input)
    }
    if let localID = input.localId, !localID.isEmpty {
      throw APIError.unexpectedParameter("User ID")
    }
    let displayName = try ProfileInput.given(input.displayName).map(ProfileInput.displayName)
    guard let password = try newPassword(input, in: context) else {
      guard context.project.config.anonymousSignInEnabled else {
        throw APIError.adminOnlyOperation
      }
      try checkSignUpAllowed(in: context)
      let user = User(
        uid: context.ids.localID(), displayName: displayName, createdAt: context.now)
      return .create(user, input)
    }
    if let idToken = ProfileInput.given(input.idToken) {
      return .link(try context.presented(idToken: idToken), password, displayName: displayName)
    }
    try checkSignUpAllowed(in: context)
    var user = User(
      uid: context.ids.localID(), email: password.email, displayName: displayName,
      createdAt: context.now)
    user.validSince = context.now.seconds
    user.setPassword(password.password, in: context)
    return .create(user, input)
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: Writer
  ) throws -> SignUpResponse {
    switch prepared {
    case .create(let user, _): try create(user, in: context, store)
    case .link(let token, let password, let displayName):
      try link(token, password, displayName: displayName, in: context, store)
    }
  }

  private static func create(
    _ new: User, in context: OperationContext, _ store: Writer
  ) throws -> SignUpResponse {
    var user = new
    try checkIsFree(user, in: context, store.reader)
    guard !context.caller.isAdmin else {
      return response(try store.insert(user, in: context.scope), tokens: nil)
    }
    let session = context.openSession(
      for: &user, provider: user.hasPassword ? "password" : "anonymous")
    user = try store.insert(user, in: context.scope)
    context.explain(
      "signUp", .chose,
      "User \(user.uid) is made, \(user.hasPassword ? "with a password" : "anonymous").")
    return response(user, tokens: context.tokens(for: user, session))
  }

  private static func link(
    _ token: PresentedIDToken, _ password: NewPassword, displayName: String?,
    in context: OperationContext, _ store: Writer
  ) throws -> SignUpResponse {
    if let owner = try store.reader.user(email: password.email, in: context.scope),
      owner.uid != token.uid
    {
      throw APIError.emailExists
    }
    let original = try context.user(of: token, store.reader)
    try context.checkRecentLogin(token, user: original)
    var user = original
    user.email = password.email
    user.emailVerified = false
    user.setPassword(password.password, in: context)
    if let displayName { user.displayName = displayName }
    var session = context.renewSession(token.session, of: &user)
    session.provider = "password"
    user.lastLoginAt = context.now
    try store.update(user, from: original, in: context.scope)
    context.explain("link", .chose, "A password is added to user \(user.uid).")
    return response(user, tokens: context.tokens(for: user, session))
  }

  /// The address and the password; nil when neither is there.
  private static func newPassword(
    _ input: SignUpRequest, in context: OperationContext
  ) throws(APIError) -> NewPassword? {
    let email = ProfileInput.given(input.email)
    let password = ProfileInput.given(input.password)
    guard email != nil || password != nil || ProfileInput.given(input.idToken) != nil else {
      return nil
    }
    guard let email else { throw .missingEmail }
    guard let password else { throw .missingPassword }
    guard context.project.config.passwordSignInEnabled else {
      throw .operationNotAllowed("The password provider is disabled for this project.")
    }
    try PasswordRule.check(try ProfileInput.password(password), in: context)
    return NewPassword(
      email: try ProfileInput.email(email), password: try ProfileInput.password(password))
  }

  private static func checkSignUpAllowed(in context: OperationContext) throws(APIError) {
    guard !context.project.config.signUpDisabled else { throw .adminOnlyOperation }
  }

  private static func checkIsFree(
    _ user: User, in context: OperationContext, _ store: Reader
  ) throws {
    if try store.user(uid: user.uid, in: context.scope) != nil { throw APIError.duplicateLocalID }
    if let email = user.email, try store.user(email: email, in: context.scope) != nil {
      throw APIError.emailExists
    }
    if let phone = user.phoneNumber, try store.user(phoneNumber: phone, in: context.scope) != nil {
      throw APIError.phoneNumberExists
    }
  }

  private static func response(_ user: User, tokens: SessionTokens?) -> SignUpResponse {
    var response = SignUpResponse(
      kind: "identitytoolkit#SignupNewUserResponse", localId: user.uid)
    response.email = user.email
    response.displayName = user.displayName
    response.idToken = tokens?.idToken
    response.refreshToken = tokens?.refreshToken
    response.expiresIn = tokens?.expiresIn
    return response
  }
}
