internal import EmuModel
internal import EmuStore

/// `accounts:sendOobCode`: creates a code and its link, and sends them or returns them to an
/// administrator.
enum SendOobCode: WriteOperation {
  struct Prepared: Sendable {
    var kind: OobCode.Kind
    var recipient: Recipient
    var newEmail: String?
    var input: SendOobCodeRequest
    /// The parsed settings; nil where they are checked after the recipient.
    var settings: ActionCodeSettings?
    var returnsLink: Bool

    enum Recipient: Sendable {
      case address(String)
      case owner(PresentedIDToken)
    }
  }

  static func prepare(
    _ input: SendOobCodeRequest, in context: OperationContext
  ) throws -> Prepared {
    guard let type = input.requestType else { throw APIError.missingReqType }
    guard type != .unspecified else { throw APIError.unspecifiedReqType }
    guard let kind = OobCode.Kind(rawValue: type.rawValue), !kind.revertsChange else {
      throw context.refused(
        .oobCode, "A code of type \(type.rawValue) cannot be requested.",
        as: APIError("INVALID_REQ_TYPE"))
    }
    let returnsLink = input.returnOobLink ?? false
    guard !returnsLink || context.caller.isAdmin else {
      throw APIError.insufficientPermission(
        reason: "Only an administrator receives the link itself.")
    }
    if kind == .passwordReset || kind == .emailSignIn {
      try context.checkRecaptcha(
        .emailPassword, input.captchaResponse.given ?? input.captchaResp, input.clientType,
        input.recaptchaVersion)
    }
    let hidesUsers =
      kind == .passwordReset && context.switches.isOn(.emailEnumerationProtection)
    let settings = hidesUsers ? nil : try ActionCodeSettings(input, in: context)
    if kind == .emailSignIn, !context.project.signsInWithEmailLink {
      throw APIError.emailLinkSignInDisabled
    }
    if kind == .verifyAndChangeEmail, input.email.given != nil {
      // A request with the old address must have the new one, before its ID token is checked.
      guard input.newEmail.given != nil else { throw APIError.missingNewEmail }
    }
    return Prepared(
      kind: kind, recipient: try recipient(kind, input, in: context),
      newEmail: try newEmail(kind, input, in: context), input: input, settings: settings,
      returnsLink: returnsLink)
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> SendOobCodeResponse {
    let (email, user) = try addressee(prepared, in: context, store.reader)
    var response = SendOobCodeResponse(email: email)
    guard try maySend(email, user, of: prepared, in: context, store.reader) else { return response }
    let settings = try prepared.settings ?? ActionCodeSettings(prepared.input, in: context)
    if prepared.kind == .emailSignIn, let user {
      try context.checkStrictly(
        !user.disabled, reason: "user \(user: user) is disabled", otherwise: .userDisabled)
    }
    try checkLimit(prepared.kind, email, user, in: context, store.reader)
    // Functions are called for these two kinds, also if an administrator receives the link.
    if prepared.kind == .passwordReset || prepared.kind == .emailSignIn {
      _ = try context.callFunction(
        for: .beforeSendEmail, BlockingRequest(email: prepared.kind, to: email, in: context))
    }
    let code = try context.issue(
      prepared.kind, to: email, newEmail: prepared.newEmail, for: user, with: settings,
      sends: !prepared.returnsLink, store)
    if prepared.returnsLink {
      response.oobCode = code.code
      response.oobLink = code.link
    }
    return response
  }

  private static func recipient(
    _ kind: OobCode.Kind, _ input: SendOobCodeRequest, in context: OperationContext
  ) throws(APIError) -> Prepared.Recipient {
    let needsOwner = kind == .verifyEmail || kind == .verifyAndChangeEmail
    if needsOwner, let idToken = input.idToken.given {
      let token = try context.presented(idToken: idToken)
      try context.checkStrictly(
        kind == .verifyEmail || !context.caller.isAdmin || input.email.given != nil,
        reason: "an administrator names the user by the address", otherwise: .missingEmail)
      return .owner(token)
    }
    guard !needsOwner || context.caller.isAdmin else {
      throw kind == .verifyEmail ? .invalidIDToken : .missingIDToken
    }
    let email = try input.email.given(otherwise: .missingEmail)
    // A link to sign in creates the account of a new address.
    return .address(
      kind == .emailSignIn ? try context.newEmail(email) : try ProfileInput.email(email))
  }

  private static func newEmail(
    _ kind: OobCode.Kind, _ input: SendOobCodeRequest, in context: OperationContext
  ) throws(APIError) -> String? {
    guard kind == .verifyAndChangeEmail else { return nil }
    let email = try input.newEmail.given(otherwise: .missingNewEmail)
    guard context.rules.isEmail(email) else { throw APIError("INVALID_NEW_EMAIL") }
    return EmailAddress.canonical(email)
  }

  /// Returns the address and the user of the code.
  private static func addressee(
    _ prepared: Prepared, in context: OperationContext, _ store: ReadTransaction
  ) throws -> (String, User?) {
    switch prepared.recipient {
    case .address(let email):
      return (email, try store.user(email: email, in: context.scope))
    case .owner(let token):
      let user = try context.user(of: token, store)
      guard let email = user.email else { throw APIError.missingEmail }
      if prepared.kind == .verifyAndChangeEmail {
        try context.checkRecentLogin(token, user: user)
      }
      return (email, user)
    }
  }

  /// Returns true if a code may be sent. With e-mail enumeration protection the response is the
  /// same in both cases.
  private static func maySend(
    _ email: String, _ user: User?, of prepared: Prepared, in context: OperationContext,
    _ store: ReadTransaction
  ) throws -> Bool {
    let isProtected = context.switches.isOn(.emailEnumerationProtection)
    func refuse(_ error: APIError, _ reason: Reason, silently: Bool) throws -> Bool {
      let rule = silently ? RuleName.switch(.emailEnumerationProtection) : .oobCode
      let hidden: ProductionDifference.Answer = "answers as if there was such a user"
      // Production hides users from administrators too.
      context.explain(
        rule, .refused, silently ? reason + " No e-mail is sent." : reason,
        production: isProtected && !silently
          ? ProductionDifference(.check(.emailEnumerationProtection), hidden)
          : context.whereUsersAreHidden(hidden))
      guard silently else { throw error }
      return false
    }
    switch prepared.kind {
    case .emailSignIn, .recoverEmail, .revertSecondFactorAddition: return true
    case .passwordReset:
      guard user == nil else { return true }
      return try refuse(
        .emailNotFound, "No user has the address \(email).", silently: isProtected)
    case .verifyEmail, .verifyAndChangeEmail:
      guard user != nil else { throw APIError.userNotFound }
      guard let newEmail = prepared.newEmail,
        let owner = try store.user(email: newEmail, in: context.scope)
      else { return true }
      return try refuse(
        .emailExists, "User \(user: owner) has the address \(newEmail).",
        silently: isProtected && (!context.caller.isAdmin || context.rules.hidesOwnersFromAdmins))
    }
  }

  private static func checkLimit(
    _ kind: OobCode.Kind, _ email: String, _ user: User?, in context: OperationContext,
    _ store: ReadTransaction
  ) throws {
    guard context.switches[.attemptLimits] != .off else { return }
    func sent(within window: Duration, limit: Int, unusedOf uid: String? = nil) throws -> Int {
      try store.oobCodeCount(
        kind: kind, email: email, unusedOf: uid, since: context.now - window, in: context.scope,
        limit: limit)
    }
    if kind == .verifyEmail, let user {
      let window = CodeLimits.verificationPause
      try context.check(
        .attemptLimits, sent(within: window, limit: 1, unusedOf: user.uid) == 0,
        reason:
          "an unused verification went to \(email) within the last \(window.components.seconds) s",
        otherwise: .tooManyAttempts)
    }
    guard !context.caller.isAdmin else { return }
    let count = try sent(within: CodeLimits.sendingWindow, limit: CodeLimits.sendsPerRecipient)
    try context.check(
      .attemptLimits, count < CodeLimits.sendsPerRecipient,
      reason: "\(count) codes of this kind went to \(email) within the hour",
      otherwise: kind == .passwordReset ? .resetPasswordExceedLimit : .tooManyAttempts)
  }
}
