import EmuCommand
import EmuServer
import EmuTestTools
import Testing

@Suite struct `auth-emulator help` {
  @Test(arguments: [
    (["--help"], "help"), (["-h"], "help"), (["help"], "help"),
    (["start", "--help"], "help-start"), (["help", "start"], "help-start"),
    (["exec", "--help"], "help-exec"), (["stop", "--help"], "help-stop"),
    (["init", "--help"], "help-init"),
    (["completions", "--help"], "help-completions"),
    (["seed", "--help"], "help-seed"), (["import", "--help"], "help-import"),
    (["export", "--help"], "help-export"),
    (["scenarios", "--help"], "help-scenarios"), (["users", "--help"], "help-users"),
    (["codes", "--help"], "help-codes"), (["tokens", "--help"], "help-tokens"),
    (["issuers", "--help"], "help-issuers"), (["requests", "--help"], "help-requests"),
    (["clock", "--help"], "help-clock"), (["faults", "--help"], "help-faults"),
    (["snapshots", "--help"], "help-snapshots"),
    (["start", "--port", "x", "-h"], "help-start"),
  ])
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
    for name in ["start", "faults", "tokens", "users", "requests", "import", "export"] {
      let run = try Invocation([name, "--help"])
      _ = try run.exitCode()
      #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 100 }, "\(name)")
    }
  }

  @Test func `auth-emulator help names the version`() throws {
    let run = try Invocation(["--version"])
    #expect(try run.exitCode() == 0)
    // A build that knows its commit appends it.
    let commit = run.output.trimmingPrefix("auth-emulator \(emulatorVersion)")
    #expect(commit.wholeMatch(of: /( \([0-9a-f]{12}\))?\n/) != nil)
  }
}
