internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// The ID token of a request, read once and not checked yet.
///
/// The dispatcher takes the tenant from it, since some SDKs name the tenant nowhere else. A class,
/// since the token is kept for later requests and lies in the context of each.
final class UncheckedIDToken: Sendable {
  let text: String
  let token: CompactJWT
  /// Everything that the token says.
  let claims: JSONObject
  /// Whether it is a proper unsigned token.
  let isUnsigned: Bool
  let audience: String?
  let issuer: String?
  /// Whether it says to be a token of the first version of the API.
  let isLegacy: Bool
  let tenantID: String?
  /// The session that it belongs to; nil for a token without a user or without `iat`.
  let session: Session?
  /// `iat`, seconds since the epoch.
  let issuedAt: Int64?
  /// `exp`, seconds since the epoch.
  let expiresAt: Int64?
  /// Whether its times can be calculated with: in an unsigned token they may be anything.
  let hasPlausibleTimes: Bool

  /// Nil for what is no token; an operation that requires one refuses it then.
  init?(_ text: String) {
    guard let token = try? CompactJWT(text), let claims = token.claims else { return nil }
    self.text = text
    self.token = token
    self.claims = claims
    isUnsigned = token.isUnsigned
    audience = claims["aud"]?.string
    issuer = claims["iss"]?.string
    isLegacy = issuer == LegacyTokenClaims.issuer
    let firebase = claims["firebase"]?.object ?? JSONObject()
    tenantID = firebase["tenant"]?.string
    issuedAt = claims["iat"]?.int
    expiresAt = claims["exp"]?.int
    let authTime = claims["auth_time"]?.int
    hasPlausibleTimes = [issuedAt, expiresAt, authTime].allSatisfy {
      $0.map(ProfileInput.plausibleSeconds.contains) ?? true
    }
    session = Self.session(claims, firebase, authTime: authTime, issuedAt: issuedAt)
  }

  private static func session(
    _ claims: JSONObject, _ firebase: JSONObject, authTime: Int64?, issuedAt: Int64?
  ) -> Session? {
    guard let uid = claims["sub"]?.string ?? claims["user_id"]?.string, !uid.isEmpty, let issuedAt
    else { return nil }
    var session = Session(
      uid: uid, tenantID: firebase["tenant"]?.string,
      provider: (firebase["sign_in_provider"] ?? claims["sign_in_provider"])?.string ?? "custom",
      start: SessionStart(authTime: authTime ?? issuedAt))
    if let kind = firebase["sign_in_second_factor"]?.string,
      let enrollment = firebase["second_factor_identifier"]?.string
    {
      session.secondFactor = Session.SecondFactor(kind: kind, enrollmentID: enrollment)
    }
    return session
  }
}
