internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import Synchronization

/// Refresh tokens: self-contained and authenticated.
///
/// Shape: `base64url(session as JSON) . base64url(HMAC-SHA256)`. The key is derived from the
/// project id alone, so that a token outlives a wiped store as it does on the official emulator.
/// Nothing is secret here: the emulator trusts everybody who can reach it.
enum RefreshToken {
  /// Writes a session as a token.
  static func seal(_ session: Session, project: String) -> String {
    var writer = JSONTextWriter(capacity: 192)
    writer.beginObject()
    writer.member("project", project)
    writer.member("tenant", session.tenantID)
    writer.member("uid", session.uid)
    writer.member("provider", session.provider)
    writer.member("authTime", session.authTime)
    writer.member("claims", session.claims)
    writer.member("factor", session.secondFactor?.kind)
    writer.member("enrollment", session.secondFactor?.enrollmentID)
    writer.endObject()
    let body = Base64URL.encode(writer.bytes)
    return body + "." + Base64URL.encode(code(body, project: project))
  }

  /// A session that was read back, with the project that it belongs to.
  struct Opened {
    var project: String
    var session: Session
    /// Whether the token says when the person signed in; the official emulator's do not.
    var knowsAuthTime: Bool
  }

  /// Reads a token; nil when it is not one of ours or was changed.
  static func open(_ token: String) -> Opened? {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let body = Base64URL.decode(String(parts[0])),
      let tag = Base64URL.decode(String(parts[1])),
      let fields = (try? JSON(parsing: body))?.object,
      let project = fields["project"]?.string,
      ConstantTime.areEqual(tag, code(String(parts[0]), project: project)),
      let session = session(fields)
    else { return nil }
    return Opened(project: project, session: session, knowsAuthTime: true)
  }

  private static func session(_ fields: JSONObject) -> Session? {
    guard let uid = fields["uid"]?.string, let provider = fields["provider"]?.string,
      let authTime = fields["authTime"]?.int
    else { return nil }
    var session = Session(
      uid: uid, tenantID: fields["tenant"]?.string, provider: provider, authTime: authTime,
      claims: fields["claims"]?.string)
    if let kind = fields["factor"]?.string, let enrollment = fields["enrollment"]?.string {
      session.secondFactor = Session.SecondFactor(kind: kind, enrollmentID: enrollment)
    }
    return session
  }

  private static func code(_ body: String, project: String) -> [UInt8] {
    HMAC.code(for: Array(body.utf8), key: key(of: project), using: .sha256)
  }

  private static func key(of project: String) -> [UInt8] {
    Digest.sha256.hash(Array("auth-emulator refresh token\n\(project)".utf8))
  }
}
