import EmuServer
import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

@testable import EmuCommand

@Suite struct `auth-emulator help` {
  private static let pages =
    Command.all.map { ("help \($0.name)", "help-\($0.name)") } + [
      ("--help", "help"), ("-h", "help"), ("help", "help"), ("help --help", "help"),
      ("start --help", "help-start"), ("seed --help", "help-seed"),
      ("start --port x -h", "help-start"),
      ("help topics", "help-topics"), ("help profiles", "help-topic-profiles"),
      ("help seeds", "help-topic-seeds"), ("help apple", "help-topic-apple"),
      ("help ci", "help-topic-ci"),
    ]

  @Test(arguments: pages)
  func `auth-emulator help is made of the tables`(arguments: String, golden: String) throws {
    let run = try Workspace().run(arguments)
    #expect(run.errors == "")
    GoldenFile.expect(run.output, "\(golden).txt")
    // A terminal of 100 columns.
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func `auth-emulator help is shown on standard error, with 2, without a command`() throws {
    let run = try Workspace().run("", code: 2)
    #expect(run.output == "")
    GoldenFile.expect(run.errors, "help.txt")
  }

  /// Those that run until a signal, or run a program of the user's.
  private static let unending = ["start", "exec", "stop", "open"]

  @Test(.timeLimit(.minutes(3)))
  func `every example of a command works on the demo users, in their order`() async throws {
    let workspace = Workspace()
    try workspace.makeFolder("seed-data")
    try workspace.write(Repository.data("seed-data/demo.json"), "seed-data/demo.json")
    try workspace.write(
      #"{"users":[{"localId":"imported","phoneNumber":"+15555550177"}]}"#, "users.json")
    let emulator = try workspace.start("--data x.sqlite --seed seed-data/demo.json")
    let sent = try await emulator.app.post(
      "/v1/accounts:sendVerificationCode?key=demo-api-key", ["phoneNumber": "+15555550100"])
    #expect(sent.status == 200)
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
        try workspace.run("", words, environment: ["AUTH_EMULATOR_URL": emulator.url])
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

  @Test func `auth-emulator help names the version`() throws {
    let output = try Workspace().run("--version").output
    // A build that knows its commit appends it.
    let commit = output.trimmingPrefix("auth-emulator \(emulatorVersion)")
    #expect(commit.wholeMatch(of: /( \([0-9a-f]{12}\))?\n/) != nil)
  }
}
