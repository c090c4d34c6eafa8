internal import EmuJOSE
internal import EmuModel

extension OperationContext {
  /// Returns true if a second factor is required after the first.
  ///
  /// Linking a credential to the account of an ID token is not a sign-in: its session is already
  /// open.
  ///
  /// - Throws: `UNSUPPORTED_FIRST_FACTOR` after a first factor that allows no second one.
  func isSecondFactorDue(of user: User, after factor: FirstFactor) throws(APIError) -> Bool {
    guard !user.secondFactors.isEmpty else { return false }
    guard requiresSecondFactors(of: user) else { return false }
    switch factor.next {
    case .secondFactor: return factor.linkedFrom == nil
    case .session: return false
    case .refusal:
      throw refused(
        .secondFactor,
        "User \(user: user) has second factors, and none may follow \(factor.provider).",
        as: .firstFactorOfSecondFactorUser)
    }
  }

  func challenge(_ user: User, after factor: FirstFactor) throws -> SignInResult.Step {
    let pending = PendingSecondFactor(
      project: project.id, id: ids.urlSafe(16), tenantID: tenant?.id, uid: user.uid,
      start: user.sessionStart(at: now, rules), issuedAt: now, factor: factor)
    let names = user.secondFactors.map(\.name).joined(separator: " or ")
    explain(
      .secondFactor, .chose,
      "The \(factor.method) sign-in of user \(user: user) waits for a second factor: \(names).")
    return .secondFactor(pendingCredential: pending.sealed, user.secondFactors)
  }

  /// Returns true if second factors are enabled. Otherwise explains production's answer.
  private func requiresSecondFactors(of user: User) -> Bool {
    guard !project.secondFactors.isOn else { return true }
    guard !secondFactorStateApplies else {
      explain(
        .switch(.mfaState), .chose,
        "User \(user: user) has second factors, and they are disabled \(whereConfigured): none is "
          + "required.")
      return false
    }
    if switches[.mfaState] == .warn {
      explain(
        .switch(.mfaState), .warned,
        "production requires no second factor, since they are not enabled \(whereConfigured)",
        production: ProductionDifference(
          .check(.mfaState), "signs in without a second factor"))
    }
    return true
  }
}
