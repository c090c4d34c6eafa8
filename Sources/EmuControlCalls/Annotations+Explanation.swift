package import EmuHTTP
package import EmuModel

extension Annotations {
  /// What the log shows of an operation beside its answer.
  package init(
    _ operation: String, project: String? = nil, unknownFields: [String] = [],
    explainedBy explanation: Explanation
  ) {
    self.init(
      operation: operation, project: project,
      unknownFields: unknownFields + explanation.unknownFields,
      decisions: explanation.decisions.map(Note.init))
  }

  /// What the log shows of a request that was refused before an operation had it.
  package init(refusedBecause because: String) {
    self.init(decisions: [Note(Decision(.refusal, .refused, Sentence(because)))])
  }
}

extension Annotations.Note {
  init(_ decision: Decision) {
    self.init(
      rule: decision.rule.text, outcome: decision.outcome.rawValue, parts: decision.because.parts)
  }
}
