internal import EmuModel

/// The ids of requests: six characters of a counter, a hyphen, and five unpredictable characters.
///
/// The ids sort in the order of the responses. Both parts are in base 36.
struct RequestIDs: Sendable {
  private static let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)

  private let secret: UInt64

  init(_ ids: IDGenerator) {
    secret = ids.randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  func id(of number: UInt64) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(12)
    Self.append(number, digits: 6, to: &text)
    text.append(UInt8(ascii: "-"))
    Self.append(mixed(number), digits: 5, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the number in an id; nil for an invalid one.
  func number(of id: String) -> UInt64? {
    let count = id.utf8.prefix { $0 != UInt8(ascii: "-") }.count
    return count == id.utf8.count ? nil : UInt64(id.prefix(count), radix: 36)
  }

  /// The finalizer of SplitMix64 (Steele, Lea, Flood, 2014) with a key, so that no request draws a
  /// random number.
  private func mixed(_ number: UInt64) -> UInt64 {
    var value = (number &+ 1) &* 0x9E37_79B9_7F4A_7C15 ^ secret
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  private static func append(_ value: UInt64, digits count: Int, to text: inout [UInt8]) {
    var rest = value
    let start = text.count
    for _ in 0..<count {
      text.append(digits[Int(rest % 36)])
      rest /= 36
    }
    text[start...].reverse()
  }
}
