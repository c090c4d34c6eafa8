internal import EmuHTTP
internal import EmuJSON
internal import EmuSystem

/// `auth-emulator codes`: the links, text messages and one-time passwords for a person.
enum CodesCommand {
  static let command = ClientCommand(
    name: "codes", summary: "shows e-mail links, SMS codes and one-time passwords",
    about: "Shows the valid codes of a project: those that a person has received or would read.",
    actions: [
      ClientAction(
        "list", "shows every code, or those of a person",
        flags: [
          .project, .tenant, .option("--email", .text("ADDRESS"), "links sent to an address"),
          .option("--phone", .text("NUMBER"), "codes sent to a number, such as +15555550100"),
          .option("--uid", .text("UID"), "one-time passwords of a user"),
          .optionalValue(
            "--wait", .count(as: "SECONDS"), bare: "30",
            "waits until there is a code, 30 seconds by default"
          ) { $0.options["--wait"] = String($1) },
        ]
      ) { input, client in
        guard let seconds = input.options["--wait"].flatMap({ Int($0) }) else {
          return try list(input, client)
        }
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
          let reply = try list(input, client)
          if reply.json.object?.contains(where: { $0.value.array?.isEmpty == false }) == true {
            return reply
          }
          guard ContinuousClock.now < end else {
            throw CommandFailure(
              "There was no code within \(seconds) s. `auth-emulator requests --app` "
                + "lists what the app sent.")
          }
          usleep(100_000)
        }
      }
    ])

  private static func list(_ input: ClientInput, _ client: ControlClient) throws -> ClientReply {
    let base = try client.projectPath(input, creates: false)
    let filters = ["--email", "--phone", "--uid"].filter { input.options[$0] != nil }
    var all: JSONObject = [:]
    for (kind, filter, name) in [
      ("oobCodes", "--email", "email"), ("verificationCodes", "--phone", "phoneNumber"),
      ("totpCodes", "--uid", "localId"),
    ] where filters.isEmpty || filters.contains(filter) {
      let answer = try client.control(
        .get, base + kind, query: [(name, input.options[filter])])
      all[kind] = answer[kind] ?? .array([])
    }
    return ClientReply(json: .object(all), text: text(all))
  }

  private static func text(_ all: JSONObject) -> TerminalText {
    var rows: [[String]] = []
    func add(_ kind: String, _ cells: (_ text: (String) -> String) -> [String]) {
      for code in all[kind]?.array ?? [] { rows.append(cells { code[$0]?.string ?? "" }) }
    }
    add("oobCodes") { [$0("email"), $0("requestType"), $0("oobLink")] }
    add("verificationCodes") { [$0("phoneNumber"), "SMS", $0("code")] }
    add("totpCodes") { [$0("localId"), "TOTP", "\($0("code")) until \($0("validUntil"))"] }
    return TextTable.text(["FOR", "KIND", "CODE"], rows, empty: "There is no valid code.")
  }
}
