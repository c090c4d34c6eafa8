/// The enabled second factors of a project or tenant.
package struct SecondFactorConfig: Sendable, Hashable {
  package enum State: String, Sendable, CaseIterable {
    case disabled = "DISABLED"
    case enabled = "ENABLED"
    case mandatory = "MANDATORY"

    package static let names = allCases.map(\.rawValue)
  }

  package var state: State
  package var allowsPhone: Bool
  package var allowsTOTP: Bool
  /// The number of codes before and after the current one that are also accepted.
  package var adjacentIntervals: Int

  package init(
    state: State = .disabled, allowsPhone: Bool = false, allowsTOTP: Bool = false,
    adjacentIntervals: Int = Self.usualIntervals
  ) {
    self.state = state
    self.allowsPhone = allowsPhone
    self.allowsTOTP = allowsTOTP
    self.adjacentIntervals = adjacentIntervals
  }

  /// The default where nothing is configured.
  package static let usualIntervals = 5
  /// The values that may be configured.
  package static let intervals = 0...10

  package var isOn: Bool { state != .disabled }
}
