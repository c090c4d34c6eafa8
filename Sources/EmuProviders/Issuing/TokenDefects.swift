package import EmuJSON
package import EmuModel

/// What is to be wrong with one ID token: what is set of its issuer, and the faults that it meets.
///
/// One rule for the issuers, who sign such a token, and for the backend, which gets it for a code.
package struct TokenDefects: Sendable {
  package var all: [Defect]
  /// How far its times lie from the emulator's clock.
  package var timeOffset: Duration

  package init(_ all: [Defect] = [], timeOffset: Duration = .zero) {
    self.all = all
    self.timeOffset = timeOffset
  }

  /// - Parameter faults: those that concern the token.
  package init(_ settings: IssuerSettings, _ faults: [Fault]) {
    all = settings.standingDefects.filter { !$0.isOfAnswers } + faults.compactMap(\.defect)
    timeOffset = .seconds(
      faults.compactMap(\.effect.timeOffsetSeconds).reduce(settings.timeOffsetSeconds ?? 0, +))
  }

  /// Whether the token is as it should be.
  package var isEmpty: Bool { all.isEmpty && timeOffset == .zero }

  /// When a token is issued and ends that lives so long.
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

  /// Makes the claims wrong.
  package func spoil(_ claims: inout JSONObject, now: Timestamp) {
    for defect in all { defect.spoil(&claims, now: now) }
  }
}
