internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// A run of a scenario in a separate project, request by request.
///
/// The clock is frozen at a whole second, so the result does not depend on the speed of the run;
/// steps advance it.
struct ScenarioRun: Sendable {
  let scenario: ScenarioDocument
  let project: String
  let client: InnerClient
  /// The request that started the run, whose address is the emulator's.
  let request: Request
  let baseURL: String
  let clock: EmulatorClock

  /// The state after some steps.
  struct Progress: Sendable {
    var variables: ScenarioVariables
    var steps: [ScenarioReport.Step] = []
    /// The ids of the faults that the steps have set.
    fileprivate var faults: [String] = []
  }

  /// Empties the project, runs the steps, restores the clock, and removes the faults of the run.
  func start(_ finish: @escaping @Sendable ([ScenarioReport.Step]) -> Answer) -> Answer {
    prepared { clock in
      let now = Timestamp(seconds: self.clock.now.seconds)
      return client.send(
        control(.post, "clock:set", ["now": .string(now.rfc3339), "frozen": true])
      ) { _ in
        run(scenario.steps[...], Progress(variables: variables)) { end in
          restored(clock) { withoutFaults(end.faults[...]) { finish(end.steps) } }
        }
      }
    }
  }

  /// Empties the project, stores the seed, restores the clock, and runs the steps before those that an
  /// app sends.
  func load(_ finish: @escaping @Sendable (Progress) -> Answer) -> Answer {
    prepared { clock in
      restored(clock) {
        run(
          scenario.steps.prefix(scenario.load?.steps ?? 0), Progress(variables: variables), finish)
      }
    }
  }

  /// The predefined variables of every scenario.
  private var variables: ScenarioVariables {
    let host = baseURL.split(separator: "/").last.map(String.init) ?? baseURL
    return ScenarioVariables(
      ["project": project, "key": ImpliedAPIKey.of(project), "url": baseURL, "host": host],
      clock: clock)
  }

  /// Empties the project and stores the scenario's seed; the answer is a refusal of either.
  ///
  /// - Parameter next: receives the clock before: the reset of a project resets the clock of all.
  private func prepared(_ next: @escaping @Sendable (_ clock: Response) -> Answer) -> Answer {
    let content: JSON
    var variables = variables
    do throws(ScenarioVariables.Problem) {
      content = try variables.filled(scenario.seed ?? .object([:]))
    } catch {
      return .ready(ControlError.invalid("seed: \(error.sentence)").explainedResponse)
    }
    return client.send(control(.get, "clock")) { clock in
      client.send(control(.post, "reset", ["projects": [.string(project)]])) { response in
        guard response.status == .ok else { return .ready(response) }
        let seed: JSON = ["version": 1, "projects": .object([project: content])]
        return client.send(control(.post, "seed", seed)) { response in
          response.status == .ok ? next(clock) : restored(clock) { .ready(response) }
        }
      }
    }
  }

  /// Runs steps, and stops after a failed one.
  private func run(
    _ steps: ArraySlice<ScenarioDocument.Step>, _ before: Progress,
    _ finish: @escaping @Sendable (Progress) -> Answer
  ) -> Answer {
    guard let step = steps.first else { return finish(before) }
    var progress = before
    let request: Request
    do throws(ScenarioVariables.Problem) {
      request = try self.request(for: step, before.variables)
    } catch {
      progress.steps.append(ScenarioReport.Step(step, problem: error.sentence))
      return finish(progress)
    }
    return client.send(request) { [progress] response in
      var (progress, problem) = (progress, String?.none)
      if let fault = Self.fault(request, response) { progress.faults.append(fault) }
      do throws(ScenarioVariables.Problem) {
        problem = try step.problem(with: response, before.variables)
        if problem == nil { problem = try step.capture(response, &progress.variables) }
      } catch {
        problem = error.sentence
      }
      progress.steps.append(ScenarioReport.Step(step, response, problem: problem))
      return problem == nil ? run(steps.dropFirst(), progress, finish) : finish(progress)
    }
  }

  private func request(
    for step: ScenarioDocument.Step, _ variables: ScenarioVariables
  ) throws(ScenarioVariables.Problem) -> Request {
    let words = step.call.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2, words[1].hasPrefix("/") else {
      throw ScenarioVariables.Problem(
        sentence: "call is \"\(step.call.prefix(64))\"; write method and path, such as GET /.")
    }
    var variables = variables
    let (path, query) = Request.split(target: try variables.filled(words[1]))
    var headers = addressHeaders
    for (name, value) in step.headers ?? [:] { headers[name] = try variables.filled(value) }
    var body: [UInt8] = []
    if let tree = step.body {
      if headers["Content-Type"] == nil { headers["Content-Type"] = "application/json" }
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

  /// Returns the id of the fault that a request has set.
  private static func fault(_ request: Request, _ response: Response) -> String? {
    guard request.method == .post, request.path.hasPrefix(ControlEntry.root),
      request.path.hasSuffix("/faults"), response.status == .ok
    else { return nil }
    return (try? JSON(parsing: response.bytes ?? []))?["id"]?.string
  }

  /// Removes faults; a fault that has reached its count is already removed.
  private func withoutFaults(
    _ faults: ArraySlice<String>, _ next: @escaping @Sendable () -> Answer
  ) -> Answer {
    guard let fault = faults.first else { return next() }
    return client.send(control(.delete, "faults/\(fault)")) { _ in
      withoutFaults(faults.dropFirst(), next)
    }
  }

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
