/// `none` (RFC 7518 §3.6): a fixed header and an empty signature.
enum UnsignedAlgorithm {
  /// The official emulator's header, byte for byte.
  static let header = #"{"alg":"none","typ":"JWT"}"#

  /// The header's segment and the dot after it, encoded once.
  static let prefix: [UInt8] = Array((Base64URL.encode(Array(header.utf8)) + ".").utf8)
}
