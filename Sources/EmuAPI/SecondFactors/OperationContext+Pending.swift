internal import EmuJOSE
internal import EmuModel
internal import EmuStore

/// A valid sign-in between its two factors.
struct PendingSignIn {
  /// The request's context in the tenant of the credential, which the request may omit.
  var context: OperationContext
  var pending: PendingSecondFactor
  var user: User
}

extension OperationContext {
  /// - Throws: `INVALID_MFA_PENDING_CREDENTIAL`, `INVALID_PROJECT_ID`, `USER_NOT_FOUND`,
  ///   `USER_DISABLED`; by the switch `mfaState` `OPERATION_NOT_ALLOWED` in the credential's tenant.
  func pendingSignIn(
    _ text: String, for kind: SecondFactorName, _ store: ReadTransaction
  ) throws -> PendingSignIn {
    guard let pending = PendingSecondFactor(sealed: text) else {
      throw refused(
        .mfaPendingCredential, "No emulator made this pending credential.",
        as: .unreadablePendingCredential)
    }
    guard pending.project == project.id else {
      throw refused(
        .mfaPendingCredential,
        "The pending credential is of project \(pending.project), the request of \(project.id).",
        as: .foreignPendingCredential)
    }
    if let tenant, tenant.id != pending.tenantID {
      throw refused(
        .mfaPendingCredential,
        "The pending credential is of \(pending.tenantID.map { "tenant \($0)" } ?? "no tenant"), the "
          + "request of tenant \(tenant.id).",
        as: .foreignPendingCredential)
    }
    try checkStrictly(
      tenant?.id == pending.tenantID,
      reason:
        "the pending credential is of tenant \(pending.tenantID ?? ""), which the request lacks",
      otherwise: .foreignPendingCredential)
    let context = try inTenant(pending.tenantID, store)
    guard let user = try store.user(uid: pending.uid, in: context.scope) else {
      throw refused(.mfaPendingCredential, "User \(user: pending.uid) is gone.", as: .userNotFound)
    }
    let hasEnded = user.disabled || user.hasEnded(pending.start, rules)
    if hasEnded, !rules.pendingOutlivesChanges {
      explain(
        .pendingCredential, "a pending credential outlives such a change in production",
        production: "accepts")
      guard !user.disabled else { throw APIError.userDisabled }
      throw refused(
        .mfaPendingCredential,
        "The sign-in of the pending credential \(user.reasonForEnd(of: pending.start)).",
        as: .invalidPendingCredential)
    }
    // In whole seconds, as in production.
    let expiresAt =
      Timestamp(seconds: pending.issuedAt.seconds)
      + (kind == .totp ? SecondFactorRule.totpPendingLifetime : SecondFactorRule.pendingLifetime)
    try context.check(
      .codeExpiry, now < expiresAt,
      reason: "the pending credential expired at \(expiresAt.rfc3339)",
      otherwise: kind == .totp ? .totpChallengeTimeout : .pendingCredentialExpired)
    // Production accepts it again, so there is nothing to warn of.
    if rules.consumesCredentials, switches.isOn(.replayProtection) {
      try context.check(
        .replayProtection, !store.isUsed(digest: pending.digest, in: context.scope, at: now),
        reason: "the pending credential was used before",
        otherwise: .invalidPendingCredential)
    }
    if tenant == nil, context.tenant != nil { try context.checkAllowed(kind) }
    return PendingSignIn(context: context, pending: pending, user: user)
  }

  /// The wrong codes of an authenticator app that came with a pending credential.
  func wrongCodes(of pending: PendingSecondFactor) -> WrongAttempts {
    WrongAttempts(
      subject: "second factor\n" + pending.id, limit: CodeLimits.wrongAttempts,
      expiresAt: pending.expiresAt, context: self)
  }
}
