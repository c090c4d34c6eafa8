internal import EmuHTTP
internal import EmuJSON

/// A step of a scenario.
struct RecordedStep {
  var about: String
  var call: String
  var headers = JSONObject()
  var body: JSON?
  var form: JSONObject?
  var status = 200
  /// The expected members of the response, by path.
  var expected = JSONObject()

  init(about: String, call: String, body: JSON? = nil) {
    self.about = about
    self.call = call
    self.body = body
  }

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
  func document(capture: [String: String]) -> JSON {
    var step: JSONObject = ["about": .string(about), "call": .string(call)]
    if !headers.isEmpty { step["headers"] = .object(headers) }
    step["body"] = body
    step["form"] = form.map(JSON.object)
    var expect = JSONObject()
    if status != 200 { expect["status"] = .int(Int64(status)) }
    if !expected.isEmpty { expect["body"] = .object(expected) }
    if !expect.isEmpty { step["expect"] = .object(expect) }
    if !capture.isEmpty { step["capture"] = .sorted(capture) }
    return .object(step)
  }
}
