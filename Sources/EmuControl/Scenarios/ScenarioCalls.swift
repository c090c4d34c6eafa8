internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// An entry of `GET scenarios`.
struct ScenarioSummary: Decodable, Sendable {
  var name: String
  var title: String
  var why: String
}

/// The response of `GET scenarios`.
struct ScenarioPage: Decodable, Sendable {
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

/// The response of `scenarios/{scenario}:load`.
struct LoadedScenario: Decodable, Sendable {
  var project: String
  /// An API key that selects the project.
  var apiKey: String
}

/// The response of a run.
struct ScenarioReport: Decodable, Sendable {
  var title: String
  var project: String
  var passed: Bool
  var steps: [Step]

  struct Step: Decodable, Sendable {
    var about: String?
    var call: String
    var status: Int64?
    var passed: Bool
    /// The problem as a sentence.
    var problem: String?
  }
}

extension Control {
  /// `GET scenarios`.
  func listScenarios(_ call: ControlCall) throws -> Answer {
    let scenarios = try ScenarioCatalogue.names.map { name -> JSON in
      let scenario = try ScenarioCatalogue.scenario(name)
      return [
        "name": .string(name), "title": .string(scenario.title), "why": .string(scenario.why),
      ]
    }
    return answer(["scenarios": .array(scenarios)])
  }

  /// `GET scenarios/{scenario}`: returns the document.
  func showScenario(_ call: ControlCall) throws -> Answer {
    answer(try ScenarioCatalogue.tree(of: call.parameters["scenario"] ?? ""))
  }

  /// `POST scenarios/{scenario}:load`: restores the start of the scenario.
  func loadScenario(_ call: ControlCall) throws -> Answer {
    let name = call.parameters["scenario"] ?? ""
    let run = try run(
      ScenarioCatalogue.scenario(name), in: try call.input(ScenarioTarget.self).project,
      named: name, call)
    return run.prepared { response in
      .ready(response)
    } _: {
      answer([
        "project": .string(run.project), "apiKey": .string(ImpliedAPIKey.of(run.project)),
      ])
    }
  }

  /// `POST scenarios/{scenario}:run`.
  func runScenario(_ call: ControlCall) throws -> Answer {
    let name = call.parameters["scenario"] ?? ""
    return try run(
      ScenarioCatalogue.scenario(name), in: try call.input(ScenarioTarget.self).project,
      named: name, call
    ).report(to: self)
  }

  /// `POST scenarios:run`: runs a scenario in the body.
  func runOwnScenario(_ call: ControlCall) throws -> Answer {
    let order = try call.input(ScenarioOrder.self)
    try order.scenario.check()
    return try run(order.scenario, in: order.project, named: "own", call).report(to: self)
  }

  private func run(
    _ scenario: ScenarioDocument, in project: String?, named name: String, _ call: ControlCall
  ) throws(ControlError) -> ScenarioRun {
    let project = project ?? "scenario-\(name)"
    guard Project.isPlausible(id: project) else {
      throw .invalid("project: \(Project.idProblem)")
    }
    return ScenarioRun(
      scenario: scenario, project: project, client: services.inner, request: call.request,
      baseURL: call.request.baseURL(publicURL: services.facts.publicURL), clock: services.clock)
  }
}

extension ScenarioRun {
  fileprivate func report(to control: Control) -> Answer {
    start { results in
      control.answer(report(results))
    } refused: { response in
      .ready(response)
    }
  }

  private func report(_ results: [StepResult]) -> JSON {
    let steps = results.map { result -> JSON in
      var step: JSONObject = [
        "call": .string(result.step.call), "passed": .bool(result.problem == nil),
      ]
      step["about"] = result.step.about.map(JSON.string)
      step["status"] = result.status.map { .int(Int64($0)) }
      step["problem"] = result.problem.map(JSON.string)
      return .object(step)
    }
    return [
      "title": .string(scenario.title), "project": .string(project),
      "passed": .bool(results.allSatisfy { $0.problem == nil }), "steps": .array(steps),
    ]
  }
}
