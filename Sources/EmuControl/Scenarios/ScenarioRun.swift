internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// A run of a scenario in a project of its own, request by request.
struct ScenarioRun: Sendable {
  let scenario: ScenarioDocument
  let project: String
  let client: InnerClient
  /// The request that asks for the run: its address is the emulator's.
  let request: Request
  let baseURL: String
  let clock: EmulatorClock

  /// What came of a step.
  struct StepResult: Sendable {
    var step: ScenarioDocument.Step
    var status: Int?
    var problem: String?
  }

  /// Runs from an empty project on, and gives the clock back as it was.
  func start(
    _ finish: @escaping @Sendable ([StepResult]) -> Answer,
    refused: @escaping @Sendable (Response) -> Answer
  ) -> Answer {
    client.send(control(.get, "clock")) { clock in
      prepared(refused) {
        let host = baseURL.split(separator: "/").last.map(String.init) ?? baseURL
        let variables = ScenarioVariables(
          ["project": project, "key": "emulator-\(project)", "url": baseURL, "host": host],
          clock: self.clock)
        return run(0, variables, []) { results in
          restored(clock) { finish(results) }
        }
      }
    }
  }

  /// Empties the project and puts the scenario's seed into it.
  func prepared(
    _ refused: @escaping @Sendable (Response) -> Answer, _ next: @escaping @Sendable () -> Answer
  ) -> Answer {
    client.send(control(.post, "reset", ["projects": [.string(project)]])) { response in
      guard response.status == .ok else { return refused(response) }
      let seed: JSON = [
        "version": 1, "projects": .object([project: scenario.seed ?? .object([:])]),
      ]
      return client.send(control(.post, "seed", seed)) { response in
        response.status == .ok ? next() : refused(response)
      }
    }
  }

  /// The steps from one on; a failed one is the last.
  private func run(
    _ index: Int, _ variables: ScenarioVariables, _ results: [StepResult],
    _ finish: @escaping @Sendable ([StepResult]) -> Answer
  ) -> Answer {
    guard index < scenario.steps.count else { return finish(results) }
    let step = scenario.steps[index]
    let request: Request
    do throws(ScenarioVariables.Unknown) {
      request = try self.request(for: step, variables)
    } catch {
      return finish(results + [StepResult(step: step, problem: error.sentence)])
    }
    return client.send(request) { response in
      var result = StepResult(step: step, status: response.status.rawValue)
      var variables = variables
      do throws(ScenarioVariables.Unknown) {
        result.problem = try step.problem(with: response, variables)
        if result.problem == nil { result.problem = try step.capture(response, &variables) }
      } catch {
        result.problem = error.sentence
      }
      return result.problem == nil
        ? run(index + 1, variables, results + [result], finish) : finish(results + [result])
    }
  }

  private func request(
    for step: ScenarioDocument.Step, _ variables: ScenarioVariables
  ) throws(ScenarioVariables.Unknown) -> Request {
    let words = step.call.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2, words[1].hasPrefix("/") else {
      throw ScenarioVariables.Unknown(
        sentence: "call is \"\(step.call.prefix(64))\"; write method and path, such as GET /.")
    }
    let (path, query) = Request.split(target: try variables.filled(words[1]))
    var headers = addressHeaders
    for (name, value) in step.headers ?? [:] { headers[name] = try variables.filled(value) }
    var body: [UInt8] = []
    if let tree = step.body {
      headers["Content-Type"] = "application/json"
      body = try variables.filled(tree).serializedBytes()
    } else if let form = step.form {
      headers["Content-Type"] = "application/x-www-form-urlencoded"
      var fields = FormFields()
      for (name, value) in form.sorted(by: { $0.key < $1.key }) {
        fields.add(name, try variables.filled(value))
      }
      body = Array(fields.encoded.utf8)
    }
    return Request(
      method: Method(rawValue: words[0]), path: path, rawQuery: query, headers: headers, body: body,
      remoteAddress: request.remoteAddress, isSecure: request.isSecure)
  }

  // MARK: Control calls

  private func restored(
    _ clock: Response, _ next: @escaping @Sendable () -> Answer
  ) -> Answer {
    let report = try? JSON(parsing: clock.bytes ?? [])
    let isFrozen = report?["frozen"]?.bool == true
    let (call, body): (String, JSON) =
      isFrozen
      ? ("clock:set", ["now": report?["now"] ?? .null, "frozen": true])
      : ("clock:advance", ["milliseconds": report?["offsetMilliseconds"] ?? 0])
    return client.send(control(.post, "clock:reset", [:])) { _ in
      client.send(control(.post, call, body)) { _ in next() }
    }
  }

  private func control(_ method: Method, _ call: String, _ body: JSON? = nil) -> Request {
    var headers = addressHeaders
    if body != nil { headers["Content-Type"] = "application/json" }
    return Request(
      method: method, path: ControlEntry.root + call, headers: headers,
      body: body?.serializedBytes() ?? [], isSecure: request.isSecure)
  }

  private var addressHeaders: Headers {
    request.headers["Host"].map { ["Host": $0] } ?? [:]
  }
}
