internal import EmuJSON
internal import EmuModel

extension OperationContext {
  /// Checks the limit of test numbers of a project or tenant.
  ///
  /// - Throws: by the switch `quotas`, `INVALID_CONFIG`.
  func checkTestNumbers(
    _ numbers: [String: String], inPlaceOf before: [String: String]
  ) throws(APIError) {
    guard let problem = TestNumberRule.problem(with: numbers, inPlaceOf: before) else { return }
    try check(
      .quotas, false, reason: "\(problem)",
      otherwise: .invalidConfig("Leave some out: \(problem)."))
  }
}
