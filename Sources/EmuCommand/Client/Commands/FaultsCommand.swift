internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// `auth-emulator faults`: makes requests fail.
enum FaultsCommand {
  static let command = ClientCommand(
    name: "faults", summary: "makes requests fail, arrive late or lose their connection",
    about:
      "Sets, lists and removes faults of a running emulator: they affect the requests that match.",
    actions: [
      ClientAction("list", "lists the remaining faults") { _, client in
        let answer = try client.control(.get, "faults")
        let rows = answer.list("faults").map(row)
        return ClientReply(
          json: answer,
          text: rows.isEmpty ? "No fault is set.\n" : HelpText.table(rows) + "\n")
      },
      ClientAction(
        "add", "sets a fault: the requests that match, and one effect", flags: flags, changes: true,
        check: { input in
          guard input.body["effect"]?.object?.isEmpty != false else { return }
          throw CommandFailure.usage(
            "A fault needs an effect: add --error, --status, --body, --content-type, --delay, --drop, "
              + "--malformed, --truncated, --rate-limit, --defect or --time-offset.")
        }
      ) { input, client in
        let answer = try client.control(.post, "faults", input.body)
        let id = answer.text("id")
        for warning in answer.texts("warnings") { Output.error("\(warning)") }
        return ClientReply(
          json: answer,
          text: "The fault \(id) is set. Remove it: auth-emulator faults remove \(id)\n")
      },
      ClientAction("remove", words: ["[ID]"], "removes a fault, all without an id", changes: true) {
        input, client in
        if let id = input.words.first {
          let answer = try client.control(.delete, "faults/\(PercentEncoding.pathSegment(id))")
          return ClientReply(json: answer, text: "Removed \(id).\n")
        }
        let count = try client.control(.get, "faults").list("faults").count
        return ClientReply(
          json: try client.control(.delete, "faults"),
          text: "Removed \(count.counted("fault")).\n", hasChanged: count > 0)
      },
    ])

  private static let flags: [Flag<ClientInput>] = [
    .text(
      "--operation", "NAME", at: "match.operation",
      "as the log names it: accounts:signUp, accounts:*"),
    .text("--path", "PATH", at: "match.path", "of the request, with * for any part"),
    .text("--project", "ID", at: "match.project", "requests of one project"),
    .text("--provider", "ID", at: "match.providerId", "requests with or to a provider"),
    .text("--endpoint", "NAME", at: "match.endpoint", "of the provider's issuer: token, keys, …"),
    .text("--uid", "UID", at: "match.localId", "requests of one user"),
    .text("--email", "ADDRESS", at: "match.email", "requests of the user with an address"),
    .text("--client", "ID", at: "match.clientId", "requests of one OAuth client"),
    .text("--sub", "SUBJECT", at: "match.sub", "requests about one account of an issuer"),
    .text("--error", "MESSAGE", at: "effect.error.message", FaultEffect.error.about),
    .number(
      "--code", "STATUS", at: "effect.error.code", requires: ["--error"],
      "the HTTP status of --error"),
    .number("--status", "STATUS", at: "effect.status", FaultEffect.status.about),
    .text("--body", "TEXT", at: "effect.body", FaultEffect.body.about),
    .text("--content-type", "TYPE", at: "effect.contentType", FaultEffect.contentType.about),
    .number("--delay", "MS", at: "effect.delayMilliseconds", FaultEffect.delayMilliseconds.about),
    .toggle("--drop", at: "effect.drop", FaultEffect.drop.about),
    .toggle("--malformed", at: "effect.malformed", FaultEffect.malformed.about),
    .toggle("--truncated", at: "effect.truncated", FaultEffect.truncated.about),
    .toggle("--rate-limit", at: "effect.rateLimit", to: [:], FaultEffect.rateLimit.about),
    .text("--defect", "NAME", at: "effect.defect", FaultEffect.defect.about),
    .number(
      "--time-offset", "SECONDS", at: "effect.timeOffsetSeconds",
      FaultEffect.timeOffsetSeconds.about),
    .number("--times", "N", at: "times", "the number of requests that it affects (default: all)"),
    .value("--probability", .json, "the share of matching requests that it affects, from 0 to 1") {
      $0.set("probability", to: $1)
    },
    .number("--seed", "N", at: "seed", "repeats the outcomes of a probability"),
    .number("--expires-in", "SECONDS", at: "expiresInSeconds", "removes itself"),
  ]

  private static func row(_ fault: JSON) -> (String, String) {
    let match = (fault["match"]?.object ?? [:]).map { "\($0.key)=\($0.value.plainText)" }
    var words = [match.isEmpty ? "every request" : match.joined(separator: " "), "→"]
    words.append(fault["effect"]?.serialized() ?? "")
    for name in ["probability", "seed"] {
      if let value = fault[name] { words.append("(\(name) \(value.plainText))") }
    }
    if let left = fault["remaining"]?.int { words.append("(\(left) left)") }
    if let end = fault["expiresAt"]?.string { words.append("(until \(end))") }
    return (fault.text("id"), words.joined(separator: " "))
  }
}
