extension Fault {
  /// How likely a fault is to happen where it is met.
  ///
  /// The same seed gives the same outcomes in the same order, so that a failed run can be repeated.
  package struct Chance: Sendable, Hashable, Codable {
    /// Above 0, at most 1.
    package var probability: Double
    package var seed: Int64

    package init(probability: Double, seed: Int64) {
      self.probability = probability
      self.seed = seed
    }

    /// Whether the fault happens the time that it is met.
    ///
    /// - Parameter number: how often it was met before.
    package func happens(meeting number: UInt64) -> Bool {
      // 53 bits are what a Double between 0 and 1 holds.
      Double(random(number) >> 11) * 0x1p-53 < probability
    }

    /// SplitMix64 (Steele, Lea, Flood, 2014): each value by its place alone.
    private func random(_ number: UInt64) -> UInt64 {
      var value = UInt64(bitPattern: seed) &+ (number &+ 1) &* 0x9E37_79B9_7F4A_7C15
      value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
      return value ^ value >> 31
    }
  }
}
