/// A code sent by text message, with its session.
package struct VerificationCode: Sendable, Hashable {
  /// The app presents it with the code: `sessionInfo` on the wire.
  package var session: String
  /// E.164.
  package var phoneNumber: String
  /// Six digits, or whatever was configured for a test number.
  package var code: String
  package var wrongAttempts = 0
  package var createdAt: Timestamp
  package var usedAt: Timestamp?
  package var purpose: Purpose

  /// The only use of a session.
  package enum Purpose: Sendable, Hashable {
    /// To sign in with the number, or to link it.
    case signIn
    /// To enrol the number as a second factor of a user.
    case enrollment(uid: String)
    /// To show a second factor of a user.
    case secondFactor(uid: String, enrollmentID: String)
    /// To prove that an iOS app is real: the code is the secret of a silent push, the number the
    /// device's token, and the session the receipt.
    case app
  }
}

extension VerificationCode {
  package init(
    session: String, phoneNumber: String, code: String, createdAt: Timestamp,
    purpose: Purpose = .signIn
  ) {
    self.init(
      session: session, phoneNumber: phoneNumber, code: code, createdAt: createdAt, usedAt: nil,
      purpose: purpose)
  }
}

/// Proof that a number was verified although it could not be assigned to the account.
package struct TemporaryProof: Sendable, Hashable {
  package var proof: String
  /// E.164.
  package var phoneNumber: String
  package var createdAt: Timestamp

  package init(proof: String, phoneNumber: String, createdAt: Timestamp) {
    self.proof = proof
    self.phoneNumber = phoneNumber
    self.createdAt = createdAt
  }

  /// The official emulator's `temporaryProofExpiresIn`.
  package static let lifetime: Duration = .seconds(3600)
}

/// Production's limits for codes; the numbers are not documented.
package enum CodeLimits {
  package static let verificationCodeLifetime: Duration = .seconds(15 * 60)
  package static let wrongAttempts = 5
  /// The maximum number of codes of a kind for one address or number within the window.
  package static let sendsPerRecipient = 10
  /// The maximum number of text messages of a project within a day.
  package static let messagesPerDay = 1000
  /// The window of `sendsPerRecipient`.
  package static let sendingWindow: Duration = .seconds(3600)
  /// The time between two verifications of an address, those of administrators included.
  package static let verificationPause: Duration = .seconds(60)
  /// The number of wrong passwords after a sign-in with which a user cannot sign in for a while; not
  /// published.
  package static let wrongPasswords = 40
  /// The time in which wrong passwords are counted; not published.
  package static let wrongPasswordWindow: Duration = .seconds(15 * 60)
  /// The time that a code or token is stored, so that a late use can be explained: 90 days. For codes,
  /// proofs and challenges of the backend it begins at their creation, since some profiles give them
  /// no expiry; for those of issuers at their expiry.
  package static let retention: Duration = .seconds(90 * 24 * 3600)
}
