internal import EmuJSON
internal import EmuModel

// A session's start in sealed texts: `"authTime":seconds,"openedAt":milliseconds`.

extension SessionStart {
  /// Reads the members of a sealed text; nil when one is missing.
  init?(_ fields: JSONObject) {
    guard let authTime = fields["authTime"]?.int, let openedAt = fields["openedAt"]?.int else {
      return nil
    }
    self.init(authTime: authTime, moment: Timestamp(milliseconds: openedAt))
  }

  func write(to writer: inout JSONTextWriter) {
    writer.member("authTime", authTime)
    writer.member("openedAt", moment.milliseconds)
  }
}

extension User {
  /// Returns the reason why a session with this start has ended, for an explanation.
  func reasonForEnd(of start: SessionStart) -> String {
    guard let sessionsEndedAt, start.moment < sessionsEndedAt else {
      return "opened at \(start.authTime), and every session from before \(validSince) was revoked"
    }
    return "opened at \(start.moment.rfc3339), and every session from before "
      + "\(sessionsEndedAt.rfc3339) was ended by a change of the account or a revocation"
  }
}
