/// One rule that was applied while a request was answered, and why it came out as it did.
package struct Decision: Sendable, Hashable {
  package var rule: RuleName
  package var outcome: Outcome
  /// A sentence for people.
  package var because: Sentence

  package enum Outcome: String, Sendable, CaseIterable {
    /// The rule let the request through.
    case allowed
    /// The rule is only logged: production would have answered otherwise.
    case warned
    /// The rule ended the request.
    case refused
    /// The rule chose between several ways on.
    case chose
  }

  package init(_ rule: RuleName, _ outcome: Outcome, _ because: Sentence) {
    self.rule = rule
    self.outcome = outcome
    self.because = because
  }
}
