internal import EmuCrypto
internal import EmuModel
internal import EmuStore

/// The wrong passwords of a user since the last sign-in.
struct WrongPasswords {
  let user: User
  let context: OperationContext

  private static let most = CodeLimits.wrongPasswords
  private static let window = CodeLimits.wrongPasswordWindow

  /// True when they are too many for another attempt, also with the right password.
  func areTooMany(_ store: ReadTransaction) throws -> Bool {
    guard context.switches[.attemptLimits] != .off else { return false }
    return try store.isUsed(
      digest: digest(ofNumber: Self.most), in: context.scope, at: context.now)
  }

  /// - Throws: by the switch `attemptLimits`, `TOO_MANY_ATTEMPTS_TRY_LATER`.
  static func check(_ areTooMany: Bool, of user: User, in context: OperationContext) throws {
    try context.check(
      .attemptLimits, !areTooMany,
      reason:
        "\(most) wrong passwords of user \(user: user) came since the last sign-in; moving the "
        + "clock by \(window.components.seconds) s ends the wait",
      otherwise: .tooManyPasswords)
  }

  func count(_ store: WriteTransaction) throws {
    for number in 1...Self.most {
      let wasCounted = try store.markUsed(
        digest: digest(ofNumber: number), in: context.scope, now: context.now,
        expiresAt: context.now + Self.window)
      guard wasCounted else { return }
    }
  }

  private func digest(ofNumber number: Int) -> String {
    let since = user.lastLoginAt?.milliseconds ?? 0
    let tenant = user.tenantID ?? ""
    return Digest.sha256.hex("wrong password \(number)\n\(since)\n\(tenant)\n\(user.uid)")
  }
}
