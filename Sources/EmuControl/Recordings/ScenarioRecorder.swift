internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// Writes the scenario of a recording: the requests with variables for generated values, and of
/// each response the members that are the same in every run.
struct ScenarioRecorder {
  let start: Recording.Start
  var values = RecordedValues()
  private(set) var steps: [ScenarioDocument.Step] = []
  /// The exchange of each step; nil for an inserted step.
  private(set) var exchanges: [RecordedExchange?] = []
  private var warnings: [String]
  private var clock = RecordedClock()
  /// True if the last request may have turned the clock back.
  private var jumpsBack = false
  /// The period of the last code of an authenticator app, and the number of steps at that time.
  var lastTOTP: (step: Int64, position: Int)?
  /// The base addresses of the requests.
  private(set) var bases: Set<String> = []

  init(_ start: Recording.Start) {
    self.start = start
    warnings = start.warnings
    values.noteConstants(of: .object(start.seed))
  }

  mutating func warn(_ sentence: String) {
    if !warnings.contains(sentence) { warnings.append(sentence) }
  }

  /// The number of the next step, counted from 1.
  var nextNumber: Int { steps.count + 1 }

  mutating func record(_ entries: [LoggedRequest]) {
    let isSet = entries.contains { $0.controlCall == "clock:set" }
    if let step = RecordedClock.beginning(start.clock, at: start.at, isSet: isSet) { append(step) }
    for entry in entries { record(RecordedExchange(entry)) }
  }

  private mutating func record(_ exchange: RecordedExchange) {
    bases.insert(exchange.request.baseURL(publicURL: nil))
    if let pause = clock.pause(before: exchange.entry, jumpsBack: jumpsBack) { append(pause) }
    jumpsBack = exchange.entry.turnsClockBack
    guard !exchange.entry.hasRestored(start.project) else {
      return warn(
        "A snapshot was restored before step \(nextNumber), and a scenario has none. Begin the recording "
          + "after the restore.")
    }
    guard let step = recordedRequest(of: exchange) else { return }
    noteConstants(of: exchange)
    append(step, exchange)
    let number = steps.count - 1
    let (status, body) = (exchange.entry.status, expectation(of: exchange))
    if status != .ok || !body.isEmpty {
      steps[number].expect = ScenarioDocument.Expectation(
        status: status == .ok ? nil : Int64(status.rawValue), body: body.isEmpty ? nil : body)
    }
    values.noteAnswer(exchange.answer.tree, of: number)
    if let stop = RecordedClock.stop(after: exchange.entry) { append(stop) }
  }

  private mutating func noteConstants(of exchange: RecordedExchange) {
    var fields = exchange.request.query
    switch exchange.body {
    case .json(let tree): values.noteConstants(of: tree)
    case .form(let form): for field in form { fields.add(field.name, field.value) }
    case .none, .unreadable: break
    }
    for field in fields where !RecordedNames.isToken(field.name) {
      values.noteConstant(field.value)
    }
  }

  /// - Parameter exchange: nil for an inserted step.
  /// - Returns: the number of the step.
  @discardableResult
  mutating func append(_ step: ScenarioDocument.Step, _ exchange: RecordedExchange? = nil) -> Int {
    steps.append(step)
    exchanges.append(exchange)
    return steps.count - 1
  }

  func scenario(title: String?, why: String?) -> RecordedScenario {
    var steps = steps
    for (number, capture) in values.captures { steps[number].capture = capture }
    let none = "No request came while it was recorded; a scenario needs at least one."
    return RecordedScenario(
      scenario: ScenarioDocument(
        title: title ?? "Recorded on \(start.at.rfc3339)",
        why: why
          ?? "The requests of a project with their answers. Write here what goes wrong, and why.",
        seed: named(.object(start.seed)), steps: steps),
      warnings: warnings + (steps.isEmpty ? [none] : []))
  }
}
