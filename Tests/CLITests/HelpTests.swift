import EmuServer
import EmuTestTools
import Foundation
import Testing

@testable import EmuCommand

@Suite struct `auth-emulator help` {
  private static let pages =
    Command.all.map { (["help", $0.name], "help-\($0.name)") } + [
      (["--help"], "help"), (["-h"], "help"), (["help"], "help"), (["help", "--help"], "help"),
      (["start", "--help"], "help-start"), (["seed", "--help"], "help-seed"),
      (["start", "--port", "x", "-h"], "help-start"),
      (["help", "topics"], "help-topics"), (["help", "profiles"], "help-topic-profiles"),
      (["help", "seeds"], "help-topic-seeds"), (["help", "apple"], "help-topic-apple"),
      (["help", "ci"], "help-topic-ci"),
    ]

  @Test(arguments: pages)
  func `auth-emulator help is generated from the tables and exits with 0`(
    _ arguments: [String], _ golden: String
  ) throws {
    let run = try Invocation(arguments)
    #expect(try run.exitCode() == 0)
    #expect(run.errors == "")
    GoldenFile.expect(run.output, "\(golden).txt")
  }

  @Test
  func `auth-emulator help is shown on standard error, and 2 is the exit code, without a command`()
    throws
  {
    let run = try Invocation([])
    #expect(try run.exitCode() == 2)
    #expect(run.output == "")
    GoldenFile.expect(run.errors, "help.txt")
  }

  @Test func `auth-emulator help fits a terminal of 100 columns`() throws {
    let commands = ["start", "faults", "tokens", "users", "requests", "import", "export"]
    let names = commands + ["doctor", "exec", "init", "profiles", "seeds", "apple", "ci"]
    for name in names {
      let run = try Invocation(["help", name])
      _ = try run.exitCode()
      #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(name)")
    }
  }

  @Test func `auth-emulator help proposes the topic that was meant`() throws {
    let run = try Invocation(["help", "profile"])
    #expect(try run.exitCode() == 2)
    #expect(run.errors.contains("There is no command or topic profile. Did you mean profiles?"))
  }

  /// Those that run until a signal, or run a program of the user's.
  private static let unending = ["start", "exec", "stop", "open"]

  @Test(.needs("curl"), .timeLimit(.minutes(3)))
  func `every example of a command works on the demo users, in the order of the help`() throws {
    let workspace = try Workspace()
    try workspace.makeFolder("seed-data")
    try workspace.write(
      Data(contentsOf: Repository.root.appending(path: "seed-data/demo.json")),
      "seed-data/demo.json")
    try workspace.write(
      Data(#"{"users":[{"localId":"imported","phoneNumber":"+15555550177"}]}"#.utf8), "users.json")
    let (emulator, port) = try Invocation.start(
      ["--data", "x.sqlite", "--seed", "seed-data/demo.json"], in: workspace)
    let url = ["AUTH_EMULATOR_URL": "http://127.0.0.1:\(port)"]
    try Self.sendCode(to: "+15555550100", at: "http://127.0.0.1:\(port)")
    // An export folder is there before one is imported.
    let commands = Command.all.map(\.name).filter { !Self.unending.contains($0) }
    for name in commands.sorted(by: { ($0 == "export" ? 0 : 1) < ($1 == "export" ? 0 : 1) }) {
      let examples = Examples.all[name] ?? []
      #expect(!examples.isEmpty || name == "completions", "\(name)")
      for example in examples {
        // As a shell reads them: only JSON is in quotes.
        var words = example.line.split(separator: " ")
          .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "'")) }
        if let key = words.firstIndex(of: "KEY") { words[key] = "a2V5" }
        if name == "doctor" { words += ["--port", "0"] }
        let run = try Invocation(words, in: workspace, environment: url)
        #expect(try run.exitCode() == 0, "\(example.line): \(run.output)\(run.errors)")
      }
    }
    for name in Self.unending {
      for example in try #require(Examples.all[name]) {
        let words = example.line.split(separator: " ").map(String.init)
        let flags = Array(words.dropFirst().prefix { $0 != "--" })
        if ["start", "exec"].contains(name) { _ = try StartOptions(flags, ofExec: name == "exec") }
      }
    }
    #expect(try emulator.stop() == 0)
  }

  private static func sendCode(to number: String, at url: String) throws {
    let body = #"{"phoneNumber":"\#(number)"}"#
    let call = "identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode?key=demo-api-key"
    let words = ["-sf", "-H", "Content-Type: application/json", "-d", body, "\(url)/\(call)"]
    #expect(try Tool.run("curl", words).status == 0)
  }

  @Test func `auth-emulator help names the version`() throws {
    let run = try Invocation(["--version"])
    #expect(try run.exitCode() == 0)
    // A build that knows its commit appends it.
    let commit = run.output.trimmingPrefix("auth-emulator \(emulatorVersion)")
    #expect(commit.wholeMatch(of: /( \([0-9a-f]{12}\))?\n/) != nil)
  }
}
