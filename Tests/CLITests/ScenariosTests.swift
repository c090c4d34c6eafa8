import EmuJSON
import Testing

@Suite struct `auth-emulator scenarios` {
  @Test func `auth-emulator scenarios lists every scenario with its title`() throws {
    let run = try Invocation(["scenarios", "list"])
    #expect(try run.exitCode() == 0)
    #expect(run.output.contains("disabled-user"))
    #expect(run.output.contains("A disabled user signs in"))
  }

  @Test func `auth-emulator scenarios shows a scenario in lines for people, and as JSON`() throws {
    let run = try Invocation(["scenarios", "show", "disabled-user"])
    #expect(try run.exitCode() == 0)
    #expect(run.output.hasPrefix("disabled-user: A disabled user signs in\n\nAn administrator"))
    for line in [
      "  ios      userDisabled (17005)", #"  users: {"localId":"ann","#,
      "2. An administrator disables her\n   POST /v1/projects/${project}/accounts:update",
      "   expects: status 400, error.message USER_DISABLED",
      "Run it: auth-emulator scenarios run disabled-user\n",
    ] {
      #expect(run.output.contains(line), "\(run.output)")
    }
    let json = try Invocation(["scenarios", "show", "disabled-user", "--json"])
    #expect(try json.exitCode() == 0)
    #expect(try JSON(parsing: json.output)["steps"]?.array?.isEmpty == false)
  }

  @Test func `auth-emulator scenarios runs the named scenarios and exits with 0`() throws {
    let run = try Invocation(["scenarios", "run", "disabled-user", "nonce-mismatch"])
    #expect(try run.exitCode() == 0)
    #expect(run.output == "passed  disabled-user\npassed  nonce-mismatch\n")
    let json = try Invocation(["scenarios", "run", "disabled-user", "--json"])
    #expect(try json.exitCode() == 0)
    #expect(try JSON(parsing: json.output)["runs"]?[0]?["passed"] == true)
  }

  @Test(arguments: [
    (["scenarios", "run", "disabled-usr"], 1, "Is disabled-user meant?"),
    (["scenarios", "show"], 2, "NAME"),
    (["scenarios", "rnu"], 2, "scenarios run"),
    (["scenarios", "show", "a", "b"], 2, "NAME"),
    (["scenarios", "list", "--jsno"], 2, "--json"),
  ])
  func `auth-emulator scenarios reports a mistake with the valid forms`(
    _ arguments: [String], _ code: Int32, _ words: String
  ) throws {
    let run = try Invocation(arguments)
    #expect(try run.exitCode() == code)
    #expect(run.errors.contains(words))
  }
}
