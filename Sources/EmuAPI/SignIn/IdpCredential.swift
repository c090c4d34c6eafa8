internal import EmuIssuance
internal import EmuModel

/// A provider's credential that was found good, with everything that an answer says of it.
///
/// Kept under a pending token, so that it can be presented again without the provider.
struct IdpCredential: Sendable, Codable {
  var profile: IdpProfile
  /// The ID token as it was presented.
  var idToken: String?
  /// The ID token that our issuer gives for a code; it is signed when the answer is written.
  var issuedIDToken: UnsignedIDToken?
  var accessToken: String?
  var tokenSecret: String?
  var refreshToken: String?
  /// Seconds.
  var expiresIn: Int?
  /// Whether the credential cannot be presented twice, so that every answer carries a pending token.
  var isSingleUse = false

  init(profile: IdpProfile) { self.profile = profile }
}
