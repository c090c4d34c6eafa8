internal import EmuCrypto
internal import EmuJSON
internal import EmuModel

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
