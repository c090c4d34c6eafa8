internal import EmuHTTP
internal import EmuJSON

/// `auth-emulator clock`: shows and moves the emulator's time.
enum ClockCommand {
  static let command = ClientCommand(
    name: "clock", summary: "shows and moves the emulator's time",
    about: """
      Shows and moves the time of a running emulator. Every lifetime, expiry and token follows it.
      """,
    actions: [
      ClientAction("show", "shows the time, and which SDKs reject tokens because of it") {
        _, client in reply(try client.control(.get, "clock"))
      },
      ClientAction(
        "advance", words: ["TIME"], "moves the time by 1d2h30m10s500ms; -5m moves it back",
        changes: true,
        check: { input in _ = try TimeSpan(input.words[0]) }
      ) { input, client in
        let milliseconds = try TimeSpan(input.words[0]).milliseconds
        return try change("advance", ["milliseconds": .int(milliseconds)], client)
      },
      ClientAction(
        "set", words: ["MOMENT"], "sets the time, such as 2027-01-31T12:00:00Z",
        flags: [.toggle("--frozen", at: "frozen", "stops the time there")], changes: true
      ) { input, client in
        var body = input.body
        body["now"] = .string(input.words[0])
        return try change("set", body, client)
      },
      ClientAction("freeze", "stops the time", changes: true) { _, client in
        try change("freeze", [:], client)
      },
      ClientAction("reset", "returns to the time of the machine", changes: true) {
        _, client in try change("reset", [:], client)
      },
    ])

  private static func change(
    _ verb: String, _ body: JSONObject, _ client: ControlClient
  ) throws -> ClientReply {
    let before = try client.control(.get, "clock")
    var reply = reply(try client.control(.post, "clock:\(verb)", body))
    // A stopped clock has another distance from the machine at each moment.
    let name = before["frozen"] == true ? "now" : "offsetMilliseconds"
    reply.hasChanged = [name, "frozen"].contains { before[$0] != reply.json[$0] }
    return reply
  }

  private static func reply(_ clock: JSON) -> ClientReply {
    let offset = clock["offsetMilliseconds"]?.int ?? 0
    var line: TerminalText = "\(clock.text("now"))"
    if offset != 0 { line += ", \(TimeSpan.text(ofOffset: offset)) the machine" }
    if clock["frozen"]?.bool == true { line += ", frozen" }
    let warnings = clock.texts("warnings")
    let lines = [line] + warnings.map { TerminalText($0) }
    return ClientReply(json: clock, text: lines.joined(separator: "\n") + "\n")
  }
}
