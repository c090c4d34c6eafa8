internal import EmuControlCalls
internal import EmuModel

extension FaultInput {
  /// A year in seconds.
  private static let longestLife: Int64 = 31_622_400

  /// Returns the fault of a body.
  ///
  /// - Parameters:
  ///   - issuer: the issuer of the path; nil for the path of all faults.
  ///   - seed: returns the seed of a probability without one.
  ///
  /// - Throws: `INVALID_ARGUMENT` with the field and the possible values.
  func fault(
    id: String, at issuer: FaultLocations.Issuer?, among locations: FaultLocations,
    seed: () -> Int64, now: Timestamp
  ) throws(ControlError) -> Fault {
    var fault = Fault(id: id, effect: try checkedEffect())
    fault.match = try checkedMatch(at: issuer, among: locations)
    fault.remaining = try times.map { times throws(ControlError) in
      try Self.check(times, in: 1...1_000_000, "times", "; leave it out for no limit")
      return Int(times)
    }
    fault.chance = try chance(otherwise: seed)
    fault.expiresAtMilliseconds = try expiresInSeconds.map { seconds throws(ControlError) in
      try Self.check(seconds, in: 1...Self.longestLife, "expiresInSeconds")
      return (now + .seconds(seconds)).milliseconds
    }
    try checkTogether(fault, at: issuer, among: locations)
    return fault
  }

  private func chance(otherwise draw: () -> Int64) throws(ControlError) -> Fault.Chance? {
    guard let probability else {
      guard seed == nil else {
        throw .invalid("seed is of a probability; set probability as well, or leave it out.")
      }
      return nil
    }
    guard probability > 0, probability <= 1 else {
      throw .invalid("probability must be above 0 and at most 1.")
    }
    return Fault.Chance(probability: probability, seed: seed ?? draw())
  }

  static func check(
    _ value: Int64, in range: ClosedRange<Int64>, _ field: String, _ hint: String = ""
  ) throws(ControlError) {
    guard range.contains(value) else {
      throw .invalid("\(field) must be \(range.lowerBound) to \(range.upperBound)\(hint).")
    }
  }
}
