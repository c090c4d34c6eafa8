package import EmuControlCalls
package import EmuHTTP
internal import EmuStore

/// The control API: calls that change the emulator itself, all under `/emulator/v1`.
///
/// No credential is required; the Origin rule rejects web pages of other origins.
package struct Control: Sendable {
  private typealias Field = ControlEntry.Field

  let services: ControlServices

  package init(_ services: ControlServices) { self.services = services }

  package var routes: [Route<Handler>] { lines.map(route) }

  package var entries: [ControlEntry] { lines.map(\.entry) }

  private var lines: [Line] {
    [
      line(
        .get, "health",
        "Returns the emulator's version, folder, default project, profile and addresses.", health),
      line(
        .get, "projects", name: "projects:list", "Returns every project with its tenants.",
        listProjects),
      line(
        .get, "projects/{project}/userCounts",
        "Returns the number of users of a project and of each tenant.", countUsers),
      line(
        .get, "projects/{project}/settings", "Returns the value of every switch of a project.",
        showSettings),
      line(
        .patch, "projects/{project}/settings",
        "Sets switches of a project, or with profile all of them; creates the project if it does not exist.",
        accepts: SwitchChange.self, example: #"{"recentLogin": "on"}"#, changeSettings),
      line(
        .get, "settings:describe",
        "Returns every switch with its purpose, its allowed values and its value in each profile.",
        describeSettings),
      line(
        .post, "projects/{project}/apiKeys",
        "Registers an API key, which selects the project from then on.",
        accepts: APIKeyRegistration.self, example: #"{"apiKey": "AIzaSyExample"}"#, registerAPIKey),
      line(
        .post, "reset",
        "Removes users, codes, sessions and people, and returns clock and settings to their start-up values.",
        accepts: ResetRequest.self,
        example: #"{"projects": ["other-project"], "to": "empty"}"#, reset),
      line(
        .post, "snapshots",
        "Stores everything, or one project, under a name; a second call replaces the snapshot.",
        accepts: NewSnapshot.self, example: #"{"name": "before"}"#, makeSnapshot),
      line(
        .get, "snapshots", "Returns every snapshot.", listSnapshots),
      line(
        .post, "snapshots/{snapshot}:restore",
        "Restores everything, or the snapshot's project, from the snapshot.", restoreSnapshot),
      line(
        .delete, "snapshots/{snapshot}", "Removes a snapshot.", deleteSnapshot),
      line(
        .get, "snapshots/{snapshot}:export",
        "Returns a snapshot as a file, which another emulator of the same version imports.",
        answerTypes: [Self.snapshotType], exportSnapshot),
      line(
        .post, "snapshots/{snapshot}:import", bodyLimit: 1 << 30, isStreamed: true,
        "Stores a file of `:export`, the body, as a snapshot; replaces one of the same name.",
        bodyType: Self.snapshotType, importSnapshot),
      line(
        .post, "seed", bodyLimit: Seed.limit,
        "Stores a seed document (seed-data/README.md) atomically: JSON5, or YAML with the content type application/yaml.",
        accepts: SeedDocument.self, bodyType: "application/yaml",
        example: #"{"version": 1, "projects": {"demo-project": {"users": [{"localId": "ann"}]}}}"#,
        seed),
      line(
        .post, "projects/{project}/import", bodyLimit: 1 << 30, isStreamed: true,
        "Stores the users of a file, the body, atomically, in any form that `auth-emulator import` reads; YAML with the content type application/yaml. A seed document is stored in the projects that it names, whatever the path says. A refused file is answered with 200 too: `stored` is 0 then, `refused` is not, and `refusals` has the reasons.",
        bodyType: "application/octet-stream",
        query: [
          Field(
            "format", "\(ImportFormat.names); without it by the content", example: "ndjson"),
          Field("tenant", "the tenant of users that name none"),
          Field("replace", "true to remove the existing users first", .flag),
          Field("requireEmpty", "true to refuse a project that has users", .flag),
          Field("dryRun", "true to check everything and store nothing", .flag),
          Field(
            "skipRefused",
            "true to store the other users, all in one transaction, when some cannot be stored",
            .flag),
          Field(
            "withoutPasswords",
            "true to store users without the passwords whose hash parameters are unknown", .flag),
          Field(
            "hashAlgorithm",
            "the algorithm of the password hashes; its parameters are as in accounts:batchCreate"),
        ]
          + ImportOptions.hashFields.map { Field($0, "a parameter of hashAlgorithm") },
        importUsers),
      line(
        .get, "export",
        "Returns a project as a seed document, or its users with one line each; streams pages of users.",
        query: [
          Field("project", "the project; else the default project", .project),
          Field(
            "format",
            "seed, which is the default; ndjson for one user per line; accounts for a page of users as an export folder of the Firebase CLI has them; supplement for a seed with only the parts that such a folder cannot have"
          ),
          Field("tenant", "accounts: the users of a tenant"),
          Field("localId", "accounts: the user with this id alone"),
          Field("pageToken", "accounts: nextPageToken of the page before"),
          Field(
            "plainPasswords",
            "true to include passwords that are stored as plaintext; by default their hashes are included",
            .flag),
        ],
        answerTypes: ["application/x-ndjson"], export),
      line(
        .get, "clock", "Returns the emulator's time, and which SDKs reject tokens because of it.",
        showClock),
      line(
        .post, "clock:advance",
        "Moves the clock by a time: the sum of the fields, each of which may be negative.",
        accepts: AdvanceClock.self, example: #"{"days": 1, "hours": 2}"#, advanceClock),
      line(
        .post, "clock:set", "Sets the clock, and stops it with frozen.", accepts: SetClock.self,
        example: #"{"now": "2027-01-31T12:00:00Z", "frozen": true}"#, setClock),
      line(
        .post, "clock:freeze", "Stops the clock.", freezeClock),
      line(
        .post, "clock:reset", "Returns to the machine's clock.", resetClock),
      line(
        .get, "faults", "Returns the remaining faults.", query: [Self.faultProject], listFaults),
      line(
        .post, "faults",
        "Makes matching requests, or all of them, fail, arrive late or lose their connection.",
        accepts: FaultInput.self,
        example:
          #"{"match": {"operation": "accounts:lookup"}, "effect": {"rateLimit": {}}, "times": 1}"#,
        setFault),
      line(
        .get, "faults:describe",
        "Returns the operations, providers and endpoints that a fault can match, and its effects.",
        describeFaults),
      line(
        .delete, "faults", "Removes every fault, or those of a project.",
        query: [Self.faultProject], removeFaults),
      line(
        .delete, "faults/{fault}", "Removes a fault.", removeFaults),
      line(
        .get, "issuers/{issuer}/faults", name: "issuers.faults.list",
        "Returns the faults that name an issuer.", listFaults),
      line(
        .post, "issuers/{issuer}/faults", name: "issuers.faults.create",
        "Makes an issuer fail: an endpoint by match.endpoint, or with defect the tokens.",
        accepts: FaultInput.self,
        example: #"{"match": {"endpoint": "token"}, "effect": {"status": 503}, "times": 1}"#,
        setFault),
      line(
        .delete, "issuers/{issuer}/faults", name: "issuers.faults.clear",
        "Removes the faults that name an issuer.", removeFaults),
      line(
        .delete, "issuers/{issuer}/faults/{fault}", name: "issuers.faults.delete",
        "Removes a fault.", removeFaults),
      line(
        .get, "scenarios", "Returns the edge cases of the catalogue.", listScenarios),
      line(
        .get, "scenarios/{scenario}",
        "Returns a scenario: its reason, its seed, its requests and the expected answers.",
        showScenario),
      line(
        .post, "scenarios/{scenario}:load",
        "Empties a project and stores a scenario's initial state in it.",
        accepts: ScenarioTarget.self, example: #"{"project": "demo-project"}"#, loadScenario),
      line(
        .post, "scenarios/{scenario}:run",
        "Runs a scenario in an emptied project, and compares each answer.",
        accepts: ScenarioTarget.self, example: "{}", runScenario),
      line(
        .post, "scenarios:run", "Runs the scenario in the body.", accepts: ScenarioOrder.self,
        example:
          #"{"scenario": {"title": "T", "why": "W", "steps": [{"call": "GET /emulator/v1/health"}]}}"#,
        runOwnScenario),
      line(
        .post, "recordings",
        "Starts to record the requests of a project, from now on or since its last reset.",
        accepts: NewRecording.self, example: #"{"project": "demo-project"}"#, beginRecording),
      line(
        .get, "recordings", "Returns the unfinished recordings.", listRecordings),
      line(
        .post, "recordings/{recording}:finish",
        "Ends a recording, and returns it as a scenario with its initial state.",
        accepts: RecordingTitle.self, example: #"{"title": "The sign-in fails"}"#, finishRecording),
      line(
        .delete, "recordings/{recording}", "Discards a recording.", deleteRecording),
      line(
        .get, "requests",
        "Returns the last requests with their answers and decisions, newest first.",
        query: [
          Field(
            "operation",
            "only requests of this operation, by its name, another of its names such as getAccountInfo, or a pattern with *",
            example: "accounts:signUp"),
          Field("status", "only answers of this status, such as 400 or 4xx"),
          Field(
            "outcome", "only requests with this outcome: succeeded, warned or refused"),
          Field("project", "only requests of this project", .project),
          Field(
            "app",
            "true for requests of apps and servers; false for calls of the control API and of the emulator's tools",
            .flag),
          Field("after", "only requests after the one with this id"),
          Field("before", "only requests before the one with this id"),
          Self.bodiesField,
          Field("limit", "the maximum number; default 100", example: "1", .number),
        ],
        listRequests),
      line(
        .get, "requests/{id}",
        "Returns one request by its id, of X-Emulator-Explain, or its beginning, or by its number.",
        query: [
          Field(
            "format", "json, text for a report to paste, or curl for a command that repeats it"),
          Field(
            "secrets", "true to show passwords and tokens; else they are masked", .flag),
        ],
        answerTypes: ["text/plain"], showRequest),
      line(
        .get, "report",
        "Returns how many requests of apps production would have answered differently, and how, by rule.",
        query: [
          Field(
            "project",
            "only the requests of this project that the log still has; without it all since the start",
            .project),
          Field(
            "format",
            "json, which is the default, text, junit for JUnit XML, or short for a line a rule and "
              + "nothing where none differs"),
        ],
        answerTypes: ["text/plain", "application/xml"], showReport),
      line(
        .delete, "report", "Resets the report: only later requests count.", resetReport),
      line(
        .get, "requests:stream",
        "Sends each new request as a server-sent event, after those since the one of Last-Event-ID.",
        query: [Self.bodiesField], answerTypes: ["text/event-stream"], streamRequests),
    ]
  }

  private static let faultProject = Field(
    "project", "only faults whose match names this project", .project)

  private static let bodiesField = Field(
    "bodies", "false for the message of a refusal, error, in place of both bodies", .flag)

  private struct Line {
    var entry: ControlEntry
    var bodyLimits: BodyLimits
    var answer: @Sendable (ControlCall) throws -> Answer
  }

  private func line<Output>(
    _ method: Method, _ path: String, name: String? = nil, bodyLimit: Int = 1 << 20,
    isStreamed: Bool = false, _ about: String,
    accepts input: (any (Decodable & Sendable).Type)? = nil, bodyType: String? = nil,
    query: [ControlEntry.Field] = [], answerTypes: [String] = [], example: String? = nil,
    _ answer: @escaping @Sendable (ControlCall) throws -> ControlAnswer<Output>
  ) -> Line {
    Line(
      entry: ControlEntry(
        method, path, name ?? path, about, accepts: input, bodyType: bodyType, query: query,
        answers: Output.self is Never.Type ? nil : Output.self, answerTypes: answerTypes,
        example: example),
      bodyLimits: BodyLimits(total: bodyLimit, isStreamed: isStreamed)
    ) { try answer($0).answer }
  }

  private func route(_ line: Line) -> Route<Handler> {
    let entry = line.entry
    return Route(
      entry.method, entry.pattern, name: entry.name,
      Handler(bodyLimits: line.bodyLimits) { request, parameters in
        let call = ControlCall(name: entry.name, request: request, parameters: parameters)
        return Self.answer {
          try ControlError.check(originOf: request, services.origins)
          try entry.check(request)
          return try line.answer(call)
        }.map(call.annotated)
      })
  }

  /// Returns an answer, or the refusal of an error.
  static func answer(_ body: () throws -> Answer) -> Answer {
    do { return try body() } catch { return .ready(refusal(error)) }
  }

  static func refusal(_ error: any Error) -> Response {
    let refusal: ControlError =
      switch error {
      case let error as SnapshotError:
        error.reason == .missing ? .notFound(error.message) : .invalid(error.message)
      default: ControlError(translating: error)
      }
    return refusal.explainedResponse
  }
}
