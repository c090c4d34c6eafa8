/// One rule that was applied to a request, with its outcome and reason.
package struct Decision: Sendable, Hashable {
  package var rule: RuleName
  package var outcome: Outcome
  /// A sentence for the reader of the log.
  package var reason: Reason
  /// Production's way, where it is another.
  package var production: ProductionDifference?

  package enum Outcome: String, Sendable, CaseIterable {
    case allowed
    /// The rule is only logged: production would have responded otherwise.
    case warned
    case refused
    /// The rule chose between several ways on.
    case chose
  }

  package init(
    _ rule: RuleName, _ outcome: Outcome, _ reason: Reason,
    production: ProductionDifference? = nil
  ) {
    self.rule = rule
    self.outcome = outcome
    self.reason = reason
    self.production = production
  }
}
