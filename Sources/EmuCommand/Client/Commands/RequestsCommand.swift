internal import EmuHTTP
internal import EmuJSON
internal import EmuSystem

/// `auth-emulator requests`: the request log with responses and reasons.
enum RequestsCommand {
  static let command = ClientCommand(
    name: "requests", summary: "shows the last requests, their answers and the reasons",
    about: """
      Shows the request log of a running emulator: what was refused, by which rule and why. Secrets
      are masked, unless the emulator was started with --log-secrets; `show REQUEST --secrets` has
      them. REQUEST is `last`, a number of the list, an id or its beginning; without it, `show` shows
      the newest refusal.
      """,
    actions: [
      ClientAction(
        "list", "lists the last requests, newest first",
        flags: filters + [
          .query("--limit", .text("N"), at: "limit", "the maximum number (default: 100)")
        ]
      ) { input, client in
        let answer = try client.control(.get, "requests", query: query(input))
        let requests = answer.list("requests")
        let isWide = input.options["--wide"] != nil
        return ClientReply(
          json: answer,
          text: TextTable.text(
            isWide
              ? ["ID", "TIME", "STATUS", "OUTCOME", "OPERATION", "PROJECT", "WHO", "CODE", "WHY"]
              : ["NO", "TIME", "OUTCOME", "OPERATION", "WHO", "CODE", "WHY"],
            requests.map { cells($0, isWide: isWide) }, empty: "The log has no such request.",
            width: isWide ? nil : Output.width
          ).colored(["refused": 31, "warned": 33, "succeeded": 32]))
      },
      ClientAction(
        "show", words: ["[REQUEST]"],
        "shows a request with its answer and reasons, to paste into a bug report",
        flags: [
          .option("--curl", "shows a command that repeats it"),
          .toggle("--secrets", query: "secrets", "shows passwords and tokens as they were sent"),
        ]
      ) { input, client in
        let id = try id(
          of: input.words.first, client,
          hint: "`auth-emulator requests show last` shows the newest.")
        let path = "requests/\(PercentEncoding.pathSegment(id))"
        let json = try client.control(.get, path, query: input.fields)
        let format = input.options["--curl"] == nil ? "text" : "curl"
        let text = try client.bytes(
          .get, "/emulator/v1/" + path, query: [("format", format)] + input.fields)
        if format == "curl", json["masked"]?.bool == true {
          Output.error("Passwords and tokens are masked; add --secrets for the request as it was.")
        }
        return ClientReply(
          json: json, text: TerminalText(lines: String(decoding: text, as: UTF8.self)))
      },
      ClientAction("follow", "prints each new request until Ctrl-C", flags: filters) {
        input, client in try follow(input, client)
      },
    ])

  private static let filters: [Flag<ClientInput>] = [
    .option("--wide", "shows id, status and project too, and cuts no line"),
    .query(
      "--operation", .text("NAME"), at: "operation",
      "only requests of an operation, such as accounts:signUp"),
    .toggle("--app", query: "app", "only requests of apps and servers, without those of tools"),
    .query(
      "--status", .text("STATUS"), at: "status", "only answers of a status, such as 400 or 4xx"),
    .query(
      "--outcome", .oneOf(["succeeded", "warned", "refused"], as: "OUTCOME"), at: "outcome",
      "only requests with an outcome: succeeded, warned or refused"),
    .toggle(
      "--refused", query: "outcome", to: "refused", excludes: ["--outcome"],
      "as --outcome refused: refusals, also those in an answer of 200"),
    .value(
      "--project", .text("ID", "the id of a project"),
      "only requests of a project (default: those of all)"
    ) { $0.project = $1 },
  ]

  private static func query(_ input: ClientInput) -> [(String, String?)] {
    input.fields + [("project", input.project)]
  }

  /// Polls for requests after the last one that was shown.
  private static func follow(_ input: ClientInput, _ client: ControlClient) throws -> ClientReply {
    var last = try client.control(.get, "requests", query: [("limit", "1")])["requests"]?[0]?["id"]
    while true {
      // Frequent enough for a person who watches.
      usleep(300_000)
      for request in try requests(after: last?.string, input, client) {
        last = request["id"]
        Output.print(
          input.printsJSON
            ? .json(request)
            : "\(cells(request, isWide: input.options["--wide"] != nil).joined(separator: "  "))\n")
      }
    }
  }

  /// Returns all requests after one, the oldest first, from pages that begin with the newest.
  private static func requests(
    after last: String?, _ input: ClientInput, _ client: ControlClient
  ) throws -> [JSON] {
    var found: [JSON] = []
    while true {
      let before = found.last?["id"]?.string
      let page =
        try client.control(
          .get, "requests", query: query(input) + [("after", last), ("before", before)]
        )["requests"]?.array ?? []
      guard !page.isEmpty else { return found.reversed() }
      found += page
    }
  }

  /// Returns the id of the request that a word names: of `last` the newest one, without a word the
  /// newest refusal.
  ///
  /// - Parameters:
  ///   - app: true for the newest one of apps and servers, whatever tools have sent since.
  ///   - hint: the next step where nothing was refused.
  static func id(
    of word: String?, _ client: ControlClient, app: Bool = false, hint: TerminalText
  ) throws -> String {
    if let word, word != "last" { return word }
    let query = [
      ("bodies", "false"), ("limit", "1"), ("outcome", word == nil ? "refused" : nil),
      ("app", app ? "true" : nil),
    ]
    let found = try client.control(.get, "requests", query: query).list("requests").first
    if let found { return found.text("id") }
    throw CommandFailure(
      word == nil
        ? "No request of \(app ? "an app" : "the log") was refused. \(hint)"
        : "The log has no request \(app ? "of an app " : "")yet.")
  }

  /// - Parameter isWide: true for the columns that `--wide` adds.
  private static func cells(_ request: JSON, isWide: Bool) -> [String] {
    let decisions = request.list("decisions")
    let time = request.text("time")
    let user = request["user"]
    // A rejection is shown first.
    let shown = decisions.first { $0["outcome"]?.string == "refused" } ?? decisions.last
    let operation =
      request["operation"]?.string
      ?? "\(request.text("method")) \(request.text("path"))"
    let who = (user?["email"] ?? user?["phoneNumber"] ?? user?["localId"])?.string ?? "-"
    let outcome = request.text("outcome")
    let end = [who, request.text("code", "-"), shown?["reason"]?.string ?? ""]
    if isWide {
      return [request.text("id"), time, request["status"]?.plainText ?? "", outcome, operation]
        + [request.text("project", "-")] + end
    }
    let number = request["number"]?.plainText ?? ""
    return [number, String(time.dropFirst(11).prefix(8)), outcome, operation] + end
  }
}
