import EmuJSON
import EmuTestTools
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct `auth-emulator exec` {
  /// Runs a shell script with `exec`, to its end.
  private static func exec(
    _ script: String, flags: [String] = []
  ) throws -> (code: Int32, output: String, errors: String) {
    let run = try Invocation(
      ["exec"] + flags + ["--", "/bin/sh", "-c", script], environment: ["PATH": "/usr/bin:/bin"])
    return (try run.exitCode(), run.output, run.errors)
  }

  @Test func `exec runs a command with an emulator for it`() throws {
    let script = """
      python3 -c '
      import json, os, urllib.request
      url = os.environ["AUTH_EMULATOR_URL"]
      print(json.load(urllib.request.urlopen(url + "/emulator/v1/health"))["project"])'
      """
    let run = try Self.exec(script, flags: ["--project", "demo-exec"])
    #expect(run.code == 0 && run.output == "demo-exec\n", "\(run.errors)")
  }

  @Test func `exec sets the variables of SDKs, and keeps the others`() throws {
    let run = try Self.exec("env", flags: ["--project", "p1"])
    let lines = run.output.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1) }
    let variables = Dictionary(
      lines.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) }
    ) { first, _ in first }
    let host = try #require(variables["FIREBASE_AUTH_EMULATOR_HOST"])
    #expect(host.hasPrefix("127.0.0.1:") && !host.hasSuffix(":0"))
    #expect(variables["USE_AUTH_EMULATOR"] == "1")
    #expect(variables["AUTH_EMULATOR_PORT"] == String(host.dropFirst("127.0.0.1:".count)))
    #expect(variables["AUTH_EMULATOR_URL"] == "http://\(host)")
    #expect(variables["GCLOUD_PROJECT"] == "p1" && variables["GOOGLE_CLOUD_PROJECT"] == "p1")
    #expect(try JSON(parsing: variables["FIREBASE_CONFIG"] ?? "") == ["projectId": "p1"])
    let defaults = try JSON(parsing: variables["__FIREBASE_DEFAULTS__"] ?? "")
    #expect(defaults["emulatorHosts"]?["auth"] == .string(host))
    #expect(defaults["config"]?["apiKey"] == "emulator-p1")
    #expect(variables["PATH"] == "/usr/bin:/bin")
  }

  @Test func `exec does not change the command's output and stores nothing`() throws {
    let run = try Invocation(["exec", "--", "/bin/sh", "-c", "echo out; echo err >&2"])
    #expect(try run.exitCode() == 0)
    #expect(run.output == "out\n" && run.errors == "err\n")
    #expect(try run.workspace.names() == ["tmp"])
    #expect(try run.workspace.names(in: "tmp") == [])
  }

  /// libxmlsec1 reads the variable when it is loaded.
  @Test(.needs("curl"))
  func `exec prints no error about an empty http_proxy`() throws {
    let script = """
      curl -s "$AUTH_EMULATOR_URL/emulator/v1/issuers/saml.acme/assertions" \
        -d '{"account":{"email":"ann@example.com"}}'
      """
    let run = try Invocation(
      ["exec", "--", "/bin/sh", "-c", script],
      environment: ["PATH": "/usr/bin:/bin", "http_proxy": ""])
    #expect(try run.exitCode() == 0)
    #expect(run.output.contains("samlResponse") && run.errors == "", "\(run.output)\(run.errors)")
  }

  @Test(arguments: [("exit 7", 7), ("kill -9 $$", 137), ("kill -TERM $$", 143), ("true", 0)])
  func `exec exits with the code of its command`(_ script: String, _ code: Int32) throws {
    #expect(try Self.exec(script).code == code)
  }

  @Test(.needs("python3"))
  func `exec waits for its command even if its parent ignored SIGCHLD`()
    throws
  {
    let program = """
      import os, signal, sys
      signal.signal(signal.SIGCHLD, signal.SIG_IGN)
      os.execv(sys.argv[1], sys.argv[1:])
      """
    let command = ["exec", "--", "/bin/sh", "-c", "exit 7"]
    #expect(
      try Tool.run("python3", ["-c", program, Binary.url.path] + command).status == 7)
  }

  @Test(.needs("python3")) func `exec leaves nohup its effect on the command`() throws {
    let program = """
      import os, signal, sys
      signal.signal(signal.SIGHUP, signal.SIG_IGN)
      os.execv(sys.argv[1], sys.argv[1:])
      """
    let command = ["exec", "--", "/bin/sh", "-c", "kill -HUP $$; echo alive"]
    let run = try Tool.run("python3", ["-c", program, Binary.url.path] + command)
    #expect(run.status == 0 && run.output == "alive\n")
  }

  @Test func `exec writes its export although a first signal comes meanwhile`() throws {
    let workspace = try Workspace()
    let users = (0..<3000).map { #"{"localId":"\#($0)"}"# }.joined(separator: "\n")
    try workspace.write(Data(users.utf8), "users.ndjson")
    // Sent from the draft of the export on, which exists until its end.
    let script = """
      (until set -- out/auth_export.*; test -e "$1"; do
        test -e out/firebase-export-metadata.json && exit
      done; kill -TERM $PPID) >/dev/null 2>&1 &
      exit 0
      """
    let run = try Invocation(
      [
        "exec", "--import", "users.ndjson", "--export-on-exit", "out", "--", "/bin/sh", "-c",
        script,
      ], in: workspace, environment: ["PATH": "/usr/bin:/bin"])
    #expect(try run.exitCode() == 0, "\(run.errors)")
    #expect(try workspace.names(in: "out") == ["auth_export", "firebase-export-metadata.json"])
  }

  @Test func `exec passes a signal on, and exits with the command's code`() throws {
    let run = try Invocation(
      [
        "exec", "--", "/bin/sh", "-c",
        "trap 'echo stopped; exit 5' TERM; echo ready; while :; do sleep 0.01; done",
      ], environment: ["PATH": "/usr/bin:/bin"])
    try run.wait(for: "the command") { run.output.contains("ready") }
    #expect(try run.stop(SIGTERM) == 5)
    #expect(run.output == "ready\nstopped\n")
  }

  @Test func `exec kills a command that ignores the first signal at the second one`() throws {
    let run = try Invocation(
      [
        "exec", "--", "/bin/sh", "-c",
        "trap 'echo ignored' TERM; echo ready; while :; do sleep 0.01; done",
      ], environment: ["PATH": "/usr/bin:/bin"])
    try run.wait(for: "the command") { run.output.contains("ready") }
    let begin = ContinuousClock.now
    kill(run.pid, SIGTERM)
    try run.wait(for: "the trap") { run.output.contains("ignored") }
    try run.wait(for: "the kill") {
      kill(run.pid, SIGTERM)
      return kill(run.pid, 0) != 0
    }
    #expect(try run.exitCode() == 137)
    // All signals within the first second count as one.
    #expect(ContinuousClock.now - begin > .seconds(1))
  }

  @Test(arguments: [
    (["exec"], 2, "behind --"), (["exec", "--"], 2, "behind --"),
    (["exec", "--prot", "1", "--", "true"], 2, "Did you mean --port?"),
    (["exec", "--", "no-such-program"], 127, "no-such-program cannot be run"),
    (["exec", "--", "/etc"], 126, "/etc cannot be run"),
  ])
  func `exec reports a mistake with the valid form`(
    _ arguments: [String], _ code: Int32, _ words: String
  ) throws {
    let run = try Invocation(arguments, environment: ["PATH": "/usr/bin:/bin"])
    #expect(try run.exitCode() == code)
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  /// Signs up with an address that production refuses.
  private static let differing = """
    python3 -c '
    import json, os, urllib.request
    body = {"email": "a@test", "password": "secret1", "returnSecureToken": True}
    url = os.environ["AUTH_EMULATOR_URL"] + "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"
    urllib.request.urlopen(urllib.request.Request(
        url, json.dumps(body).encode(), {"Content-Type": "application/json"}))'
    """

  @Test(.needs("python3"))
  func `exec shows and writes what production answers differently, and fails only when told to`()
    throws
  {
    let folder = try TestFolder()
    for (name, begin) in [("r.txt", "Production would"), ("r.json", "{"), ("r.xml", "<?xml")] {
      let path = folder.url.appending(path: name).path
      let run = try Self.exec(Self.differing, flags: ["--production-report", path])
      #expect(run.code == 0, "\(run.errors)")
      #expect(
        run.errors == """
          Production would have answered 1 request differently.
            1 x accounts:signUp: mailDomain, production answers INVALID_EMAIL

          """)
      #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix(begin))
    }
    let flags = ["--fail-on-production-difference"]
    #expect(try Self.exec(Self.differing, flags: flags).code == 76)
    #expect(try Self.exec(Self.differing + "; exit 3", flags: flags).code == 3)
    let plain = try Self.exec("true", flags: flags)
    #expect(plain.code == 0 && plain.errors == "")
  }

  @Test func `exec names the forms of a report, and a file that cannot be written`() throws {
    let wrong = try Self.exec("true", flags: ["--production-report", "report.html"])
    #expect(wrong.code == 2 && wrong.errors.contains(".txt, .json or .xml"), "\(wrong.errors)")
    let lost = try Self.exec("true", flags: ["--production-report", "no/such/folder.txt"])
    #expect(lost.code == 1 && lost.errors.contains("no/such/folder.txt"), "\(lost.errors)")
  }

  @Test func `exec leaves the flags of its command to the command`() throws {
    let run = try Invocation(["exec", "--", "/bin/echo", "--help", "--port", "x"])
    #expect(try run.exitCode() == 0 && run.output == "--help --port x\n")
  }
}
