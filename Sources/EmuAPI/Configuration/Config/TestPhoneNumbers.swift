internal import EmuJSON
internal import EmuModel

/// Numbers with a fixed code, in the form of a configuration: `{"+15555550100":"123456"}`.
enum TestPhoneNumbers {
  /// Checks that each is a phone number with a six-digit code.
  ///
  /// - Throws: `INVALID_CONFIG`.
  static func check(_ resource: JSON?) throws(APIError) {
    for member in resource?.object ?? JSONObject() {
      guard PhoneNumber.isPlausible(member.key) else {
        throw .invalidConfig("\(member.key) is not a test number: write it as +16505550100.")
      }
      guard let code = member.value.string, PhoneNumber.isCode(code) else {
        throw .invalidConfig("The code of the test number \(member.key) has six digits.")
      }
    }
  }
}

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
