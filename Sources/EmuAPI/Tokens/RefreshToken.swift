internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// A sealed session, which remains readable after the store is wiped, as on the official emulator.
struct RefreshToken: SealedValue {
  static let purpose = "refresh token"

  var project: String
  var session: Session
  /// True if the token contains the session's start; the official emulator's do not.
  var knowsStart = true
}

// Every sign-in seals one, so its members are written directly.
extension RefreshToken {
  var json: [UInt8] {
    var writer = JSONTextWriter(capacity: 192)
    writer.beginObject()
    writer.member("project", project)
    writer.member("tenant", session.tenantID)
    writer.member("uid", session.uid)
    writer.member("provider", session.provider)
    writer.member("authTime", session.start.authTime)
    writer.member("openedAt", session.start.moment.milliseconds)
    writer.member("claims", session.claims)
    writer.member("attributes", session.signInAttributes)
    writer.member("factor", session.secondFactor?.kind)
    writer.member("enrollment", session.secondFactor?.enrollmentID)
    writer.endObject()
    return writer.bytes
  }

  init?(json: JSON) {
    guard let project = json["project"]?.string, let uid = json["uid"]?.string,
      let provider = json["provider"]?.string, let authTime = json["authTime"]?.int,
      let openedAt = json["openedAt"]?.int, Timestamp.secondsRange.contains(authTime),
      Timestamp.range.contains(Timestamp(milliseconds: openedAt))
    else { return nil }
    self.init(
      project: project,
      session: Session(
        uid: uid, tenantID: json["tenant"]?.string, provider: provider,
        start: SessionStart(authTime: authTime, moment: Timestamp(milliseconds: openedAt)),
        claims: json["claims"]?.string, signInAttributes: json["attributes"]?.string))
    if let kind = json["factor"]?.string, let enrollment = json["enrollment"]?.string {
      session.secondFactor = Session.SecondFactor(kind: kind, enrollmentID: enrollment)
    }
  }
}
