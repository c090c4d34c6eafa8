internal import COpenSSL

/// A private key of any kind that this module supports.
///
/// Parsed once; any number of threads may sign with it at the same time.
package struct PrivateKey: Sendable {
  package let kind: KeyKind
  let key: EVPKey
}

extension PrivateKey {
  /// Generates a key; one of RSA has 2048 bits and the exponent 65537, and takes 60 to 350 ms.
  ///
  /// - Throws: `libraryFailure`.
  package static func generate(_ kind: KeyKind) throws(CryptoError) -> PrivateKey {
    let key =
      switch kind {
      case .rsa:
        try EVPKey.generate("RSA") { EVP_PKEY_CTX_set_rsa_keygen_bits($0, 2048) == 1 }
      case .ec(let curve):
        try EVPKey.generate("EC") { EVP_PKEY_CTX_set_group_name($0, curve.rawValue) == 1 }
      case .ed25519: try EVPKey.generate("ED25519")
      }
    return PrivateKey(kind: kind, key: key)
  }

  /// Reads DER: PKCS#8, or the older PKCS#1 and SEC 1 forms.
  ///
  /// - Throws: `invalidKey`.
  package init(der: [UInt8]) throws(CryptoError) {
    let key = try EVPKey.privateKey(der: der)
    self.init(kind: try KeyKind(of: key), key: key)
  }

  /// Decodes the first block of a PEM text, such as Apple's `.p8` files.
  ///
  /// - Throws: `invalidInput` for broken PEM, `invalidKey` for its content.
  package init(pem: String) throws(CryptoError) {
    try self.init(der: PEM.decode(pem).der)
  }

  package var publicKey: PublicKey { PublicKey(kind: kind, key: key) }

  /// Signs a message.
  ///
  /// RSA returns as many bytes as the modulus has. EC returns r and s side by side, each as long as
  /// a coordinate. Ed25519 returns 64 bytes, the same each time.
  ///
  /// - Parameter scheme: used by an RSA key only.
  /// - Throws: `libraryFailure`.
  package func sign(
    _ message: [UInt8], using scheme: RSASignatureScheme = .rs256
  ) throws(CryptoError) -> [UInt8] {
    let signature = try key.sign(message, with: kind.parameters(rsa: scheme))
    guard let curve = kind.curve else { return signature }
    return try ECSignature.raw(der: signature, curve: curve)
  }

  /// The key as unencrypted PKCS#8.
  package var derRepresentation: [UInt8] { key.pkcs8 }

  /// The key as an unencrypted `PRIVATE KEY` block.
  package var pemRepresentation: String {
    PEM.encode(derRepresentation, label: "PRIVATE KEY")
  }
}
