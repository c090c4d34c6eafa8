internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// The credential between the two factors of a sign-in: the user, the first factor, and the time.
///
/// It is sealed. The store records it only after its use.
struct PendingSecondFactor: Sendable {
  /// Distinguishes two sign-ins with the same time.
  var id: String
  var tenantID: String?
  var uid: String
  /// The time of the first factor. An event that ends earlier sessions invalidates the credential
  /// too.
  var start: SessionStart
  var issuedAt: Timestamp
  var factor: FirstFactor

  private static let purpose = "second factor"

  func sealed(project: String) throws -> String {
    try SealedText.seal(as: Self.purpose, project: project, capacity: 512) { writer in
      writer.member("id", id)
      writer.member("tenant", tenantID)
      writer.member("uid", uid)
      start.write(to: &writer)
      writer.member("issuedAt", issuedAt.milliseconds)
      writer.key("factor")
      writer.raw(try JSONEncoding.encode(factor))
    }
  }

  /// Opens a credential; nil if it was not sealed here or was changed.
  static func open(_ text: String) -> (project: String, pending: PendingSecondFactor)? {
    guard let (project, fields) = SealedText.open(text, as: purpose),
      let id = fields["id"]?.string, let uid = fields["uid"]?.string,
      let start = SessionStart(fields), let issuedAt = fields["issuedAt"]?.int,
      let factor = try? JSONDecoding.decode(FirstFactor.self, from: fields["factor"] ?? .null)
    else { return nil }
    return (
      project,
      PendingSecondFactor(
        id: id, tenantID: fields["tenant"]?.string, uid: uid, start: start,
        issuedAt: Timestamp(milliseconds: issuedAt), factor: factor)
    )
  }

  /// The digest that marks the credential as used.
  var digest: String { Digest.sha256.hex("second factor\n" + id) }

  /// Returns the digest that marks a number of wrong codes.
  func digest(ofWrongCode number: Int) -> String {
    Digest.sha256.hex("second factor, wrong code \(number)\n" + id)
  }

  var expiresAt: Timestamp { issuedAt + SecondFactorRule.pendingLifetime }
}
