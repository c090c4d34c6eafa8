internal import EmuHTTP
internal import EmuJSON
internal import EmuServer

/// `auth-emulator scenarios`: the edge cases that can be run, on an emulator of the command's own.
enum ScenariosCommand {
  static let help = """
    Lists, shows and runs edge cases of sign-in, each on an emulator without a socket and without a
    data file. A running emulator has the same by POST /emulator/v1/scenarios/NAME:load and :run.

    Usage: auth-emulator scenarios list [--json]
           auth-emulator scenarios show NAME
           auth-emulator scenarios run [NAME…] [--json]

    \(HelpText.table([
      ("list", "the names, each with what happens"),
      ("show NAME", "a scenario as its file has it: why, seed, requests and their answers"),
      ("run [NAME…]", "runs scenarios, all without a name; fails when an answer differs"),
      ("--json", "prints one line of JSON"),
    ]))

    \(HelpText.exitCodes)

    """

  static func run(_ arguments: [String]) throws(UsageError) -> ExitCode {
    var words = arguments.filter { $0 != "--json" }
    if let flag = words.first(where: { $0.hasPrefix("-") }) {
      throw UsageError.unknown(
        "flag", flag, among: ["--json", "--help"], seeAlso: "auth-emulator scenarios --help")
    }
    guard !words.isEmpty else {
      throw UsageError("Say list, show NAME or run. `auth-emulator scenarios --help` explains.")
    }
    let verb = words.removeFirst()
    let printsJSON = words.count + 1 < arguments.count
    let runner: ScenarioRunner
    do {
      runner = try ScenarioRunner()
    } catch {
      Output.error("The emulator of the command did not open: \(error)")
      return .failed
    }
    switch (verb, words.count) {
    case ("list", 0): return runner.list(asJSON: printsJSON)
    case ("show", 1): return runner.show(words[0])
    case ("run", _): return runner.run(words, asJSON: printsJSON)
    case ("list", _), ("show", _):
      throw UsageError("scenarios \(verb) takes \(verb == "list" ? "no name" : "one name").")
    default:
      throw UsageError.unknown(
        "command", "scenarios \(verb)",
        among: ["scenarios list", "scenarios show", "scenarios run"],
        seeAlso: "auth-emulator scenarios --help")
    }
  }
}

/// An emulator without a socket, and what the command prints of its answers.
private final class ScenarioRunner {
  private let emulator: Emulator

  init() throws { emulator = try Emulator(Configuration(location: .ephemeral)) }

  deinit { try? emulator.stop() }

  private func call(_ method: Method, _ path: String) -> (isGood: Bool, JSON) {
    let response = emulator.waiting(
      for: Request(
        method: method, path: "/emulator/v1/" + path, headers: ["Host": "localhost:9099"]))
    return (response.status == .ok, (try? JSON(parsing: response.bytes ?? [])) ?? .null)
  }

  private func refused(_ answer: JSON) -> ExitCode {
    Output.error(
      answer["error"]?["message"]?.string ?? "The emulator failed; its log has the cause.")
    return .failed
  }

  private var scenarios: [JSON] { call(.get, "scenarios").1["scenarios"]?.array ?? [] }

  func list(asJSON: Bool) -> ExitCode {
    guard !asJSON else {
      Output.print(JSON.object(["scenarios": .array(scenarios)]).serialized() + "\n")
      return .ok
    }
    let rows = scenarios.map { ($0["name"]?.string ?? "", $0["title"]?.string ?? "") }
    Output.print(HelpText.table(rows) + "\n")
    return .ok
  }

  func show(_ name: String) -> ExitCode {
    let (isGood, document) = call(.get, "scenarios/\(PercentEncoding.pathSegment(name))")
    guard isGood else { return refused(document) }
    Output.print(document.serialized() + "\n")
    return .ok
  }

  func run(_ names: [String], asJSON: Bool) -> ExitCode {
    let names = names.isEmpty ? scenarios.compactMap { $0["name"]?.string } : names
    var reports: [JSON] = []
    for name in names {
      let (isGood, report) = call(.post, "scenarios/\(PercentEncoding.pathSegment(name)):run")
      guard isGood else { return refused(report) }
      reports.append(report)
      if !asJSON { Output.print(Self.lines(name, report)) }
    }
    if asJSON { Output.print(JSON.object(["runs": .array(reports)]).serialized() + "\n") }
    return reports.allSatisfy { $0["passed"]?.bool == true } ? .ok : .failed
  }

  private static func lines(_ name: String, _ report: JSON) -> String {
    let failed = (report["steps"]?.array ?? []).compactMap { step -> String? in
      guard let problem = step["problem"]?.string else { return nil }
      return "    \(step["call"]?.string ?? ""): \(problem)\n"
    }
    return (failed.isEmpty ? "passed  " : "FAILED  ") + name + "\n" + failed.joined()
  }
}
