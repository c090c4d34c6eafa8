internal import EmuHTTP
internal import EmuModel
internal import EmuStore

extension OperationContext {
  /// Creates and stores a code.
  ///
  /// - Parameter sends: true to send an e-mail with the code after the commit.
  func issue(
    _ kind: OobCode.Kind, to email: String, newEmail: String? = nil, enrollmentID: String? = nil,
    for user: User?,
    with settings: ActionCodeSettings = ActionCodeSettings(), sends: Bool = true,
    _ store: WriteTransaction
  ) throws -> OobCode {
    let text = ids.alphanumeric(54)
    let code = OobCode(
      code: text, kind: kind, uid: user?.uid, email: email, newEmail: newEmail,
      enrollmentID: enrollmentID, link: actionLink(kind, code: text, settings), createdAt: now)
    try store.insert(code, in: scope)
    if sends {
      if let relay = try relay(of: code.recipient, store.reader) {
        explain(
          .privateRelay, relay.outcome == "forwarded" ? .chose : .warned, Reason(relay.reason))
      }
      send(.email(code), after: store)
    }
    return code
  }

  /// Publishes a message after the commit.
  func send(_ content: OutgoingMessage.Content, after store: WriteTransaction) {
    let message = OutgoingMessage(projectID: project.id, content: content)
    store.afterCommit { [services] in services.onMessage(message) }
  }

  /// Returns the link of a code, with a key of the project: of the page that the project has
  /// configured, or of this emulator's.
  ///
  /// The parameters are in production's order, since iOS cuts a wrapped link at its first `&`.
  private func actionLink(
    _ kind: OobCode.Kind, code: String, _ settings: ActionCodeSettings
  ) -> String {
    var query: FormFields = [
      "apiKey": ImpliedAPIKey.of(project.id), "mode": kind.linkMode, "oobCode": code,
    ]
    if let url = settings.continueURL {
      let isWrapped = settings.appLink == .aroundContinueURL
      query.add(
        "continueUrl", isWrapped ? AppLinkHandler.hostingLink(of: project) + url.text : url.text)
    }
    query.add("lang", languageCode)
    if let tenant { query.add("tenantId", tenant.id) }
    for (name, value) in settings.parameters { query.add(name, value) }
    let page = project.actionPage ?? baseURL + ActionHandler.path
    let link = page + (page.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + query.encoded
    guard settings.appLink == .aroundLink else { return link }
    let outer: FormFields = ["link": link]
    return "\(baseURL)\(AppLinkHandler.path)?\(outer.encoded)"
  }

  /// Returns a code that is stored, unused and not expired.
  ///
  /// - Throws: `INVALID_OOB_CODE`; by the switch `codeExpiry` also `EXPIRED_OOB_CODE`.
  func validCode(_ text: String, _ store: ReadTransaction) throws -> OobCode {
    guard let code = try store.oobCode(text, in: scope) else {
      throw refused(
        .oobCode,
        "The code was not made here for this project\(tenant.map { " and tenant \($0.id)" } ?? "").",
        as: .invalidOobCode)
    }
    if let usedAt = code.usedAt {
      throw refused(
        .oobCode,
        "The code was used, or a change of the address replaced it, at \(usedAt.rfc3339).",
        as: .invalidOobCode)
    }
    let expiresAt = code.createdAt + code.kind.lifetime
    try check(
      .codeExpiry, now < expiresAt, reason: "the code expired at \(expiresAt.rfc3339)",
      otherwise: APIError("EXPIRED_OOB_CODE"))
    if let uid = code.uid, try store.user(uid: uid, in: scope) == nil {
      let reason: Reason = "user \(user: uid), for whom the code was made, is gone"
      guard !rules.codesFollowAccounts else {
        throw refused(.oobCode, "The \(reason).", as: .invalidOobCode)
      }
      explain(.codeOfChangedAccount, reason, otherwise: .invalidOobCode)
    }
    // Each change has its own message, so a newer one does not replace it.
    guard switches[.codeExpiry] != .off, !code.kind.revertsChange else { return code }
    try check(
      .codeExpiry, !store.isReplaced(code, in: scope),
      reason: "a newer code of the same kind went to \(code.email)", otherwise: .invalidOobCode)
    return code
  }

  /// Returns the user of a code.
  ///
  /// A disabled user's code of a reset is consumed, and other codes are not, as in production.
  ///
  /// - Throws: `INVALID_OOB_CODE` if the user is gone; by the switch `codeExpiry` also
  ///   `USER_DISABLED`.
  func user(of code: OobCode, _ store: WriteTransaction) throws -> User {
    let user = try store.reader.user(of: code, in: scope)
    guard let user, isAddressed(code, to: user) else {
      if user != nil, code.kind == .verifyAndChangeEmail {
        explain(
          .codeOfChangedAccount, "production still changes the address",
          production: "accepts")
      }
      explain(
        .oobCode, .refused,
        "The user that the code was made for is gone, or has another address than \(code.email).")
      throw code.kind == .verifyEmail
        ? APIError.verifiedAddressNotFound : APIError.resetAddressNotFound
    }
    do {
      try check(
        .codeExpiry, !user.disabled, reason: "user \(user: user) is disabled",
        otherwise: .userDisabled)
    } catch {
      guard code.kind == .passwordReset else { throw error }
      try store.markUsed(code, at: now)
      throw RefusalAfterChange(refusal: error)
    }
    return user
  }

  /// Returns true if the user still has the address of the code.
  ///
  /// A second factor is reverted whatever the address is: the attacker may have changed that too.
  private func isAddressed(_ code: OobCode, to user: User) -> Bool {
    switch code.kind {
    case .recoverEmail: user.initialEmail.isIdentical(to: code.email)
    case .revertSecondFactorAddition: true
    case .verifyAndChangeEmail where rules.codesFollowAccounts: true
    default: user.email.isIdentical(to: code.email)
    }
  }
}
