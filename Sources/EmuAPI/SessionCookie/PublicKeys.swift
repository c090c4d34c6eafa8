internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
internal import EmuStore

// The keys that sign ID tokens sign session cookies too, so both lists are of the same keys.

/// `GET v1/publicKeys`: each key's name, and a certificate of the key.
///
/// Shape: `{"{kid}":"-----BEGIN CERTIFICATE-----…"}`.
enum GetPublicKeys: ReadOperation {
  struct Input: Decodable, Sendable {}

  static func run(
    _ input: Input, in context: OperationContext, _ store: Reader
  ) throws -> JSONObject {
    var certificates = JSONObject()
    for key in try context.services.publishedKeys() {
      certificates[key.kid] = .string(try certificate(of: key).pemRepresentation)
    }
    return certificates
  }

  /// The same bytes whenever it is asked for: the years 2000 to 2100, and a number out of the name.
  private static func certificate(of key: SigningKey) throws -> X509Certificate {
    var serial = Array(Digest.sha256.hash(Array(key.kid.utf8)).prefix(16))
    serial[0] = serial[0] & 0x7f | 1
    return try X509Certificate.selfSigned(
      key: key.privateKey, commonName: "session.firebase.google.com", validFrom: 946_684_800,
      validUntil: 4_102_444_800, serial: serial)
  }
}

/// `GET v1/sessionCookiePublicKeys`: the same keys as a JSON Web Key Set (RFC 7517 §5).
enum GetSessionCookiePublicKeys: ReadOperation {
  struct Input: Decodable, Sendable {}

  static func run(
    _ input: Input, in context: OperationContext, _ store: Reader
  ) throws -> JSON {
    JWKSet(signingKeys: try context.services.publishedKeys()).json
  }
}

extension Services {
  /// The keys of the backend's own tokens; the first is made now if nobody has needed it before.
  fileprivate func publishedKeys() throws -> [SigningKey] {
    _ = try keys.signingKey(of: KeyRing.secureToken, algorithm: .rs256)
    return try keys.publishedKeys(of: KeyRing.secureToken)
  }
}
