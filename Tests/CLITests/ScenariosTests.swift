import EmuJSON
import Testing

@Suite final class `auth-emulator scenarios`: WorkspaceSuite {
  @Test func `auth-emulator scenarios shows a scenario in lines for people, and as JSON`() throws {
    let list = try workspace.run("scenarios list").output
    #expect(list.contains("disabled-user") && list.contains("A disabled user signs in"))
    let text = try workspace.run("scenarios show disabled-user").output
    #expect(text.hasPrefix("disabled-user: A disabled user signs in\n\nAn administrator"))
    for line in [
      "  ios      userDisabled (17005)", #"  users: {"localId":"ann","#,
      "2. An administrator disables her\n   POST /v1/projects/${project}/accounts:update",
      "   expects: status 400, error.message USER_DISABLED",
      "Run it: auth-emulator scenarios run disabled-user\n",
    ] {
      #expect(text.contains(line), "\(text)")
    }
    let json = try workspace.json("scenarios show disabled-user")
    #expect(json["steps"]?.array?.isEmpty == false)
  }

  @Test func `auth-emulator scenarios runs the named scenarios and exits with 0`() throws {
    #expect(
      try workspace.run("scenarios run disabled-user nonce-mismatch").output
        == "passed  disabled-user\npassed  nonce-mismatch\n")
    try workspace.write("{}", "one.json")
    let run = try workspace.run(
      "scenarios run disabled-user one.json --json", code: 1, saying: "one.json: ")
    let runs = try JSON(parsing: run.output)["runs"]?.array ?? []
    #expect(runs.map { [$0["name"], $0["passed"]] } == [["disabled-user", true]], "\(run)")
  }

  @Test func `auth-emulator scenarios proposes the name that was meant`() throws {
    try workspace.fail("scenarios run disabled-usr", "Is disabled-user meant?")
    let run = try workspace.fail(
      "scenarios run disabled-usr nonce-mismatch", "`auth-emulator scenarios`, lists them.\n")
    #expect(run.output == "passed  nonce-mismatch\n" && !run.errors.contains("Not read"), "\(run)")
  }
}
