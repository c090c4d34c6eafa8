internal import EmuCrypto

/// Hashes that the rules compare.
enum Hashing {
  /// The lower-case hexadecimal SHA-256 of a text.
  static func sha256Hex(_ text: String) -> String { Digest.sha256.hex(Array(text.utf8)) }
}
