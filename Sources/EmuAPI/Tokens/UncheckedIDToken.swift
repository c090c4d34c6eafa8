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

  /// Nil for an invalid token; an operation that requires one rejects it.
  init?(_ text: String) {
    guard let token = try? CompactJWT(text), let claims = token.claims else { return nil }
    self.text = text
    self.token = token
    self.claims = claims
  }

  var audience: String? { claims["aud"]?.string }
  var issuer: String? { claims["iss"]?.string }
  /// True if the issuer is that of the API's first version.
  var isLegacy: Bool { issuer == IDTokenClaims.legacyIssuer }
  var tenantID: String? { (isLegacy ? claims["tenant_id"] : firebase["tenant"])?.string }
  /// Seconds since the epoch.
  var issuedAt: Int64? { claims["iat"]?.int }
  /// Seconds since the epoch.
  var expiresAt: Int64? { claims["exp"]?.int }

  private var authTime: Int64? { claims["auth_time"]?.int }
  private var firebase: JSONObject { claims["firebase"]?.object ?? JSONObject() }

  /// True if calculations with its times are safe: an unsigned token may contain any number.
  var hasPlausibleTimes: Bool {
    [issuedAt, expiresAt, authTime].allSatisfy { $0.map(Self.plausibleTimes.contains) ?? true }
  }

  /// A token that is made at the end of time expires later.
  private static let plausibleTimes =
    Timestamp.secondsRange
    .lowerBound...(Timestamp.secondsRange.upperBound + IDTokenClaims.legacyLifetime)

  /// The session of the token; nil without a user or `iat`.
  var session: Session? {
    guard let uid = claims["sub"]?.string ?? claims["user_id"]?.string, !uid.isEmpty, let issuedAt
    else { return nil }
    let firebase = firebase
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
