internal import EmuCrypto
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

  typealias Input = EmptyMessage

  static func run(
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
  ) throws -> JSONObject {
    var certificates = JSONObject()
    for key in try context.services.publishedKeys() {
      certificates[key.kid] = .string(try certificate(of: key).pemRepresentation)
    }
    return certificates
  }

  /// Returns a certificate with the same bytes for each call: valid from 2000 to 2100, with a
  /// serial number derived from the key id.
  private static func certificate(of key: SigningKey) throws -> X509Certificate {
    let name = "session.firebase.google.com"
    return try key.certificate(named: name) {
      var serial = Array(Digest.sha256.hash(Array(key.kid.utf8)).prefix(16))
      serial[0] = serial[0] & 0x7f | 1
      return try X509Certificate.selfSigned(
        key: key.privateKey, commonName: name, validFrom: 946_684_800, validUntil: 4_102_444_800,
        serial: serial)
    }
  }
}

/// `GET v1/sessionCookiePublicKeys`: the same keys as a JSON Web Key Set (RFC 7517 §5).
enum GetSessionCookiePublicKeys: ReadOperation {
  static let returnsKeys = true

  typealias Input = EmptyMessage

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
    _ input: Input, in context: OperationContext, _ store: ReadTransaction
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
