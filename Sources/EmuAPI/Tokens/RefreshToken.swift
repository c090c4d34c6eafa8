internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// Refresh tokens: sealed sessions, which outlive a wiped store as they do on the official emulator.
enum RefreshToken {
  private static let purpose = "refresh token"

  /// Writes a session as a token.
  static func seal(_ session: Session, project: String) -> String {
    var writer = JSONTextWriter(capacity: 192)
    writer.beginObject()
    writer.member("project", project)
    writer.member("tenant", session.tenantID)
    writer.member("uid", session.uid)
    writer.member("provider", session.provider)
    session.start.write(to: &writer)
    writer.member("claims", session.claims)
    writer.member("factor", session.secondFactor?.kind)
    writer.member("enrollment", session.secondFactor?.enrollmentID)
    writer.endObject()
    return SealedText.seal(writer.bytes, as: purpose, project: project)
  }

  /// A session that was read back, with the project that it belongs to.
  struct Opened {
    var project: String
    var session: Session
    /// Whether the token says when the session opened; the official emulator's do not.
    var knowsStart: Bool
  }

  /// Reads a token; nil when it is not one of ours or was changed.
  static func open(_ token: String) -> Opened? {
    guard let (project, fields) = SealedText.open(token, as: purpose),
      let session = session(fields)
    else { return nil }
    return Opened(project: project, session: session, knowsStart: true)
  }

  private static func session(_ fields: JSONObject) -> Session? {
    guard let uid = fields["uid"]?.string, let provider = fields["provider"]?.string,
      let start = SessionStart(fields)
    else { return nil }
    var session = Session(
      uid: uid, tenantID: fields["tenant"]?.string, provider: provider, start: start,
      claims: fields["claims"]?.string)
    if let kind = fields["factor"]?.string, let enrollment = fields["enrollment"]?.string {
      session.secondFactor = Session.SecondFactor(kind: kind, enrollmentID: enrollment)
    }
    return session
  }
}
