internal import EmuCrypto

/// HS256, which only uses a secret, never the bytes of a public key.
enum HMACAlgorithms {
  static func sign(_ input: [UInt8], secret: [UInt8]) -> [UInt8] {
    HMAC.code(for: input, key: secret, using: .sha256)
  }

  static func isValid(_ signature: [UInt8], for input: [UInt8], secret: [UInt8]) -> Bool {
    // Everyone could use an empty secret.
    !secret.isEmpty && HMAC.isValid(signature, for: input, key: secret, using: .sha256)
  }
}
