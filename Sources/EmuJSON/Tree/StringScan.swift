/// Searches of string text for the bytes that need care.
///
/// They look at sixteen bytes at a time without a branch, which lets the compiler use vector
/// instructions, and then go on byte by byte.
enum StringScan {
  /// The place of the first quote, backslash or control character from a place on, or the end;
  /// and whether all bytes before it are ASCII.
  static func run(in bytes: Span<UInt8>, from start: Int, quote: UInt8) -> (
    end: Int, isASCII: Bool
  ) {
    var position = start
    var seen: UInt8 = 0
    while bytes.count &- position >= 16 {
      var special: UInt8 = 0
      var block: UInt8 = 0
      for offset in 0..<16 {
        let byte = bytes[position &+ offset]
        block |= byte
        special |= needsCare(byte, quote) ? 1 : 0
      }
      if special != 0 { break }
      seen |= block
      position &+= 16
    }
    while position < bytes.count {
      let byte = bytes[position]
      if needsCare(byte, quote) { break }
      seen |= byte
      position &+= 1
    }
    return (position, seen < 0x80)
  }

  @inline(__always)
  private static func needsCare(_ byte: UInt8, _ quote: UInt8) -> Bool {
    byte < 0x20 || byte == quote || byte == UInt8(ascii: "\\")
  }
}
