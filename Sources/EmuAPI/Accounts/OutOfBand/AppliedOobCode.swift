internal import EmuModel
internal import EmuStore

/// `accounts:update` with a code: verifies or changes an address, or reverts a change or a second
/// factor.
enum AppliedOobCode {
  static func run(
    _ text: String, in context: OperationContext, _ store: WriteTransaction
  ) throws -> UpdateResponse {
    let code = try context.validCode(text, store.reader)
    guard code.kind != .passwordReset, code.kind != .emailSignIn else {
      throw context.refused(
        .oobCode, "A code of type \(code.kind.rawValue) changes no account.", as: .invalidOobCode)
    }
    let original = try context.user(of: code, store)
    if code.kind == .revertSecondFactorAddition {
      return try revert(code, original, in: context, store)
    }
    var user = original
    user.emailVerified = true
    let email = code.recipient
    if !email.isIdentical(to: original.email) {
      if let owner = try store.reader.user(email: email, in: context.scope),
        owner.key != original.key
      {
        throw context.refused(
          .oobCode, "User \(user: owner) has the address \(email) now.", as: .emailExists)
      }
      user.email = email
      user.endSessions(at: context.now)
      context.explain(.session, .chose, "The new address ended every session of \(user: user).")
    }
    // Production notifies the old address of every change; the official emulator only of direct
    // ones.
    let isChange = code.kind == .verifyAndChangeEmail
    if isChange, context.rules.keepsAddress {
      user.initialEmail = original.initialEmail ?? original.email
    }
    try store.update(user, from: original, in: context.scope)
    try store.markUsed(code, at: context.now)
    if isChange, context.rules.codesFollowAccounts, let email = original.email {
      try store.markUsed(.verifyEmail, to: email, in: context.scope, at: context.now)
    }
    if isChange, context.rules.keepsAddress {
      try context.issueRecovery(from: original, to: user, store)
    }
    var response = Update.response(user, nil, in: context)
    if isChange { response.newEmail = code.newEmail }
    return response
  }

  private static func revert(
    _ code: OobCode, _ original: User, in context: OperationContext, _ store: WriteTransaction
  ) throws -> UpdateResponse {
    let factor = try context.revertedFactor(of: code, original)
    var user = original
    user.secondFactors.removeAll { $0.id == factor.id }
    user.endSessions(at: context.now)
    try store.update(user, from: original, in: context.scope)
    try store.markUsed(code, at: context.now)
    context.explain(
      .session, .chose,
      "The \(factor.name) factor \(factor.id) is taken back, and every session of \(user: user) ended."
    )
    return Update.response(user, nil, in: context)
  }
}

extension OperationContext {
  /// - Throws: `INVALID_OOB_CODE` if the factor is already withdrawn.
  func revertedFactor(of code: OobCode, _ user: User) throws(APIError) -> SecondFactor {
    guard let factor = code.enrollmentID.flatMap(user.secondFactor) else {
      throw refused(
        .oobCode, "The second factor that the code takes back is withdrawn already.",
        as: .invalidOobCode)
    }
    return factor
  }

  /// Sends a recovery code to the first address of a user whose address changed.
  func issueRecovery(from original: User, to user: User, _ store: WriteTransaction) throws {
    guard let first = user.initialEmail, let email = user.email,
      !email.isIdentical(to: original.email)
    else { return }
    _ = try issue(.recoverEmail, to: first, newEmail: email, for: user, store)
  }
}
