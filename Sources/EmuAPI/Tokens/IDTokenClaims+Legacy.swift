internal import EmuJSON
internal import EmuModel

extension IDTokenClaims {
  static let legacyIssuer = "https://identitytoolkit.google.com/"
  /// Seconds: 14 days.
  static let legacyLifetime: Int64 = 1_209_600

  /// The claims of an ID token of the API's first version.
  ///
  /// Format: `{"iss":"https://identitytoolkit.google.com/","aud":PROJECT,"iat":…,"exp":…,"user_id":…,
  /// "email":…,"verified":…,"sign_in_provider":…,"tenant_id":…,"extra_claims":{…}}`.
  var legacyJSON: [UInt8] {
    var writer = JSONTextWriter(capacity: 384)
    writer.beginObject()
    writer.member("iss", Self.legacyIssuer)
    writer.member("aud", projectID)
    writer.member("iat", issuedAt)
    writer.member("exp", expiresAt)
    writer.member("user_id", user.uid)
    if let email = user.email {
      writer.member("email", email)
      writer.member("verified", user.emailVerified)
    }
    writer.member("sign_in_provider", session.provider)
    writer.member("tenant_id", session.tenantID)
    if let claims = session.claims {
      writer.key("extra_claims")
      writer.raw(claims.utf8)
    }
    writer.endObject()
    return writer.bytes
  }
}
