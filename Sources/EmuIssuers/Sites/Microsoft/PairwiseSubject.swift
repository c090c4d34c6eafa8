/// Microsoft's `sub`: different for each application.
enum PairwiseSubject {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// Returns the first 32 bytes of a hash as base64url without padding: 43 characters.
  ///
  /// - Parameter seed: at least 64 hexadecimal digits. Three digits make two characters; the last
  ///   four bits are padded with zeros (RFC 4648 §3.5).
  static func make(seed: String) -> String {
    let digits = seed.utf8.prefix(64).map(value)
    var text: [UInt8] = []
    text.reserveCapacity(43)
    for start in stride(from: 0, to: digits.count, by: 3) {
      let group = digits[start..<min(start + 3, digits.count)]
      let bits = group.reduce(0) { $0 << 4 | $1 } << (4 * (3 - group.count))
      text.append(alphabet[bits >> 6])
      if group.count > 1 { text.append(alphabet[bits & 63]) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func value(_ digit: UInt8) -> Int {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(digit - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(digit - UInt8(ascii: "a")) + 10
    default: 0
    }
  }
}
