internal import EmuCrypto

/// A credential's public key, from the COSE_Key of RFC 9052 §7 and RFC 9053.
package struct CredentialKey: Sendable {
  package let algorithm: SignatureAlgorithm
  private let key: PublicKey

  package init(cose bytes: [UInt8]) throws(WebAuthnError) {
    let map: CBOR
    do { map = try CBOR.decode(bytes) } catch {
      throw WebAuthnError("the credential's public key cannot be read: \(error.message)")
    }
    guard let number = map[3]?.integer else {
      throw WebAuthnError("the credential's public key names no algorithm")
    }
    guard let algorithm = SignatureAlgorithm(rawValue: number) else {
      throw WebAuthnError(
        "the credential's key is for the algorithm \(number)")
    }
    self.algorithm = algorithm
    do { key = try Self.key(map, for: algorithm) } catch {
      throw WebAuthnError(
        "the credential's public key is not a key for \(algorithm): \(error)")
    }
  }

  package func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
    algorithm.isValid(signature, for: message, by: key)
  }

  /// RFC 9053 §7; a point must be uncompressed (WebAuthn §5.8.5), so `y` is bytes.
  private static func key(
    _ map: CBOR, for algorithm: SignatureAlgorithm
  ) throws(CryptoError) -> PublicKey {
    let type = map[1]?.integer
    switch algorithm {
    case .es256 where type == 2 && map[-1]?.integer == 1:
      guard let x = map[-2]?.bytes, let y = map[-3]?.bytes else { break }
      return try PublicKey(curve: .p256, x: x, y: y)
    case .rs256 where type == 3:
      guard let modulus = map[-1]?.bytes, let exponent = map[-2]?.bytes else { break }
      return try PublicKey(modulus: modulus, exponent: exponent)
    case .edDSA where type == 1 && map[-1]?.integer == 6:
      guard let x = map[-2]?.bytes else { break }
      return try PublicKey(ed25519: x)
    default: break
    }
    throw CryptoError(.invalidKey, "a parameter is missing or another key's")
  }
}
