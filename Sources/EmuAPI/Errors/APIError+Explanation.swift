internal import EmuModel

extension APIError {
  /// Adds an explanation of the refusal, unless its rule added one: the error's reason, or the
  /// sentence of its code.
  func explain(in explanation: Explanation) {
    let decisions = explanation.decisions
    if !decisions.contains(where: { $0.outcome == .refused }) {
      explanation.add(
        .refusal, .refused, Reason(reason ?? RefusalReason.sentences[code] ?? message))
    }
    // An expired token was sent to the right project.
    let hasExpired = decisions.contains { decision in
      decision.outcome == .refused && decision.rule == .switch(.idTokenExpiry)
    }
    guard !hasExpired, RefusalReason.maybeOfWrongProject.contains(code) else { return }
    for remark in explanation.remarks where !decisions.contains(remark) {
      explanation.add(remark)
    }
  }
}
