internal import EmuJSON
internal import EmuModel

/// Numbers that take a fixed code, as a configuration has them: `{"+15555550100":"123456"}`.
enum TestPhoneNumbers {
  /// Whether each is a number, with a code that an app can type.
  ///
  /// - Throws: `INVALID_CONFIG`.
  static func check(_ resource: JSON?) throws(APIError) {
    for member in resource?.object ?? JSONObject() {
      guard PhoneNumber.isPlausible(member.key) else {
        throw .invalidConfig("\(member.key) is no test number: write it as +16505550100.")
      }
      guard let code = member.value.string, PhoneNumber.isCode(code) else {
        throw .invalidConfig("The code of the test number \(member.key) has six digits.")
      }
    }
  }
}

extension OperationContext {
  /// Whether a project or a tenant may have so many test numbers.
  ///
  /// - Throws: by the switch `quotas`, `INVALID_CONFIG`.
  func checkTestNumbers(
    _ numbers: [String: String], inPlaceOf before: [String: String]
  ) throws(APIError) {
    guard let problem = TestNumberRule.problem(with: numbers, inPlaceOf: before) else { return }
    try check(
      .quotas, false, because: "\(problem)",
      otherwise: .invalidConfig("Leave some out: \(problem)."))
  }
}
