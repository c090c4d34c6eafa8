/// A public key of any kind that this module supports.
package enum PublicKey: Sendable {
  case rsa(RSAPublicKey)
  case ec(ECPublicKey)
  case ed25519(Ed25519PublicKey)

  /// Reads DER SubjectPublicKeyInfo.
  ///
  /// - Throws: `invalidKey`.
  package init(der: [UInt8]) throws(CryptoError) {
    let key = try EVPKey.publicKey(der: der)
    if key.isA("RSA") {
      self = .rsa(try RSAPublicKey(key: key))
    } else if key.isA("EC") {
      self = .ec(try ECPublicKey(key: key))
    } else if key.isA("ED25519") {
      self = .ed25519(Ed25519PublicKey(checked: key))
    } else {
      throw CryptoError(.invalidKey, "only RSA, EC and Ed25519 keys are known here")
    }
  }

  /// Decodes a `PUBLIC KEY` block.
  ///
  /// - Throws: `invalidInput` for broken PEM, `invalidKey` for its content.
  package init(pem: String) throws(CryptoError) {
    try self.init(der: PEM.decode(pem).der)
  }

  package var derRepresentation: [UInt8] { key.subjectPublicKeyInfo }

  package var pemRepresentation: String {
    PEM.encode(derRepresentation, label: "PUBLIC KEY")
  }

  var key: EVPKey {
    switch self {
    case .rsa(let key): key.key
    case .ec(let key): key.key
    case .ed25519(let key): key.key
    }
  }
}

extension PublicKey: Equatable {
  package static func == (left: PublicKey, right: PublicKey) -> Bool {
    left.derRepresentation == right.derRepresentation
  }
}
