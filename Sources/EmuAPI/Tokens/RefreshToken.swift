internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// Refresh tokens: sealed sessions, which remain readable after the store is wiped, as on the
/// official emulator.
enum RefreshToken {
  private static let purpose = "refresh token"

  static func seal(_ session: Session, project: String) -> String {
    SealedText.seal(as: purpose, project: project, capacity: 192) { writer in
      writer.member("tenant", session.tenantID)
      writer.member("uid", session.uid)
      writer.member("provider", session.provider)
      session.start.write(to: &writer)
      writer.member("claims", session.claims)
      writer.member("attributes", session.signInAttributes)
      writer.member("factor", session.secondFactor?.kind)
      writer.member("enrollment", session.secondFactor?.enrollmentID)
    }
  }

  struct Opened {
    var project: String
    var session: Session
    /// True if the token contains the session's start; the official emulator's do not.
    var knowsStart: Bool
  }

  /// Opens a token; nil if it was not sealed here or was changed.
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
      claims: fields["claims"]?.string, signInAttributes: fields["attributes"]?.string)
    if let kind = fields["factor"]?.string, let enrollment = fields["enrollment"]?.string {
      session.secondFactor = Session.SecondFactor(kind: kind, enrollmentID: enrollment)
    }
    return session
  }
}
