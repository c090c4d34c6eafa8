internal import EmuIdentity
internal import EmuModel

/// A verified credential of a provider with all values of the response.
///
/// It is stored under a pending token, so that it can be presented again without the provider.
struct IdpCredential: Sendable, Codable {
  var profile: IdpProfile
  /// The presented ID token.
  var idToken: String?
  /// The ID token that a local issuer returns for a code; it is signed when the response is
  /// written.
  var issuedIDToken: UnsignedIDToken?
  var accessToken: String?
  var tokenSecret: String?
  var refreshToken: String?
  /// Seconds.
  var expiresIn: Int?
  /// True if the credential cannot be presented twice, so that every response contains a pending
  /// token.
  var isSingleUse = false

  /// Returns the provider's ID token; nil if there is none. That of a code is signed only for a
  /// response or a request that contains it.
  func signedIDToken(in services: Services) -> LazyText? {
    if let idToken { return LazyText(idToken) }
    return issuedIDToken.map { token in
      LazyText {
        try token.sign(keys: services.keys) {
          services.providers.newKeyID(of: token.issuer, services.ids)
        }
      }
    }
  }
}
