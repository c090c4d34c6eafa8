internal import EmuModel

extension APIError {
  /// Sees to it that the refusal has its explanation: that of the rule that made it, or else its own
  /// words, or those of its code.
  func explain(in explanation: Explanation) {
    let decisions = explanation.decisions
    if !decisions.contains(where: { $0.outcome == .refused }) {
      explanation.add(
        .refusal, .refused, Sentence(because ?? RefusalReason.sentence(for: self)))
    }
    // A token that has only expired came to the right project.
    let hasExpired = decisions.contains { decision in
      decision.outcome == .refused && decision.rule == .switch(.idTokenExpiry)
    }
    guard !hasExpired, RefusalReason.maybeOfWrongProject.contains(code) else { return }
    for remark in explanation.remarks where !decisions.contains(remark) {
      explanation.add(remark)
    }
  }
}
