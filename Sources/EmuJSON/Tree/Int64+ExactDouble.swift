extension Int64 {
  /// Creates the integer that a double is; nil if it is not one or does not fit.
  ///
  /// The standard library's own conversion rounds through libm, which this module avoids.
  init?(integral value: Double) {
    guard value >= -0x1p63, value < 0x1p63 else { return nil }
    let truncated = Int64(value)
    guard Double(truncated) == value else { return nil }
    self = truncated
  }
}
