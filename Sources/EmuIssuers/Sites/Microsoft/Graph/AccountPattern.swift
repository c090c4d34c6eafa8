/// A picture that differs by account: a symmetric pattern of five by five cells in one colour.
struct AccountPattern {
  /// At least sixteen bytes, different for each account.
  let seed: [UInt8]

  private static let cells = 5
  /// The cells with a margin of one on each side.
  private static let grid = 7

  /// Returns the picture as a JPEG.
  ///
  /// - Parameter side: the size in pixels, a multiple of eight.
  func jpeg(side: Int) -> [UInt8] {
    let blocks = side / 8
    return FlatJPEG(blocks: blocks).encode { x, y in
      isFilled(x * Self.grid / blocks - 1, y * Self.grid / blocks - 1) ? ink : FlatJPEG.paper
    }
  }

  private func isFilled(_ column: Int, _ row: Int) -> Bool {
    guard (0..<Self.cells).contains(column), (0..<Self.cells).contains(row) else { return false }
    let mirrored = min(column, Self.cells - 1 - column)
    let bit = row * 3 + mirrored
    // The middle cell is always filled, so that no picture is empty.
    return bit == 8 || seed[bit / 8] >> (bit % 8) & 1 == 1
  }

  /// A colour that is dark enough on white.
  private var ink: FlatJPEG.Color {
    FlatJPEG.Color(y: 70 + seed[4] % 60, cb: 60 + seed[5] % 136, cr: 60 + seed[6] % 136)
  }
}
