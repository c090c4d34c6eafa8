internal import EmuCrypto
internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

// The same keys sign ID tokens and session cookies, so both lists are equal.

/// `GET v1/publicKeys`: each key's id with a certificate.
///
/// Format: `{"{kid}":"-----BEGIN CERTIFICATE-----…"}`.
enum GetPublicKeys: ReadOperation {
  static let returnsKeys = true

  static func run(
    _ input: EmptyMessage, in context: OperationContext, _ store: ReadTransaction
  ) throws -> JSONObject {
    var certificates = JSONObject()
    for key in try context.services.publishedKeys() {
      let certificate = try KeyCertificate.make(
        for: key, commonName: "session.firebase.google.com")
      certificates[key.kid] = .string(certificate.pemRepresentation)
    }
    return certificates
  }
}

/// `GET v1/sessionCookiePublicKeys`: the same keys as a JSON Web Key Set (RFC 7517 §5).
enum GetSessionCookiePublicKeys: ReadOperation {
  static let returnsKeys = true

  struct KeySet: Codable, Sendable {
    struct Key: Codable, Sendable {
      var kid: String?
      var alg: String?
      var use: String?
      var kty: String?
      var n: String?
      var e: String?
    }

    var keys: [Key]
  }

  static func run(
    _ input: EmptyMessage, in context: OperationContext, _ store: ReadTransaction
  ) throws -> Message<KeySet> {
    Message(JWKSet(signingKeys: try context.services.publishedKeys()).json.object ?? JSONObject())
  }
}

extension OperationContext {
  /// The cache policy of keys, by the profile of the emulator: all projects have the same keys.
  var keyCaching: String {
    services.store.directory.profile.rules.keyCaching(areKept: services.keepsKeys)
  }
}

extension Services {
  /// Returns the keys of the backend's tokens, and generates the first if necessary.
  fileprivate func publishedKeys() throws -> [SigningKey] {
    _ = try keys.signingKey(of: KeyRing.secureToken, algorithm: .rs256)
    return try keys.publishedKeys(of: KeyRing.secureToken)
  }
}
