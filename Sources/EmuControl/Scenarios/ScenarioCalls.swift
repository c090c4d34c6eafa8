internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

struct ScenarioSummary: Codable, Sendable {
  var name: String
  var title: String
  var why: String
}

struct ScenarioPage: Codable, Sendable {
  var scenarios: [ScenarioSummary]
}

/// The body of `scenarios/{scenario}:load` and `:run`.
struct ScenarioTarget: Decodable, Sendable {
  /// The project that is emptied and used; by default `scenario-` and the name.
  var project: String?
}

/// The body of `scenarios:run`.
struct ScenarioOrder: Decodable, Sendable {
  /// In the format of `seed-data/scenarios/`.
  var scenario: ScenarioDocument
  var project: String?
}

struct LoadedScenario: Codable, Sendable {
  var project: String
  /// An API key that selects the project.
  var apiKey: String
  /// The next steps in the app, in sentences.
  var next: [String]
  /// The error that the app then sees, by SDK: `ios`, `android`, `web`, `cpp`, `flutter`.
  @SortedMap var errors: [String: String]?
  /// The values that the first steps captured, such as a token for the app.
  @SortedMap var variables: [String: String]?
}

struct ScenarioReport: Codable, Sendable {
  var title: String
  var project: String
  var passed: Bool
  var steps: [Step]

  struct Step: Codable, Sendable {
    var about: String?
    var call: String
    var status: Int?
    /// The id of the request, for `GET requests/{id}`; absent where the log records none.
    var request: String?
    var passed: Bool
    /// The problem as a sentence.
    var problem: String?

    init(_ step: ScenarioDocument.Step, _ response: Response? = nil, problem: String?) {
      (about, call) = (step.about, step.call)
      status = response?.status.rawValue
      request = response?.headers[RequestLogMiddleware.header]
      (passed, self.problem) = (problem == nil, problem)
    }
  }
}

extension Control {
  func listScenarios(_ call: ControlCall) throws -> ControlAnswer<ScenarioPage> {
    try ControlAnswer(Self.scenarios.get())
  }

  private static let scenarios = Result {
    ScenarioPage(
      scenarios: try ScenarioCatalogue.names.map { name in
        let scenario = try ScenarioCatalogue.scenario(name)
        return ScenarioSummary(name: name, title: scenario.title, why: scenario.why)
      })
  }

  func showScenario(_ call: ControlCall) throws -> ControlAnswer<ScenarioDocument> {
    try ControlAnswer(ScenarioCatalogue.scenario(call.parameters["scenario"] ?? ""))
  }

  func loadScenario(_ call: ControlCall) throws -> ControlAnswer<LoadedScenario> {
    let run = try runOfCatalogue(call)
    return ControlAnswer(
      run.load { end in Control.answer { try ControlAnswer(run.loaded(end)).answer } })
  }

  func runScenario(_ call: ControlCall) throws -> ControlAnswer<ScenarioReport> {
    try runOfCatalogue(call).answer
  }

  private func runOfCatalogue(_ call: ControlCall) throws(ControlError) -> ScenarioRun {
    let name = call.parameters["scenario"] ?? ""
    return try run(
      ScenarioCatalogue.scenario(name), in: call.input(ScenarioTarget.self).project, named: name,
      call)
  }

  func runOwnScenario(_ call: ControlCall) throws -> ControlAnswer<ScenarioReport> {
    let order = try call.input(ScenarioOrder.self)
    try order.scenario.check()
    return try run(order.scenario, in: order.project, named: "own", call).answer
  }

  private func run(
    _ scenario: ScenarioDocument, in project: String?, named name: String, _ call: ControlCall
  ) throws(ControlError) -> ScenarioRun {
    let project = project ?? "scenario-\(name)"
    try ControlError.check(project: project, "project: ")
    return ScenarioRun(
      scenario: scenario, project: project, client: services.inner, request: call.request,
      baseURL: call.request.baseURL(publicURL: services.publicURL), clock: services.clock)
  }
}

extension ScenarioRun {
  fileprivate func loaded(_ end: Progress) throws -> LoadedScenario {
    if let last = end.steps.last, let problem = last.problem {
      throw ControlError.invalid("\(last.call): \(problem)")
    }
    var filling = end.variables
    let next = try (scenario.load?.next ?? []).map { try filling.filled($0) }
    return LoadedScenario(
      project: project, apiKey: ImpliedAPIKey.of(project), next: next,
      errors: SortedMap(wrappedValue: scenario.errors),
      variables: SortedMap(wrappedValue: end.variables.values))
  }

  fileprivate var answer: ControlAnswer<ScenarioReport> {
    ControlAnswer(
      start { steps in
        Control.answer {
          try ControlAnswer(
            ScenarioReport(
              title: scenario.title, project: project, passed: steps.allSatisfy(\.passed),
              steps: steps)
          ).answer
        }
      })
  }
}
