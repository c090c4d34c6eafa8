internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// The parsed, unverified ID token of a request.
///
/// The dispatcher reads the tenant from it, because some SDKs send the tenant only there. A class,
/// because the cache and the context of each request share it.
final class UncheckedIDToken: Sendable {
  let text: String
  let token: CompactJWT
  let claims: JSONObject
  /// True for a valid unsigned token.
  let isUnsigned: Bool
  let audience: String?
  let issuer: String?
  /// True if the issuer is that of the API's first version.
  let isLegacy: Bool
  let tenantID: String?
  /// The session of the token; nil without a user or `iat`.
  let session: Session?
  /// `iat`, seconds since the epoch.
  let issuedAt: Int64?
  /// `exp`, seconds since the epoch.
  let expiresAt: Int64?
  /// True if calculations with its times are safe: an unsigned token may contain any number.
  let hasPlausibleTimes: Bool

  /// Nil for an invalid token; an operation that requires one rejects it.
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
    tenantID = (isLegacy ? claims["tenant_id"] : firebase["tenant"])?.string
    issuedAt = claims["iat"]?.int
    expiresAt = claims["exp"]?.int
    let authTime = claims["auth_time"]?.int
    hasPlausibleTimes = [issuedAt, expiresAt, authTime].allSatisfy {
      $0.map(Self.plausibleTimes.contains) ?? true
    }
    session = Self.session(
      claims, firebase, tenantID: tenantID, authTime: authTime, issuedAt: issuedAt)
  }

  /// A token that is made at the end of time expires later.
  private static let plausibleTimes =
    Timestamp.secondsRange
    .lowerBound...(Timestamp.secondsRange.upperBound + LegacyTokenClaims.lifetime)

  private static func session(
    _ claims: JSONObject, _ firebase: JSONObject, tenantID: String?, authTime: Int64?,
    issuedAt: Int64?
  ) -> Session? {
    guard let uid = claims["sub"]?.string ?? claims["user_id"]?.string, !uid.isEmpty, let issuedAt
    else { return nil }
    var session = Session(
      uid: uid, tenantID: tenantID,
      provider: (firebase["sign_in_provider"] ?? claims["sign_in_provider"])?.string ?? "custom",
      start: SessionStart(authTime: authTime ?? issuedAt),
      signInAttributes: firebase["sign_in_attributes"]?.object.map {
        JSON.object($0).serialized()
      })
    if let kind = firebase["sign_in_second_factor"]?.string,
      let enrollment = firebase["second_factor_identifier"]?.string
    {
      session.secondFactor = Session.SecondFactor(kind: kind, enrollmentID: enrollment)
    }
    return session
  }
}
