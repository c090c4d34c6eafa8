/// The search of text for special bytes.
///
/// It processes eight bytes as one integer. A subtraction or an exclusive-or of eight copies of a
/// byte shows whether any of them matches; then each byte is checked.
enum StringScan {
  /// A one in each byte; times a byte, that byte eight times.
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  /// The top bit of each byte.
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  /// Returns the position of the first quote, backslash or control character from a start, or the
  /// end, and true when all bytes before it are ASCII.
  static func run(in bytes: Span<UInt8>, from start: Int, quote: UInt8) -> (
    end: Int, isASCII: Bool
  ) {
    let quotes = UInt64(quote) &* ones
    let backslashes = UInt64(UInt8(ascii: "\\")) &* ones
    var position = start
    var seen: UInt64 = 0
    while bytes.count - position >= 8 {
      let word = word(bytes.extracting(position..<(position + 8)))
      // The marks are ASCII, so an exclusive-or with one does not change the top bits. A byte with
      // its top bit set is none of them, and is excluded once for all three.
      let borrows =
        (word &- 0x20 &* ones) | ((word ^ quotes) &- ones) | ((word ^ backslashes) &- ones)
      let special = borrows & ~word & tops
      if special != 0 {
        // A borrow can mark bytes wrongly, but only after a right one.
        let bits = UInt64(special.trailingZeroBitCount & ~7)
        seen |= word & (1 &<< bits &- 1)
        return (position + Int(bits / 8), seen & tops == 0)
      }
      seen |= word
      position += 8
    }
    while position < bytes.count {
      let byte = bytes[position]
      if byte < 0x20 || byte == quote || byte == UInt8(ascii: "\\") { break }
      seen |= UInt64(byte)
      position += 1
    }
    return (position, seen & tops == 0)
  }

  /// Eight bytes as one integer; the compiler makes one load of it.
  @inline(__always)
  private static func word(_ bytes: Span<UInt8>) -> UInt64 {
    UInt64(bytes[0]) | UInt64(bytes[1]) &<< 8 | UInt64(bytes[2]) &<< 16 | UInt64(bytes[3]) &<< 24
      | UInt64(bytes[4]) &<< 32 | UInt64(bytes[5]) &<< 40 | UInt64(bytes[6]) &<< 48
      | UInt64(bytes[7]) &<< 56
  }
}
