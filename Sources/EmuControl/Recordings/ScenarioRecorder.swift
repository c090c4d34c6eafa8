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
  /// The project's state after each restored snapshot, by the number of the request.
  private let restored: [UInt64: Recording.Start]
  /// The names of the recording's snapshots in the scenario.
  var snapshots: [String: String] = [:]
  /// The scenario's names of registered API keys: a key selects one project, and the scenario's
  /// project has other keys.
  private(set) var apiKeys: [String: RecordedTemplate] = [:]
  /// True if the last request may have turned the clock back.
  private var jumpsBack = false
  /// The period of the last code of an authenticator app, and the number of steps at that time.
  var lastTOTP: (step: Int64, position: Int)?
  /// The base addresses of the requests.
  private(set) var bases: Set<String> = []

  init(_ start: Recording.Start, restored: [UInt64: Recording.Start] = [:]) {
    self.start = start
    self.restored = restored
    warnings = start.warnings
    values.noteConstants(of: .object(start.seed))
    for key in start.apiKeys { note(apiKey: key) }
  }

  mutating func note(apiKey key: String) {
    guard apiKeys[key] == nil, key != ImpliedAPIKey.of(start.project) else { return }
    apiKeys[key] = .variable("project") + RecordedTemplate("-key-\(apiKeys.count + 1)")
  }

  mutating func warn(_ sentence: String) {
    if !warnings.contains(sentence) { warnings.append(sentence) }
  }

  /// The number of the next step, counted from 1.
  var nextNumber: Int { steps.count + 1 }

  mutating func record(_ entries: [LoggedRequest]) {
    let isSet = entries.contains { $0.controlCall == "clock:set" }
    if let step = RecordedClock.beginning(start.clock, at: start.at, isSet: isSet) { append(step) }
    for fault in start.faults { append(fault, at: start.at) }
    for entry in entries { record(RecordedExchange(entry)) }
    for name in snapshots.values.sorted() {
      append(
        ScenarioDocument.Step(
          "The snapshot is not needed any more", "DELETE", control: "snapshots/\(name)"))
    }
  }

  /// Inserts a step that sets a fault of the start.
  private mutating func append(_ fault: Fault, at time: Timestamp) {
    // A fault has texts and numbers, so the encoding cannot fail.
    let body = (try? JSONEncoding.tree(of: FaultInput(again: fault, at: time))) ?? [:]
    let number = append(
      ScenarioDocument.Step(
        "A fault is set already", "POST", control: "faults", body: named(body)))
    values.noteAnswer(["id": .string(fault.id)], of: number)
  }

  private mutating func record(_ exchange: RecordedExchange) {
    bases.insert(exchange.request.baseURL(publicURL: nil))
    if let pause = clock.pause(before: exchange.entry, jumpsBack: jumpsBack) { append(pause) }
    jumpsBack = exchange.entry.turnsClockBack
    if let restored = restored[exchange.entry.number], snapshots[exchange.snapshot ?? ""] == nil {
      return appendSteps(to: restored)
    }
    let isDeletion = exchange.request.method == .delete && !exchange.isRefused
    let deleted = isDeletion ? exchange.snapshot : nil
    // The emulator that runs the scenario has no snapshot from before the recording.
    if let deleted, snapshots[deleted] == nil { return }
    guard let step = recordedRequest(of: exchange) else { return }
    if let deleted { snapshots[deleted] = nil }
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

  /// Inserts steps that restore a state of the project.
  private mutating func appendSteps(to state: Recording.Start) {
    for key in state.apiKeys { note(apiKey: key) }
    for warning in state.warnings { warn(warning) }
    append(
      ScenarioDocument.Step(
        "A snapshot from before the recording is restored", "POST", control: "reset",
        body: ["projects": ["${project}"]]))
    append(
      ScenarioDocument.Step(
        "The project is as the snapshot had it", "POST", control: "seed",
        body: [
          "version": 1, "projects": ["${project}": named(state.seed, apiKeys: state.apiKeys)],
        ]))
    for fault in state.faults where fault.match.project != nil { append(fault, at: state.at) }
  }

  /// Returns a project of a seed document as the scenario's project.
  func named(_ seed: JSONObject, apiKeys keys: [String]) -> JSON {
    var seed = seed
    seed["apiKeys"] = nil
    var named = self.named(.object(seed)).object ?? [:]
    if !keys.isEmpty {
      named["apiKeys"] = .array(keys.map { .string(apiKeys[$0]?.raw ?? "${key}") })
    }
    return .object(named)
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
        seed: named(start.seed, apiKeys: start.apiKeys), steps: steps),
      warnings: warnings + (steps.isEmpty ? [none] : []))
  }
}
