internal import EmuControlCalls
internal import EmuJSON

extension ScenarioDocument.Step {
  /// Creates the step of a control call.
  ///
  /// - Parameter path: the path below `/emulator/v1/`.
  init(_ about: String, _ method: String, control path: String, body: JSON? = nil) {
    self.init(about: about, call: "\(method) \(ControlEntry.root)\(path)", body: body)
  }

  /// The number of seconds by which the step advances the clock; nil for another step.
  var secondsOfPause: Int64? {
    guard expect?.status == nil, call.hasSuffix("/clock:advance"), let body else { return nil }
    return (try? JSONDecoding.decode(AdvanceClock.self, from: body).sum()).map { $0 / 1000 }
  }
}
