package import EmuJSON

/// The maximum lengths of an account's texts in UTF-16 units, as production, the SDKs and the
/// official emulator count them.
///
/// The numbers are those of the published API description, except where a comment says otherwise.
/// An account's id may be longer than the description says (recorded responses of production).
package enum AccountLimits {
  package static let uid = 256
  package static let customTokenUID = 128
  package static let displayName = 256
  /// Of a given or a family name: both, with a space between them, fit into a display name.
  package static let namePart = (displayName - 1) / 2
  package static let photoURL = 2048
  package static let password = 4096
  package static let shortestPassword = 6
  /// In bytes. Not published; of hashes that are checked.
  package static let salt = 1024
  package static let customAttributes = 1000
  /// Not published; longer than any provider's subject (OpenID Connect caps `sub` at 255).
  package static let rawID = 512
  package static let providerID = 128
  /// Not published; of an OAuth client's id.
  package static let clientID = 512
  /// Not published. The maximum entries of one list of a user: providers, second factors, passkeys,
  /// scopes of a consent, clients that a person has authorized.
  package static let list = 256

  /// The age at which anonymous users are deleted, by `autodeleteAnonymousUsers`.
  package static let anonymousLifetime: Duration = .seconds(30 * 24 * 3600)

  package static func fits(_ text: String, _ limit: Int) -> Bool {
    // A text has no more units than bytes, which are counted faster.
    text.utf8.count <= limit || text.utf16.count <= limit
  }
}

/// Claims that custom claims must not set, because tokens define their meaning.
package enum ReservedClaims {
  package static let names: [String] = [
    "acr", "amr", "at_hash", "aud", "auth_time", "azp", "cnf", "c_hash", "exp", "firebase", "iat",
    "iss", "jti", "nbf", "nonce", "sub",
  ]

  /// Returns the first reserved claim among custom claims; nil for valid claims.
  package static func first(in claims: JSONObject) -> String? {
    names.first { claims[$0] != nil }
  }
}
