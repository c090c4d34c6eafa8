internal import EmuJSON
internal import EmuModel

/// The claims of an ID token or session cookie.
///
/// Format: the custom claims, then the profile, then
/// `"firebase":{"identities":{…},"sign_in_provider":"…"}` and the registered claims.
struct IDTokenClaims {
  let user: User
  let session: Session
  let projectID: String
  /// Seconds since the epoch.
  let issuedAt: Int64
  /// Seconds since the epoch.
  let expiresAt: Int64

  var json: [UInt8] {
    var writer = JSONTextWriter(capacity: 512)
    writer.beginObject()
    writeProfile(&writer)
    writer.member("user_id", user.uid)
    writer.member("sub", user.uid)
    writer.member("iss", Self.issuer(of: projectID))
    writer.member("aud", projectID)
    writer.member("auth_time", session.start.authTime)
    writer.member("iat", issuedAt)
    writer.member("exp", expiresAt)
    writeFirebase(&writer)
    writer.endObject()
    return writer.bytes
  }

  /// Writes the profile. Custom claims may override only `name` and `picture`.
  private func writeProfile(_ writer: inout JSONTextWriter) {
    var custom = JSONObject()
    for text in [user.customAttributes, session.claims] {
      guard let text, let object = (try? JSON(parsing: text))?.object else { continue }
      for member in object where !Self.written.contains(member.key) {
        custom[member.key] = member.value
      }
    }
    if custom["name"] == nil { writer.member("name", user.displayName) }
    if custom["picture"] == nil { writer.member("picture", user.photoURL) }
    for member in custom { writer.member(member.key, member.value) }
    writer.member("email", user.email)
    if let isVerified = user.shownEmailVerified { writer.member("email_verified", isVerified) }
    writer.member("phone_number", user.phoneNumber)
    if session.provider == "anonymous" { writer.member("provider_id", "anonymous") }
  }

  private func writeFirebase(_ writer: inout JSONTextWriter) {
    writer.key("firebase")
    writer.beginObject()
    writer.key("identities")
    writer.beginObject()
    for link in user.links { Self.write(link.rawID, as: link.providerID, &writer) }
    if let email = user.email { Self.write(email, as: "email", &writer) }
    if let phone = user.phoneNumber { Self.write(phone, as: "phone", &writer) }
    writer.endObject()
    writer.member("sign_in_provider", session.provider)
    writer.member("tenant", session.tenantID)
    if let factor = session.secondFactor {
      writer.member("sign_in_second_factor", factor.kind)
      writer.member("second_factor_identifier", factor.enrollmentID)
    }
    if let attributes = session.signInAttributes {
      writer.key("sign_in_attributes")
      writer.raw(attributes.utf8)
    }
    writer.endObject()
  }

  private static func write(
    _ identity: String, as provider: String, _ writer: inout JSONTextWriter
  ) {
    writer.key(provider)
    writer.beginArray()
    writer.string(identity)
    writer.endArray()
  }

  static func issuer(of projectID: String) -> String {
    "https://securetoken.google.com/" + projectID
  }

  /// Names that custom claims cannot set.
  static let written: Set<String> = [
    "user_id", "sub", "iss", "aud", "auth_time", "iat", "exp", "firebase", "email",
    "email_verified", "phone_number", "provider_id",
  ]

  /// Names that custom claims may override.
  static let profile: Set<String> = ["name", "picture"]
}
