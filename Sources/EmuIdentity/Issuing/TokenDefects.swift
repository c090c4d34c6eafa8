package import EmuJSON
package import EmuModel

/// The defects of one ID token: the options of its issuer, and the matched faults.
///
/// The issuers, which sign such a token, and the backend, which gets it for a code, share this
/// rule.
package struct TokenDefects: Sendable {
  package var all: [Defect]
  /// The offset of its times from the emulator's clock.
  package var timeOffset: Duration

  package init(_ all: [Defect] = [], timeOffset: Duration = .zero) {
    self.all = all
    self.timeOffset = timeOffset
  }

  /// - Parameter faults: those that concern the token.
  package init(_ options: IssuerOptions, _ faults: [Fault]) {
    all = options.standingDefects.filter { !$0.isOfAnswers } + faults.compactMap(\.defect)
    timeOffset = .seconds(
      faults.compactMap(\.effect.timeOffsetSeconds).reduce(options.timeOffsetSeconds ?? 0, +))
  }

  package var isEmpty: Bool { all.isEmpty && timeOffset == .zero }

  /// Returns the times of a token with the given lifetime.
  package func times(
    issuedAt: Timestamp, lifetime: Duration, now: Timestamp
  ) -> (issuedAt: Timestamp, expiresAt: Timestamp) {
    var issuedAt = issuedAt + timeOffset
    var expiresAt = issuedAt + lifetime
    for defect in all {
      defect.shift(issuedAt: &issuedAt, expiresAt: &expiresAt, now: now)
    }
    return (issuedAt, expiresAt)
  }

  package func corrupt(_ claims: inout JSONObject, now: Timestamp) {
    for defect in all { defect.corrupt(&claims, now: now) }
  }
}
