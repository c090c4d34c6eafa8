internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// The credential between the two factors of a sign-in: who showed which first factor, and when.
///
/// It is sealed, and nothing is stored until it is used up.
struct PendingSecondFactor: Sendable {
  /// Tells two sign-ins of the same moment apart.
  var id: String
  var tenantID: String?
  var uid: String
  /// When the first factor was shown, which what ends sessions ends as well.
  var start: SessionStart
  var issuedAt: Timestamp
  var factor: FirstFactor

  private static let purpose = "second factor"

  func sealed(project: String) throws -> String {
    var writer = JSONTextWriter(capacity: 512)
    writer.beginObject()
    writer.member("project", project)
    writer.member("id", id)
    writer.member("tenant", tenantID)
    writer.member("uid", uid)
    start.write(to: &writer)
    writer.member("issuedAt", issuedAt.milliseconds)
    writer.key("factor")
    writer.raw(try JSONEncoding.encode(factor))
    writer.endObject()
    return SealedText.seal(writer.bytes, as: Self.purpose, project: project)
  }

  /// Reads a credential; nil when it is not one of ours or was changed.
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

  /// What marks the credential as used.
  var digest: String { Hashing.sha256Hex("second factor\n" + id) }

  /// What marks that so many wrong codes came with the credential.
  func digest(ofWrongCode number: Int) -> String {
    Hashing.sha256Hex("second factor, wrong code \(number)\n" + id)
  }

  var expiresAt: Timestamp { issuedAt + SecondFactorRule.pendingLifetime }
}
