/// A deliberate defect of a token; a raw value names any defect of the mint call.
public struct CredentialDefect: RawRepresentable, Sendable, Hashable, Codable,
  ExpressibleByStringLiteral
{
  /// The name in the control API.
  public let rawValue: String

  /// A defect by its name in the control API.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// A defect by its name in the control API.
  public init(stringLiteral value: String) { rawValue = value }

  /// It expired a minute ago.
  public static let expired: CredentialDefect = "expired"
  /// It is valid in an hour only.
  public static let notYetValid: CredentialDefect = "not-yet-valid"
  /// It was issued two hours ago, and is still valid.
  public static let stale: CredentialDefect = "stale"
  /// The signature is of something else.
  public static let badSignature: CredentialDefect = "bad-signature"
  /// The header names a key that was never published.
  public static let unknownKey: CredentialDefect = "unknown-key"
  /// The header names no key.
  public static let missingKey: CredentialDefect = "missing-kid"
  /// It has no signature.
  public static let unsigned: CredentialDefect = "unsigned"
  /// HS256 with the public key as secret.
  public static let hmacSigned: CredentialDefect = "hmac-signed"
  /// It is for another client.
  public static let wrongAudience: CredentialDefect = "wrong-audience"
  /// It is for another client as well.
  public static let extraAudience: CredentialDefect = "extra-audience"
  /// It is for no client.
  public static let missingAudience: CredentialDefect = "missing-audience"
  /// It is of another issuer.
  public static let wrongIssuer: CredentialDefect = "wrong-issuer"
  /// It names no issuer.
  public static let missingIssuer: CredentialDefect = "missing-issuer"
  /// It has a wrong nonce.
  public static let wrongNonce: CredentialDefect = "wrong-nonce"
  /// It has no nonce.
  public static let missingNonce: CredentialDefect = "missing-nonce"
  /// It has no subject.
  public static let missingSubject: CredentialDefect = "missing-subject"
  /// It has no expiry.
  public static let missingExpiry: CredentialDefect = "missing-expiry"
  /// It has no address.
  public static let missingEmail: CredentialDefect = "missing-email"
  /// Its address is not verified.
  public static let unverifiedEmail: CredentialDefect = "unverified-email"
}

/// The nonce of a sign-in at a provider.
public enum CredentialNonce: Sendable, Hashable {
  /// A nonce that the kit generates; the credential has it as `rawNonce`.
  case generated
  /// The text that the app passes to its SDK; the request to the provider has its SHA-256.
  case raw(String)
  /// The nonce of the app's request to the provider, unchanged.
  case requested(String)
  /// No nonce.
  case none

  /// The members of the mint call.
  var members: [String: JSONValue?] {
    switch self {
    case .generated: ["rawNonce": .string(.uniqueName("nonce"))]
    case .raw(let text): ["rawNonce": .string(text)]
    case .requested(let text): ["nonce": .string(text)]
    case .none: [:]
    }
  }
}
