internal import EmuCrypto
internal import EmuModel
internal import EmuStore

/// The wrong passwords or codes of one subject. The store has a mark for each.
struct WrongAttempts {
  let subject: String
  let limit: Int
  let expiresAt: Timestamp
  let context: OperationContext

  /// True when they are too many for another attempt, also with the right password or code.
  func areTooMany(_ store: ReadTransaction) throws -> Bool {
    guard context.switches[.attemptLimits] != .off else { return false }
    return try store.isUsed(digest: digest(ofNumber: limit), in: context.scope, at: context.now)
  }

  func count(_ store: WriteTransaction) throws {
    for number in 1...limit {
      let wasCounted = try store.markUsed(
        digest: digest(ofNumber: number), in: context.scope, now: context.now,
        expiresAt: expiresAt)
      guard wasCounted else { return }
    }
  }

  private func digest(ofNumber number: Int) -> String {
    Digest.sha256.hex("wrong attempt \(number)\n\(subject)")
  }
}

extension OperationContext {
  /// The wrong passwords of a user since the last sign-in.
  func wrongPasswords(of user: User) -> WrongAttempts {
    WrongAttempts(
      subject: "\(user.lastLoginAt?.milliseconds ?? 0)\n\(user.uid)",
      limit: CodeLimits.wrongPasswords, expiresAt: now + CodeLimits.wrongPasswordWindow,
      context: self)
  }
}
