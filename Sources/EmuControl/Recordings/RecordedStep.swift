internal import EmuJSON

struct RecordedStep {
  var about: String
  var call: String
  var headers: [String: String] = [:]
  var body: JSON?
  var form: [String: String]?
  var status = 200
  /// The expected members of the response, by path.
  var expected = JSONObject()

  /// The number of seconds by which the step advances the clock; nil for another step.
  var secondsOfPause: Int64? {
    // The sum of an accepted step cannot overflow.
    guard status == 200, call.hasSuffix("/clock:advance"), let body else { return nil }
    let milliseconds =
      [("milliseconds", 1), ("seconds", 1000), ("minutes", 60_000)]
      + [("hours", 3_600_000), ("days", 86_400_000)]
    return milliseconds.reduce(0) { $0 + (body[$1.0]?.int ?? 0) * Int64($1.1) } / 1000
  }

  /// - Parameter capture: variables by path.
  func document(capture: [String: String]) -> ScenarioDocument.Step {
    var step = ScenarioDocument.Step(about: about, call: call, body: body)
    step.headers = headers.isEmpty ? nil : headers
    step.form = form
    step.capture = capture.isEmpty ? nil : capture
    if status != 200 || !expected.isEmpty {
      step.expect = ScenarioDocument.Expectation(
        status: status == 200 ? nil : Int64(status), body: expected.isEmpty ? nil : expected)
    }
    return step
  }
}
