internal import EmuModel
internal import EmuStore

/// `accounts:update`: changes to the account of an ID token, or to any account for an administrator.
enum Update: WriteOperation {
  struct Prepared: Sendable {
    var account: Account
    var changes: AccountChanges
    var form = IDTokenVersion.secure

    enum Account: Sendable {
      case owner(PresentedIDToken)
      case any(uid: String)
      case code(String)
    }
  }

  static func prepare(
    _ input: UpdateRequest, in context: OperationContext
  ) throws -> Prepared {
    if let code = input.oobCode.given, readsCode(of: input, in: context) {
      return Prepared(
        account: .code(code), changes: try AccountChanges(input, isAdmin: false, in: context))
    }
    let account = try account(input, in: context)
    let isAdmin = context.caller.isAdmin
    let changes = try AccountChanges(input, isAdmin: isAdmin, in: context)
    if let password = changes.input.password { try context.checkPolicy(of: password) }
    if !isAdmin { try context.checkPrivileges(of: input) }
    return Prepared(
      account: account, changes: changes,
      form: context.tokenForm(secure: input.returnSecureToken))
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> UpdateResponse {
    let original: User
    var caller: PresentedIDToken?
    switch prepared.account {
    case .code(let code): return try AppliedOobCode.run(code, in: context, store)
    case .owner(let token):
      original = try context.user(of: token, store.reader)
      caller = token
    case .any(let uid):
      original = try context.user(uid: uid, store.reader)
    }
    let changes = prepared.changes
    if let caller {
      try checkOwner(caller, original, changes, in: context)
    }
    try context.checkIsFree(changes.uniqueValues(of: original), store.reader)
    var user = try changes.applied(to: original, in: context)
    changes.explain(from: original, to: user, in: context)
    let changesCredentials = changes.changesCredentials(of: original)
    var tokens: SessionTokens?
    if changesCredentials { user.endSessions(at: context.now) }
    if changesCredentials || changes.input.validSince != nil, let caller {
      var session = context.renewSession(caller.session(of: original, in: context), of: &user)
      if changes.input.password != nil { session.provider = User.passwordProvider }
      tokens = context.tokens(for: user, session, form: prepared.form)
      context.explain(
        .session, .chose, "The change ended every session; the caller gets a new one.")
    }
    try store.update(user, from: original, in: context.scope)
    if caller != nil { try context.issueRecovery(from: original, to: user, store) }
    var response = response(user, tokens, in: context)
    if changes.input.email != nil, context.rules.namesNewEmail { response.newEmail = user.email }
    return response
  }

  /// Returns true if the code of a request is applied: production ignores it beside an ID token.
  private static func readsCode(
    of input: UpdateRequest, in context: OperationContext
  ) -> Bool {
    guard input.idToken.given != nil else { return true }
    guard context.rules.shape == .official else {
      context.explain(.oobCode, .warned, "The code is not read, because idToken is beside it.")
      return false
    }
    context.explain(
      .inputCheck, "beside idToken production does not read oobCode",
      production: "ignores the code")
    return true
  }

  private static func account(
    _ input: UpdateRequest, in context: OperationContext
  ) throws -> Prepared.Account {
    if context.caller.isAdmin {
      return .any(uid: try input.localId.given(otherwise: .missingLocalID))
    }
    return .owner(try context.presented(idToken: ProfileInput.idToken(input.idToken)))
  }

  /// Checks the changes that an owner may make only after a recent sign-in or a confirmation.
  private static func checkOwner(
    _ token: PresentedIDToken, _ user: User, _ changes: AccountChanges,
    in context: OperationContext
  ) throws {
    guard !context.caller.isAdmin else { return }
    if changes.changesSignIn { try context.checkRecentLogin(token, user: user) }
    guard let email = changes.input.email, !email.isIdentical(to: user.email) else { return }
    try context.check(
      .mfaState, user.secondFactors.isEmpty,
      reason: "with second factors an address is changed by verifying the new one",
      otherwise: APIError("EMAIL_CHANGE_NEEDS_VERIFICATION"))
    let error = APIError.operationNotAllowed("Please verify the new email before changing email.")
    let reason: Reason =
      "With e-mail enumeration protection an address is changed by verifying the new one"
    guard context.switches.isOn(.emailEnumerationProtection) else {
      return context.explainWhereUsersAreHidden(
        "\(reason); production answers \(error.message)", production: .refusal(error.code))
    }
    throw context.refused(.switch(.emailEnumerationProtection), "\(reason).", as: error)
  }

  static func response(
    _ user: User, _ tokens: SessionTokens?, in context: OperationContext
  ) -> UpdateResponse {
    let info = context.info(of: user)
    var response = UpdateResponse(
      localId: user.uid, email: info.email, displayName: user.displayName, photoUrl: user.photoURL,
      emailVerified: info.emailVerified, passwordHash: info.passwordHash,
      providerUserInfo: info.providerUserInfo)
    if let tokens { response.session = SessionBody(tokens) }
    return response
  }
}
