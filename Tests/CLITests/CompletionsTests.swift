import EmuTestTools
import Foundation
import Testing

@Suite struct `auth-emulator completions` {
  /// Returns bash's completions of the last of some words.
  private static func offers(_ words: [String]) throws -> [String] {
    let script = try Invocation(["completions", "bash"])
    #expect(try script.exitCode() == 0)
    let call = """
      \(script.output)
      COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " "))); COMP_CWORD=\(words.count - 1)
      _auth_emulator; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try Tool.run(
      "bash", ["-c", "PATH='\(Binary.url.deletingLastPathComponent().path)':$PATH\n" + call])
    #expect(run.status == 0)
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test(
    .needs("bash"),
    arguments: [
      (["auth-emulator", "us"], ["users"]), (["auth-emulator", "clock", "ad"], ["advance"]),
      (["auth-emulator", "users", "create", "--em"], ["--email"]),
      (["auth-emulator", "start", "--eph"], ["--ephemeral"]),
      (["auth-emulator", "start", "--port", "1", "--dat"], ["--data"]),
      (["auth-emulator", "faults", "--js"], ["--json"]),
      (["auth-emulator", "codes", "--em"], ["--email"]),
      (["auth-emulator", "import", "--wi"], ["--without-passwords"]),
      (["auth-emulator", "import", "users.json", "--rep"], ["--replace"]),
      (["auth-emulator", "seed", "export", "--pl"], ["--plain-passwords"]),
      (["auth-emulator", "snapshots", "zzz"], []),
      (
        ["auth-emulator", "scenarios", "show", "disabled"], ["disabled-user", "disabled-provider"]
      ),
    ])
  func `completions in bash fit the position`(_ words: [String], _ offered: [String])
    throws
  {
    #expect(try Self.offers(words) == offered)
  }

  @Test func `completions list the projects, issuers and users of a running emulator`() throws {
    let workspace = try Workspace()
    let users =
      #"{"localId":"ann","email":"ann@x.test"}"# + "\n" + #"{"localId":"$(touch hacked)"}"#
    try workspace.write(Data(users.utf8), "ann.ndjson")
    try workspace.run(["import", "ann.ndjson"])
    let (server, _) = try Invocation.start([], in: workspace)
    for (kind, value) in [
      ("projects", "demo-project"), ("issuers", "apple.com"), ("users", "ann@x.test"),
    ] {
      let values = try workspace.run(["completions", "values", kind]).output
      #expect(values.split(separator: "\n").contains(Substring(value)), "\(values)")
      #expect(!values.contains("hacked"), "bash would run it: \(values)")
    }
    #expect(try server.stop() == 0)
    let none = try workspace.run(["completions", "values", "users"], code: 1)
    #expect(none.output.isEmpty)
  }

  @Test(arguments: ["zsh", "fish"])
  func `completions of every shell have each command and action`(_ shell: String) throws {
    let run = try Invocation(["completions", shell])
    #expect(try run.exitCode() == 0)
    for word in ["exec", "snapshots", "restore", "--rate-limit", "--single-project"] {
      #expect(run.output.contains(word), "\(word)")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `output that cannot be written is an error`() throws {
    let command = "'\(Binary.url.path)' completions bash 2>&1 >/dev/full"
    let run = try Tool.run("sh", ["-c", command])
    #expect(run.status == 1)
    #expect(run.output.contains("The output cannot be written ("), "\(run.output)")
  }

  @Test(.needs("python3"))
  func `output to a full pipe that does not block waits for its reader`() throws {
    let program = """
      import os, subprocess, sys, time
      read, write = os.pipe()
      os.set_blocking(write, False)
      filled = os.write(write, b" " * 60000)
      child = subprocess.Popen([sys.argv[1], "completions", "fish"], stdout=write)
      os.close(write)
      time.sleep(0.5)
      text = b"".join(iter(lambda: os.read(read, 65536), b""))
      sys.stdout.buffer.write(text[filled:])
      sys.exit(child.wait())
      """
    let script = try Invocation(["completions", "fish"])
    #expect(try script.exitCode() == 0)
    let run = try Tool.run("python3", ["-c", program, Binary.url.path])
    #expect(run.status == 0 && run.output == script.output)
  }

  @Test(arguments: [(["completions"], "bash, zsh or fish"), (["completions", "bsh"], "bash")])
  func `completions of another shell are rejected with the supported ones`(
    _ arguments: [String], _ words: String
  ) throws {
    let run = try Invocation(arguments)
    #expect(try run.exitCode() == 2 && run.errors.contains(words))
  }
}
