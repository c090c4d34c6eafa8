package import EmuHTTP
package import EmuModel

extension Annotations {
  /// Creates the log's annotations of an operation.
  package init(
    _ operation: String, project: String? = nil, explainedBy explanation: Explanation
  ) {
    let decisions = explanation.decisions
    self.init(
      operation: operation, project: project, unknownFields: explanation.unknownFields,
      decisions: decisions.map(Note.init), differences: decisions.compactMap(Difference.init))
  }

  /// Creates the log's annotations of a request that was refused before an operation.
  package init(refusal reason: String, project: String? = nil) {
    self.init(
      project: project, decisions: [Note(Decision(.refusal, .refused, Reason(reason)))])
  }
}

extension Annotations.Difference {
  init?(_ decision: Decision) {
    guard let production = decision.production else { return nil }
    self.init(
      rule: production.rule.name, answer: production.answer, reason: decision.reason.text,
      change: production.rule.change)
  }
}

extension Annotations.Note {
  init(_ decision: Decision) {
    let reason = decision.reason
    self.init(rule: decision.rule.text, outcome: decision.outcome.rawValue, parts: reason.parts)
    localID = reason.user
    providerID = reason.provider
    method = reason.method
  }
}
