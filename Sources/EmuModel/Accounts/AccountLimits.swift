/// The maximum lengths of an account's texts; longer input is rejected before it reaches the store.
///
/// The numbers are those of the published API description, except where a comment says otherwise.
/// An account's id may be longer than the description says (recorded responses of production).
package enum AccountLimits {
  package static let uid = 256
  /// Of a custom token.
  package static let customTokenUID = 128
  package static let displayName = 256
  package static let photoURL = 2048
  package static let password = 4096
  package static let shortestPassword = 6
  package static let customAttributes = 1000
  /// Not published; longer than any provider's subject (OpenID Connect caps `sub` at 255).
  package static let rawID = 512
  package static let providerID = 128
  /// Not published; of an OAuth client's id.
  package static let clientID = 512
  /// Not published, in Base32 digits; RFC 4226 recommends 160 bits, which are 32.
  package static let totpSecret = 256
  /// Not published. The maximum entries of one list of a user: providers, second factors, passkeys,
  /// scopes of a consent, clients that a person has authorized.
  package static let list = 256
}

/// Claims that custom claims must not set, because tokens define their meaning.
package enum ReservedClaims {
  package static let names: [String] = [
    "acr", "amr", "at_hash", "aud", "auth_time", "azp", "cnf", "c_hash", "exp", "firebase", "iat",
    "iss", "jti", "nbf", "nonce", "sub",
  ]
}
