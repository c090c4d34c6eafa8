internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// The session in which an authenticator app is set up, with the secret.
///
/// It is sealed and not stored: the app knows the secret.
struct TotpEnrollment: Sendable {
  var tenantID: String?
  var uid: String
  /// Base32.
  var secret: String
  var startedAt: Timestamp

  private static let purpose = "TOTP enrollment"

  func sealed(project: String) -> String {
    SealedText.seal(as: Self.purpose, project: project, capacity: 192) { writer in
      writer.member("tenant", tenantID)
      writer.member("uid", uid)
      writer.member("secret", secret)
      writer.member("startedAt", startedAt.milliseconds)
    }
  }

  /// Opens a session; nil if it was not sealed here or was changed.
  static func open(_ text: String) -> (project: String, enrollment: TotpEnrollment)? {
    guard let (project, fields) = SealedText.open(text, as: purpose),
      let uid = fields["uid"]?.string, let secret = fields["secret"]?.string,
      let startedAt = fields["startedAt"]?.int
    else { return nil }
    return (
      project,
      TotpEnrollment(
        tenantID: fields["tenant"]?.string, uid: uid, secret: secret,
        startedAt: Timestamp(milliseconds: startedAt))
    )
  }

  /// The digest that marks the session as used, even after the factor was withdrawn.
  var digest: String { Digest.sha256.hex("TOTP enrollment\n" + secret) }

  var expiresAt: Timestamp { startedAt + SecondFactorRule.enrollmentLifetime }
}
