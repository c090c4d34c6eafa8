internal import EmuCrypto
internal import EmuJOSE
internal import EmuModel

/// The credential between the two factors of a sign-in: the user, the first factor, and the time.
///
/// It is sealed. The store records it only after its use.
struct PendingSecondFactor: SealedValue, Codable, Sendable {
  var project: String
  /// Distinguishes two sign-ins with the same time.
  var id: String
  var tenantID: String?
  var uid: String
  /// The time of the first factor. An event that ends earlier sessions invalidates the credential
  /// too.
  var start: SessionStart
  var issuedAt: Timestamp
  var factor: FirstFactor

  static let purpose = "second factor"

  /// The digest that marks the credential as used.
  var digest: String { Digest.sha256.hex("second factor\n" + id) }

  var expiresAt: Timestamp { issuedAt + SecondFactorRule.pendingLifetime }
}
