internal import EmuHTTP
internal import EmuJSON

/// `auth-emulator settings`: the profile and the switches of a project.
enum SettingsCommand {
  static let command = ClientCommand(
    name: "settings", summary: "shows and sets the profile and the switches of a project",
    about: "Shows and sets how strictly a project checks, switch by switch or by its profile.",
    actions: [
      ClientAction("show", "shows every switch with its value", flags: [.project]) {
        input, client in
        let path = try client.projectPath(input, creates: false) + "settings"
        return reply(try client.control(.get, path), try described(client))
      },
      ClientAction(
        "set", words: ["NAME=VALUE", "[NAME=VALUE…]"],
        "sets switches, or all of them by profile=production",
        flags: [.project], changes: true,
        check: { input in
          if let word = input.words.first(where: { !$0.contains("=") }) {
            throw CommandFailure.usage(
              "\(word) has no value. Write NAME=VALUE, such as recentLogin=on.")
          }
          let names = input.words.map { $0.prefix { $0 != "=" } }
          if let name = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw CommandFailure.usage("\(name) is given twice. Leave one of them out.")
          }
        }
      ) { input, client in
        var body: JSONObject = [:]
        for word in input.words {
          let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          body[String(parts[0])] = .string(String(parts[1]))
        }
        let path = try client.projectPath(input) + "settings"
        let before = try client.control(.get, path)
        let answer = try client.control(.patch, path, body)
        for warning in answer.list("warnings") { Output.error("\(warning.plainText)") }
        let switches = try described(client)
        var reply = reply(answer, switches.filter { body[$0.text("name")] != nil })
        let names = ["profile"] + switches.map { $0.text("name") }
        reply.hasChanged = names.contains { before[$0] != answer[$0] }
        return reply
      },
    ])

  private static func described(_ client: ControlClient) throws -> [JSON] {
    try client.control(.get, "settings:describe").list("switches")
  }

  private static func reply(_ settings: JSON, _ switches: [JSON]) -> ClientReply {
    let rows = switches.map { described in
      let name = described.text("name")
      let values = described.list("values").map(\.plainText).joined(separator: ", ")
      return [name, settings[name]?.string ?? "", values, described.text("about")]
    }
    let profile: TerminalText = "The profile is \(settings.text("profile")).\n"
    return ClientReply(
      json: settings,
      text: rows.isEmpty
        ? profile
        : profile
          + TextTable.text(
            ["SWITCH", "VALUE", "VALUES", "WHAT IT DOES"], rows, empty: "", width: Output.width,
            wraps: true))
  }
}
