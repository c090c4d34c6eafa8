/// `none` (RFC 7518 §3.6): a header that never changes, and an empty signature.
enum UnsignedAlgorithm {
  /// What the official emulator writes, byte for byte.
  static let header = #"{"alg":"none","typ":"JWT"}"#

  /// The header's segment and the dot behind it, encoded once.
  static let prefix: [UInt8] = Array((Base64URL.encode(Array(header.utf8)) + ".").utf8)
}
