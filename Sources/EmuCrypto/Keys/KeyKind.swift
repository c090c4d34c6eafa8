internal import COpenSSL

/// The kinds of keys that this module supports.
package enum KeyKind: Sendable, Hashable {
  /// RSA of 2048 to 8192 bits.
  ///
  /// RFC 7518 §3.3 rejects shorter keys. Longer ones would let a foreign key set make each check
  /// arbitrarily expensive.
  case rsa
  /// Elliptic curves; the curve also determines the hash.
  case ec(ECCurve)
  /// RFC 8032.
  case ed25519

  /// Finds the kind of a key.
  ///
  /// - Throws: `invalidKey` for any other kind, curve or size.
  init(of key: EVPKey) throws(CryptoError) {
    func isA(_ type: String) -> Bool { EVP_PKEY_is_a(key.pointer, type) == 1 }
    if isA("RSA") {
      let bits = EVP_PKEY_get_bits(key.pointer)
      guard (2048...8192).contains(bits) else {
        throw CryptoError(.invalidKey, "an RSA key has 2048 to 8192 bits, not \(bits)")
      }
      self = .rsa
    } else if isA("EC") {
      self = .ec(try ECCurve(of: key))
    } else if isA("ED25519") {
      self = .ed25519
    } else {
      throw CryptoError(.invalidKey, "only RSA, EC and Ed25519 keys are known here")
    }
  }

  package var curve: ECCurve? {
    if case .ec(let curve) = self { curve } else { nil }
  }

  /// Returns the parameters of a signature.
  ///
  /// - Parameter rsa: those of an RSA key; other kinds have one signature each.
  func parameters(rsa: RSASignatureScheme = .rs256) -> SignatureScheme {
    switch self {
    case .rsa: rsa.parameters
    case .ec(let curve): SignatureScheme(digest: curve.digest)
    case .ed25519: SignatureScheme(digest: nil)
    }
  }
}

/// The NIST curves of RFC 7518 §6.2.1.1; the raw value is their name in a JWK and in OpenSSL.
package enum ECCurve: String, Sendable, CaseIterable {
  case p256 = "P-256"
  case p384 = "P-384"

  /// Bytes in one coordinate, and in each half of a raw signature.
  package var coordinateByteCount: Int {
    switch self {
    case .p256: 32
    case .p384: 48
    }
  }

  /// The hash that ES256 and ES384 pair with the curve.
  var digest: Digest {
    switch self {
    case .p256: .sha256
    case .p384: .sha384
    }
  }

  /// Finds the curve of an EC key.
  ///
  /// - Throws: `invalidKey` for any other curve.
  fileprivate init(of key: EVPKey) throws(CryptoError) {
    var name = [CChar](repeating: 0, count: 64)
    var count = 0
    EVP_PKEY_get_utf8_string_param(
      key.pointer, OSSL_PKEY_PARAM_GROUP_NAME, &name, name.count, &count)
    switch String(decoding: name.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) {
    case "prime256v1", "P-256": self = .p256
    case "secp384r1", "P-384": self = .p384
    default: throw CryptoError(.invalidKey, "the key is on neither P-256 nor P-384")
    }
  }
}

/// The supported RSA signatures of RFC 7518 §3.3 and §3.5, by their JOSE names.
package enum RSASignatureScheme: String, Sendable {
  case rs256 = "RS256"
  case rs384 = "RS384"
  case rs512 = "RS512"
  case ps256 = "PS256"

  fileprivate var parameters: SignatureScheme {
    switch self {
    case .rs256: SignatureScheme(digest: .sha256)
    case .rs384: SignatureScheme(digest: .sha384)
    case .rs512: SignatureScheme(digest: .sha512)
    case .ps256: SignatureScheme(digest: .sha256, isPSS: true)
    }
  }
}
