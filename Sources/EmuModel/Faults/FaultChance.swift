extension Fault {
  /// The probability that a matched fault happens.
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

    /// Returns true when the fault happens at this match.
    ///
    /// - Parameter number: the number of earlier matches.
    package func happens(meeting number: UInt64) -> Bool {
      // A Double between 0 and 1 holds 53 bits.
      Double(random(number) >> 11) * 0x1p-53 < probability
    }

    /// SplitMix64 (Steele, Lea, Flood, 2014): each value is computed from its index alone.
    private func random(_ number: UInt64) -> UInt64 {
      var value = UInt64(bitPattern: seed) &+ (number &+ 1) &* 0x9E37_79B9_7F4A_7C15
      value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
      return value ^ value >> 31
    }
  }
}
