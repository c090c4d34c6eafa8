internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// Writes the scenario of a recording: requests as they came, with variables for what the emulator made,
/// and of each answer what is the same in every run.
struct ScenarioRecorder {
  let start: Recording.Start
  var values = RecordedValues()
  /// The steps so far.
  private(set) var steps: [RecordedStep] = []
  /// What each step was recorded from; nil for one that was put in.
  private(set) var exchanges: [RecordedExchange?] = []
  private var warnings: [String]
  private var clock = RecordedClock()
  /// The period of the last code of an authenticator app, and how many steps there were.
  var lastTOTP: (step: Int64, position: Int)?
  /// The addresses under which the emulator was called.
  private(set) var bases: Set<String> = []

  init(_ start: Recording.Start) {
    self.start = start
    warnings = start.warnings
    values.noteConstants(of: .object(start.seed))
  }

  mutating func warn(_ sentence: String) {
    if !warnings.contains(sentence) { warnings.append(sentence) }
  }

  /// The number of the next step, as a reader of the scenario counts.
  var nextNumber: Int { steps.count + 1 }

  mutating func record(_ entries: [LoggedRequest]) {
    for step in RecordedClock.beginning(start.clock) { append(step, nil) }
    for entry in entries { record(RecordedExchange(entry)) }
  }

  private mutating func record(_ exchange: RecordedExchange) {
    bases.insert(exchange.request.baseURL(publicURL: nil))
    if let pause = clock.pause(before: exchange.entry) { append(pause, nil) }
    guard var step = recordedRequest(of: exchange) else { return }
    step.status = exchange.entry.status.rawValue
    noteConstants(of: exchange)
    append(step, exchange)
    let number = steps.count - 1
    steps[number].expected = expectation(of: exchange)
    values.noteAnswer(exchange.answer.tree, of: number)
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

  /// - Returns: the number of the step.
  @discardableResult
  mutating func append(_ step: RecordedStep, _ exchange: RecordedExchange?) -> Int {
    steps.append(step)
    exchanges.append(exchange)
    return steps.count - 1
  }

  /// Puts a step in that moves the clock on.
  mutating func append(pauseOf seconds: Int64) { append(RecordedClock.pause(of: seconds), nil) }

  func document(title: String?, why: String?) -> JSON {
    let written = zip(steps.indices, steps).map { number, step in
      step.document(capture: values.captures[number] ?? [:])
    }
    let scenario: JSON = [
      "title": .string(title ?? "Recorded from \(start.at.rfc3339) on"),
      "why": .string(
        why
          ?? "The requests of a project, with what each was answered with. Say here what goes wrong."
      ),
      "seed": .object(start.seed), "steps": .array(written),
    ]
    var all = warnings
    if steps.isEmpty {
      all.append("No request came while it was recorded; a scenario needs at least one.")
    }
    return ["scenario": scenario, "warnings": .array(all.map(JSON.string))]
  }
}
