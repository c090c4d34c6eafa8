internal import EmuCrypto
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

extension RefreshToken {
  /// Opens a refresh token of the official emulator: base64 of a JSON object.
  ///
  /// It lacks the time of the sign-in, so the caller uses the user's last sign-in.
  static func openOfficial(_ token: String) -> RefreshToken? {
    guard let bytes = Base64URL.decode(token, lenient: true),
      let fields = (try? JSON(parsing: bytes))?.object,
      fields["_AuthEmulatorRefreshToken"] != nil,
      let uid = fields["localId"]?.string, let project = fields["projectId"]?.string,
      let provider = fields["provider"]?.string
    else { return nil }
    var session = Session(
      uid: uid, tenantID: fields["tenantId"]?.string, provider: provider,
      start: SessionStart(authTime: 0))
    if let extra = fields["extraClaims"]?.object, !extra.isEmpty {
      session.claims = JSON.object(extra).serialized()
    }
    if let factor = fields["secondFactor"]?.object,
      let enrollment = factor["identifier"]?.string
    {
      session.secondFactor = Session.SecondFactor(
        kind: factor["provider"]?.string ?? "phone", enrollmentID: enrollment)
    }
    return RefreshToken(project: project, session: session, knowsStart: false)
  }
}
