/// One-time codes from a shared secret and a counter: HOTP (RFC 4226).
///
/// With the number of a period of time as the counter this is TOTP (RFC 6238).
package enum OneTimeCode {
  /// The code of a counter.
  ///
  /// - Parameters:
  ///   - digits: the number of decimal digits, 9 at most.
  package static func code(
    secret: [UInt8], counter: Int64, digits: Int
  ) -> String {
    let message = (0..<8).map { UInt8(truncatingIfNeeded: counter >> (56 - 8 * $0)) }
    let tag = HMAC.code(for: message, key: secret, using: .sha1)
    // RFC 4226 §5.3: the last four bits are the offset of the code's 31 bits.
    let offset = Int(tag[tag.count - 1] & 15)
    let number = tag[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
    let modulus = (0..<digits).reduce(UInt32(1)) { product, _ in product * 10 }
    let text = String(number % modulus)
    return String(repeating: "0", count: digits - text.utf8.count) + text
  }
}
