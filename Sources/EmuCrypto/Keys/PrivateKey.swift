/// A private key of any kind that this module supports.
package enum PrivateKey: Sendable {
  case rsa(RSAPrivateKey)
  case ec(ECPrivateKey)
  case ed25519(Ed25519PrivateKey)

  /// Reads DER: PKCS#8, or the older PKCS#1 and SEC 1 forms.
  ///
  /// - Throws: `invalidKey`.
  package init(der: [UInt8]) throws(CryptoError) {
    try self.init(key: .privateKey(der: der))
  }

  /// Decodes the first block of a PEM text, such as Apple's `.p8` files.
  ///
  /// - Throws: `invalidInput` for broken PEM, `invalidKey` for its content.
  package init(pem: String) throws(CryptoError) {
    try self.init(der: PEM.decode(pem).der)
  }

  init(key: EVPKey) throws(CryptoError) {
    if key.isA("RSA") {
      self = .rsa(try RSAPrivateKey(key: key))
    } else if key.isA("EC") {
      self = .ec(try ECPrivateKey(key: key))
    } else if key.isA("ED25519") {
      self = .ed25519(try Ed25519PrivateKey(key: key))
    } else {
      throw CryptoError(.invalidKey, "only RSA, EC and Ed25519 keys are known here")
    }
  }

  /// The public half.
  package var publicKey: PublicKey {
    switch self {
    case .rsa(let key): .rsa(key.publicKey)
    case .ec(let key): .ec(key.publicKey)
    case .ed25519(let key): .ed25519(key.publicKey)
    }
  }

  /// The key as unencrypted PKCS#8.
  package var derRepresentation: [UInt8] { key.pkcs8 }

  /// The key as an unencrypted `PRIVATE KEY` block.
  package var pemRepresentation: String {
    PEM.encode(derRepresentation, label: "PRIVATE KEY")
  }

  var key: EVPKey {
    switch self {
    case .rsa(let key): key.key
    case .ec(let key): key.key
    case .ed25519(let key): key.key
    }
  }
}
