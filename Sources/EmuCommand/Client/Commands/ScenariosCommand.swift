internal import EmuHTTP
internal import EmuJSON

/// `auth-emulator scenarios`: the edge cases that can be run.
enum ScenariosCommand {
  static let command = ClientCommand(
    name: "scenarios", summary: "lists, shows, runs and loads edge cases of sign-in",
    about: """
      Lists, shows and runs edge cases of sign-in, each on a temporary emulator, or on a running one with
      --url or --data.
      """,
    actions: [
      ClientAction("list", "lists the names, each with what happens", needs: .nothing) {
        _, client in
        let answer = try client.control(.get, "scenarios")
        let rows = answer.list("scenarios").map { scenario in
          (scenario.text("name"), scenario.text("title"))
        }
        return ClientReply(json: answer, text: HelpText.table(rows) + "\n")
      },
      ClientAction(
        "show", words: ["NAME"], "shows why it happens, its seed, its requests and their answers",
        needs: .nothing
      ) { input, client in
        let scenario = try client.control(.get, path(input.words[0]))
        return ClientReply(json: scenario, text: ScenarioText.text(input.words[0], scenario))
      },
      ClientAction(
        "run", words: ["[NAME…]"],
        "runs scenarios by name or file, or all of them; fails when an answer differs",
        needs: .nothing, changes: true
      ) { input, client in try run(input, client) },
      ClientAction(
        "load", words: ["NAME"],
        "puts the state before the critical step into a running emulator, and prints the next steps",
        flags: [.text("--project", "ID", at: "project", "the project, which is emptied")],
        changes: true
      ) { input, client in
        let answer = try client.control(.post, path(input.words[0]) + ":load", input.body)
        return ClientReply(json: answer, text: ScenarioText.loaded(answer))
      },
      ClientAction(
        "record", words: ["FILE"],
        "writes what an app does until Ctrl-C as a scenario that can be run",
        flags: [
          .project,
          .toggle(
            "--since-reset", query: "since", to: "reset",
            "writes what arrived since the project's last reset, and ends"),
          .text("--title", "TEXT", at: "title", "what happens, in one line"),
        ]
      ) { input, client in try ScenarioRecording.run(input, client) },
    ])

  private static func path(_ name: String) -> String {
    "scenarios/\(PercentEncoding.pathSegment(name))"
  }

  private static func run(_ input: ClientInput, _ client: ControlClient) throws -> ClientReply {
    var names = input.words
    if names.isEmpty {
      names = try client.control(.get, "scenarios").list("scenarios").map { $0.text("name") }
    }
    return try .storing(names, as: "runs", naming: "name", continuesAfterFailure: true) { name in
      let report = try report(of: name, client)
      // Print each when it is known: all of them take a while.
      if !input.printsJSON { Output.print(lines(name, report)) }
      return ClientReply(json: report, text: "", isGood: report["passed"]?.bool == true)
    }
  }

  /// An argument with a dot or a slash is a file; no name of the catalogue has one.
  private static func report(of name: String, _ client: ControlClient) throws -> JSON {
    guard name.contains(where: { "./".contains($0) }) else {
      return try client.control(.post, path(name) + ":run", [:])
    }
    let scenario = try ScenarioRecording.read(name)
    return try CommandFailure.naming(
      name, try client.control(.post, "scenarios:run", ["scenario": scenario]))
  }

  private static func lines(_ name: String, _ report: JSON) -> TerminalText {
    let failed = report.list("steps").compactMap { step -> TerminalText? in
      guard let problem = step["problem"]?.string else { return nil }
      return "    \(step.text("call")): \(problem)\n"
    }
    return "\(failed.isEmpty ? "passed" : "FAILED")  \(name)\n\(failed.joined())"
  }
}

/// A scenario in the output of `show` and `load`.
private enum ScenarioText {
  static func loaded(_ answer: JSON) -> TerminalText {
    var parts: [TerminalText] = [
      "Loaded into the project \(answer.text("project")), API key "
        + "\(answer.text("apiKey"))."
    ]
    let next = answer.texts("next")
    if !next.isEmpty { parts.append("Next\n" + steps(next)) }
    if let errors = answer["errors"]?.object { parts.append(sdks(errors)) }
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func steps(_ sentences: [String]) -> TerminalText {
    TerminalText(
      lines: sentences.enumerated().map { "  \($0.offset + 1). \($0.element)" }.joined(
        separator: "\n"))
  }

  private static func sdks(_ errors: JSONObject) -> TerminalText {
    "In SDKs\n" + HelpText.table(errors.map { ($0.key, $0.value.plainText) })
  }

  static func text(_ name: String, _ scenario: JSON) -> TerminalText {
    var parts: [TerminalText] = [
      "\(name): \(scenario.text("title"))", "\(scenario.text("why"))",
    ]
    if let errors = scenario["errors"]?.object { parts.append(sdks(errors)) }
    if let seed = scenario["seed"]?.object, !seed.isEmpty {
      let lines = seed.flatMap { member -> [TerminalText] in
        (member.value.array ?? [member.value]).map { "  \(member.key): \($0.serialized())" }
      }
      parts.append("State before\n" + lines.joined(separator: "\n"))
    }
    for (index, step) in scenario.list("steps").enumerated() {
      let lines = lines(step).map { TerminalText($0) }
      parts.append("\(index + 1). " + lines.joined(separator: "\n   "))
    }
    parts.append(
      "Run it: auth-emulator scenarios run \(name)\n"
        + "Use it in an app: auth-emulator scenarios load \(name) --project ID")
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static func lines(_ step: JSON) -> [String] {
    var lines = [step["about"], step["call"]].compactMap { $0?.string }
    for member in step.object ?? [:] {
      switch member.key {
      case "about", "call": continue
      case "body", "form": lines.append(member.value.serialized())
      case "expect": lines.append("expects: \(expectation(member.value))")
      default: lines.append("\(member.key): \(pairs(member.value))")
      }
    }
    return lines
  }

  private static func expectation(_ expect: JSON) -> String {
    (expect.object ?? [:]).map { member in
      switch member.key {
      case "status": "status \(member.value.plainText)"
      case "body": pairs(member.value)
      default: "\(member.key) \(pairs(member.value))"
      }
    }.joined(separator: ", ")
  }

  private static func pairs(_ value: JSON) -> String {
    guard let object = value.object else { return value.plainText }
    return object.map { "\($0.key) \($0.value.plainText)" }.joined(separator: ", ")
  }
}
