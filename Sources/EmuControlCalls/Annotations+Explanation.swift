package import EmuHTTP
package import EmuModel

extension Annotations {
  /// Creates the log's annotations of an operation.
  package init(
    _ operation: String, project: String? = nil, unknownFields: [String] = [],
    explainedBy explanation: Explanation
  ) {
    self.init(
      operation: operation, project: project,
      unknownFields: unknownFields + explanation.unknownFields,
      decisions: explanation.decisions.map(Note.init))
  }

  /// Creates the log's annotations of a request that was refused before an operation.
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
