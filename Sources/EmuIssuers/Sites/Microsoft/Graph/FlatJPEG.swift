/// Writes square JPEG pictures in which each block of eight by eight pixels has one colour.
///
/// Such a block has only a mean, so a baseline encoder needs no cosine transform (ITU-T T.81).
struct FlatJPEG {
  /// A colour in JFIF's components.
  struct Color {
    var y, cb, cr: UInt8
  }

  static let paper = Color(y: 240, cb: 128, cr: 128)

  /// The number of blocks on each side.
  let blocks: Int

  /// - Parameter color: returns the colour of a block by column and row.
  func encode(_ color: (Int, Int) -> Color) -> [UInt8] {
    var bits = BitWriter()
    var last = (y: 0, cb: 0, cr: 0)
    for row in 0..<blocks {
      for column in 0..<blocks {
        let color = color(column, row)
        let now = (y: Int(color.y) - 128, cb: Int(color.cb) - 128, cr: Int(color.cr) - 128)
        for difference in [now.y - last.y, now.cb - last.cb, now.cr - last.cr] {
          Self.write(difference, to: &bits)
        }
        last = now
      }
    }
    return header + bits.finished() + [0xff, 0xd9]
  }

  /// Writes the difference of a block's mean from the previous one, and the end of the block.
  private static func write(_ difference: Int, to bits: inout BitWriter) {
    let category = Int.bitWidth - difference.magnitude.leadingZeroBitCount
    let code = meanCodes[category]
    bits.write(code.bits, count: code.count)
    // A negative number is written with its bits inverted (F.1.2.1).
    bits.write(difference < 0 ? difference + (1 << category) - 1 : difference, count: category)
    bits.write(0, count: 1)
  }

  /// Codes of two to six bits for differences of zero to eight bits (K.3, table K.3).
  private static let meanCodes: [(bits: Int, count: Int)] = [
    (0b00, 2), (0b010, 3), (0b011, 3), (0b100, 3), (0b101, 3), (0b110, 3), (0b1110, 4),
    (0b11110, 5), (0b111110, 6),
  ]

  private var header: [UInt8] {
    let side = UInt16(blocks * 8)
    let size = [UInt8(side >> 8), UInt8(side & 255)]
    var bytes: [UInt8] = [0xff, 0xd8]
    bytes += [0xff, 0xe0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
    // Eight for every coefficient, so the mean of a block is written unchanged.
    bytes += [0xff, 0xdb, 0, 67, 0] + [UInt8](repeating: 8, count: 64)
    bytes += [0xff, 0xc0, 0, 17, 8] + size + size + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
    bytes += [0xff, 0xc4, 0, 28, 0x00, 0, 1, 5, 1, 1, 1] + [UInt8](repeating: 0, count: 10)
    bytes += [0, 1, 2, 3, 4, 5, 6, 7, 8]
    // The only other symbol: the end of a block.
    bytes += [0xff, 0xc4, 0, 20, 0x10, 1] + [UInt8](repeating: 0, count: 15) + [0]
    bytes += [0xff, 0xda, 0, 12, 3, 1, 0, 2, 0, 3, 0, 0, 63, 0]
    return bytes
  }
}

/// Writes bits into bytes, the first bit highest; a byte of ones is followed by a zero (B.1.1.5).
private struct BitWriter {
  private var bytes: [UInt8] = []
  private var buffer: UInt8 = 0
  private var filled = 0

  mutating func write(_ bits: Int, count: Int) {
    for position in (0..<count).reversed() {
      buffer = buffer << 1 | UInt8(bits >> position & 1)
      filled += 1
      if filled == 8 { flush() }
    }
  }

  /// Returns the bytes, with the last one padded with ones.
  mutating func finished() -> [UInt8] {
    while filled > 0 { write(1, count: 1) }
    return bytes
  }

  private mutating func flush() {
    bytes.append(buffer)
    if buffer == 0xff { bytes.append(0) }
    buffer = 0
    filled = 0
  }
}
