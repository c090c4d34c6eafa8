internal import EmuHTTP
internal import EmuJSON
internal import EmuSystem

/// `auth-emulator requests`: the request log with responses and reasons.
enum RequestsCommand {
  static let command = ClientCommand(
    name: "requests", summary: "shows the last requests, their answers and the reasons",
    about: """
      Shows the request log of a running emulator: what was refused, by which rule and why. Secrets
      are masked, unless the emulator was started with --log-secrets; `show ID --secrets` has them.
      """,
    actions: [
      ClientAction(
        "list", "lists the last requests, newest first",
        flags: filters + [.option("--limit", "N", "the maximum number (default: 100)")]
      ) {
        input, client throws(ClientFailure) in
        let answer = try client.control(.get, "requests", query: query(input))
        let rows = (answer["requests"]?.array ?? []).map(cells)
        return ClientReply(
          json: answer,
          text: TextTable.text(
            ["ID", "TIME", "STATUS", "OPERATION", "PROJECT", "WHY"], rows,
            empty: "The log has no such request."))
      },
      ClientAction(
        "show", words: ["ID"],
        "shows a request with its answer and reasons, to paste into a bug report",
        flags: [
          .toggle("--curl", "shows a command that repeats it") { $0.options["format"] = "curl" },
          .toggle("--secrets", "shows passwords and tokens as they were sent") {
            $0.options["secrets"] = "true"
          },
        ]
      ) { input, client throws(ClientFailure) in
        let path = "requests/\(PercentEncoding.pathSegment(input.words[0]))"
        let secrets = ("secrets", input.options["secrets"])
        let json = try client.control(.get, path, query: [secrets])
        let format = input.options["format"] ?? "text"
        let text = try client.bytes(
          .get, "/emulator/v1/" + path, query: [("format", format), secrets])
        if format == "curl", json["masked"]?.bool == true {
          Output.error("Passwords and tokens are masked; add --secrets for the request as it was.")
        }
        return ClientReply(
          json: json, text: TerminalText(lines: String(decoding: text, as: UTF8.self)))
      },
      ClientAction("follow", "prints each new request until Ctrl-C", flags: filters) {
        input, client throws(ClientFailure) in try follow(input, client)
      },
    ])

  private static let filters: [Flag<ClientInput>] = [
    .option("--operation", "NAME", "only requests of an operation, such as accounts:signUp"),
    .toggle("--app", "only requests of apps and servers, without those of tools") {
      $0.options["app"] = "true"
    },
    .option("--status", "STATUS", "only answers of a status, such as 400 or 4xx"),
    .option("--outcome", "OUTCOME", "only requests with an outcome: succeeded, warned or refused"),
    .value(
      "--project", .text("ID", "the id of a project"),
      "only requests of a project (default: those of all)"
    ) { $0.project = $1 },
  ]

  private static func query(_ input: ClientInput) -> [(String, String?)] {
    [
      ("operation", input.options["--operation"]), ("status", input.options["--status"]),
      ("outcome", input.options["--outcome"]),
      ("app", input.options["app"]),
      ("project", input.project), ("limit", input.options["--limit"]),
    ]
  }

  /// Polls for requests after the last one that was shown.
  private static func follow(
    _ input: ClientInput, _ client: ControlClient
  ) throws(ClientFailure) -> ClientReply {
    var last = try client.control(.get, "requests", query: [("limit", "1")])["requests"]?[0]?["id"]
    while true {
      // Frequent enough for a person who watches.
      usleep(300_000)
      for request in try requests(after: last?.string, input, client) {
        last = request["id"]
        Output.print(
          input.printsJSON ? .json(request) : "\(cells(request).joined(separator: "  "))\n")
      }
    }
  }

  /// Returns all requests after one, the oldest first, from pages that begin with the newest.
  private static func requests(
    after last: String?, _ input: ClientInput, _ client: ControlClient
  ) throws(ClientFailure) -> [JSON] {
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

  private static func cells(_ request: JSON) -> [String] {
    let decisions = request["decisions"]?.array ?? []
    // A rejection is shown first.
    let shown = decisions.first { $0["outcome"]?.string == "refused" } ?? decisions.last
    return [
      request["id"]?.string ?? "", request["time"]?.string ?? "",
      request["status"]?.plainText ?? "",
      request["operation"]?.string
        ?? "\(request["method"]?.string ?? "") \(request["path"]?.string ?? "")",
      request["project"]?.string ?? "-", shown?["reason"]?.string ?? "",
    ]
  }
}
