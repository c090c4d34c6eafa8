internal import EmuHTTP
internal import EmuModel

extension Annotations {
  /// What the log shows of an operation beside its answer.
  init(
    _ operation: String, project: String? = nil, unknownFields: [String] = [],
    explainedBy explanation: Explanation
  ) {
    self.init(
      operation: operation, project: project,
      unknownFields: unknownFields + explanation.unknownFields,
      decisions: explanation.decisions.map { decision in
        Note(rule: decision.rule, outcome: decision.outcome.rawValue, because: decision.because)
      })
  }
}
