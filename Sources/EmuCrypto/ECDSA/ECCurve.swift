internal import COpenSSL

/// The NIST curves of RFC 7518 §6.2.1.1; the raw value is their name in a JWK and in OpenSSL.
package enum ECCurve: String, Sendable, CaseIterable {
  case p256 = "P-256"
  case p384 = "P-384"
  case p521 = "P-521"

  /// Bytes in one coordinate, and in each half of a raw signature.
  package var coordinateByteCount: Int {
    switch self {
    case .p256: 32
    case .p384: 48
    case .p521: 66
    }
  }

  /// The hash that ES256, ES384 and ES512 pair with the curve.
  var digest: Digest {
    switch self {
    case .p256: .sha256
    case .p384: .sha384
    case .p521: .sha512
    }
  }

  /// Finds the curve of a key.
  ///
  /// - Throws: `invalidKey` for any other curve or kind of key.
  init(of key: EVPKey) throws(CryptoError) {
    var name = [CChar](repeating: 0, count: 64)
    var count = 0
    if key.isA("EC") {
      EVP_PKEY_get_utf8_string_param(
        key.pointer, OSSL_PKEY_PARAM_GROUP_NAME, &name, name.count, &count)
    }
    switch String(decoding: name.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) {
    case "prime256v1", "P-256": self = .p256
    case "secp384r1", "P-384": self = .p384
    case "secp521r1", "P-521": self = .p521
    default: throw CryptoError(.invalidKey, "the key is on none of P-256, P-384, P-521")
    }
  }
}
