import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

@testable import EmuCommand

@Suite(.timeLimit(.minutes(2))) final class `auth-emulator exec`: WorkspaceSuite {
  private static let path = ["PATH": "/usr/bin:/bin"]

  private func exec(
    _ script: String, flags: String = "", environment: [String: String] = `auth-emulator exec`.path,
    code: Int32 = 0,
    saying words: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Run {
    try workspace.run(
      "exec \(flags) -- /bin/sh -c", [script], environment: environment, code: code, saying: words,
      sourceLocation: sourceLocation)
  }

  @Test(.needs("curl"))
  func `exec runs a command with an emulator and the variables of SDKs`() throws {
    let script = "env; curl -s $AUTH_EMULATOR_URL/emulator/v1/health"
    let run = try exec(script, flags: "--project p1")
    #expect(run.output.contains(#""project":"p1""#), "\(run)")
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
    defaults.expect(["emulatorHosts.auth": .string(host), "config.apiKey": "emulator-p1"])
    #expect(variables["PATH"] == "/usr/bin:/bin")
  }

  @Test func `exec keeps the other members of variables in JSON`() throws {
    try workspace.write(#"{"projectId":"x","storageBucket":"b"}"#, "options.json")
    let config = #"{"projectId":"p","databaseURL":"d","storageBucket":"b"}"#
    let defaults: JSON = [
      "config": [
        "apiKey": "k", "appId": "a", "authDomain": "x.firebaseapp.com", "projectId": "x",
      ],
      "emulatorHosts": ["auth": "old:1", "firestore": "f:2"], "_authTokenSyncURL": "/s",
    ]
    for value in [config, "options.json"] {
      let run = try exec(
        "echo $FIREBASE_CONFIG; echo $__FIREBASE_DEFAULTS__; echo $FIREBASE_AUTH_EMULATOR_HOST",
        flags: "--project p1",
        environment: Self.path.merging([
          "FIREBASE_CONFIG": value, "__FIREBASE_DEFAULTS__": defaults.serialized(),
        ]) { $1 })
      let lines = run.output.split(separator: "\n").map(String.init)
      let options = try JSON(parsing: lines[0])
      #expect(options["projectId"] == "p1" && options["storageBucket"] == "b", "\(run)")
      #expect(options["databaseURL"] == (value == config ? "d" : nil))
      let host = JSON.string(lines[2])
      #expect(
        try JSON(parsing: lines[1]) == [
          "config": ["apiKey": "k", "appId": "a", "authDomain": host, "projectId": "p1"],
          "emulatorHosts": ["auth": host, "firestore": "f:2"], "_authTokenSyncURL": "/s",
        ])
      #expect(run.errors == "")
    }
  }

  @Test(arguments: [
    ("FIREBASE_CONFIG", "gone.json", "neither JSON nor the path of a file with a JSON object"),
    ("FIREBASE_CONFIG", "{", "not a JSON object"),
    ("__FIREBASE_DEFAULTS__", "gone.json", "not a JSON object"),
    ("__FIREBASE_DEFAULTS__", "[]", "not a JSON object"),
  ])
  func `exec replaces a variable without JSON`(name: String, value: String, words: String) throws {
    let run = try exec(
      "echo $\(name)", environment: Self.path.merging([name: value]) { $1 },
      saying: "auth-emulator: \(name) is \(words), so it is replaced.")
    #expect(run.output.contains(#""projectId":"demo-project""#), "\(run)")
  }

  @Test func `exec does not change the command's output and stores nothing`() throws {
    let run = try exec("echo out; echo err >&2", environment: [:])
    #expect(run.output == "out\n" && run.errors == "err\n")
    #expect(try workspace.names() == ["tmp"] && workspace.names(in: "tmp") == [])
  }

  /// libxmlsec1 reads the variable when it is loaded.
  @Test(.needs("curl")) func `exec prints no error about an empty http_proxy`() throws {
    let script = """
      curl -s "$AUTH_EMULATOR_URL/emulator/v1/issuers/saml.acme/assertions" \
        -d '{"account":{"email":"ann@example.com"}}'
      """
    let run = try exec(script, environment: Self.path.merging(["http_proxy": ""]) { $1 })
    #expect(run.output.contains("samlResponse") && run.errors == "", "\(run)")
  }

  @Test(arguments: [("exit 7", 7), ("kill -9 $$", 137), ("kill -TERM $$", 143)])
  func `exec exits with the code of its command`(script: String, code: Int32) throws {
    _ = try exec(script, code: code)
  }

  @Test(
    .needs("python3"),
    arguments: [
      ("SIGCHLD", "exit 7", 7, ""), ("SIGHUP", "kill -HUP $$; echo alive", 0, "alive\n"),
    ])
  func `exec leaves ignored signals`(
    signal: String, script: String, code: Int32, output: String
  ) throws {
    let program = """
      import os, signal, sys
      signal.signal(signal.\(signal), signal.SIG_IGN)
      os.execv(sys.argv[1], sys.argv[1:])
      """
    let command = ["exec", "--", "/bin/sh", "-c", script]
    let run = try Tool.run("python3", ["-c", program, Binary.url.path] + command)
    #expect(run.status == code && run.output == output)
  }

  @Test func `exec writes its export although a first signal comes meanwhile`() throws {
    let users = (0..<3000).map { #"{"localId":"\#($0)"}"# }.joined(separator: "\n")
    try workspace.write(users, "users.ndjson")
    // Sent from the draft of the export on, which exists until its end.
    let script = """
      (until set -- out/auth_export.*; test -e "$1"; do
        test -e out/firebase-export-metadata.json && exit
      done; kill -TERM $PPID) >/dev/null 2>&1 &
      exit 0
      """
    _ = try exec(script, flags: "--import users.ndjson --export-on-exit out")
    #expect(try workspace.names(in: "out") == ["auth_export", "firebase-export-metadata.json"])
  }

  /// Starts a command that has this trap for a signal, and waits until it runs.
  private func trapping(_ trap: String, for signal: Int32 = SIGTERM) throws -> Invocation {
    let script = "trap '\(trap)' \(signal); echo ready; while :; do sleep 0.01; done"
    let run = try Invocation("exec -- /bin/sh -c", [script], environment: Self.path)
    try run.wait(for: "the command") { run.output.contains("ready") }
    return run
  }

  @Test(arguments: [SIGTERM, SIGUSR1, SIGUSR2, SIGQUIT, SIGWINCH, SIGALRM])
  func `exec passes a signal on, and exits with the command's code`(signal: Int32) throws {
    let run = try trapping("echo stopped; exit 5", for: signal)
    #expect(try run.stop(signal) == 5 && run.output == "ready\nstopped\n")
  }

  @Test func `exec passes signals on that end nothing, as often as they come`() throws {
    let run = try trapping("echo again", for: SIGUSR1)
    for count in 1...3 {
      kill(run.pid, SIGUSR1)
      try run.wait(for: "the trap") {
        run.output == "ready\n" + String(repeating: "again\n", count: count)
      }
    }
    #expect(try run.stop(SIGTERM) == 143)
  }

  @Test func `exec kills a command that ignores the first signal at the second one`() throws {
    let run = try trapping("echo ignored")
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

  @Test func `exec kills the processes of a command that ignores the first signal`() throws {
    let script = """
      trap '' TERM
      /bin/sh -c "sleep 600 & echo \\$! >pid; wait; sleep 600" &
      until test -s pid; do sleep 0.01; done
      echo ready
      wait
      """
    let run = try Invocation("exec -- /bin/sh -c", [script], in: workspace, environment: Self.path)
    try run.wait(for: "the command") { run.output.contains("ready") }
    let text = try workspace.text("pid").trimmingCharacters(in: .whitespacesAndNewlines)
    let grandchild = try #require(pid_t(text))
    #expect(kill(grandchild, 0) == 0)
    try run.wait(for: "the kill") {
      kill(run.pid, SIGTERM)
      return kill(run.pid, 0) != 0
    }
    #expect(try run.exitCode() == 137)
    try run.wait(for: "the end of the grandchild") {
      SystemProcess(grandchild)?.isZombie != false
    }
  }

  @Test(arguments: [
    ("-- no-such-program", 127, "no-such-program cannot be run"),
    ("-- /etc", 126, "/etc cannot be run"),
    ("--production-report no/r.txt -- /bin/touch ran", 1, "no/r.txt cannot be written"),
  ])
  func `exec reports a mistake and its form`(arguments: String, code: Int32, words: String) throws {
    try workspace.run("exec \(arguments)", environment: Self.path, code: code, saying: words)
    #expect(try workspace.names() == ["tmp"])
  }

  /// Signs up with an address that production refuses.
  private static let differing = """
    curl -sf "$AUTH_EMULATOR_URL/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k" \
      -H 'Content-Type: application/json' >/dev/null \
      -d '{"email": "a@test", "password": "secret1", "returnSecureToken": true}'
    """

  @Test(.needs("curl"))
  func `exec writes what production answers differently, and fails only when told to`() throws {
    for (name, begin) in [("r.txt", "Production would"), ("r.json", "{"), ("r.xml", "<?xml")] {
      let run = try exec(Self.differing, flags: "--production-report \(name)")
      #expect(
        run.errors == """
          Production would have answered 1 request differently.
            1 x accounts:signUp: mailDomain, production answers INVALID_EMAIL

          """)
      #expect(try workspace.text(name).hasPrefix(begin))
    }
    let flags = "--fail-on-production-difference"
    _ = try exec(Self.differing, flags: flags, code: 76)
    _ = try exec(Self.differing + "; exit 3", flags: flags, code: 3)
    #expect(try exec("true", flags: flags).errors == "")
  }

  @Test func `exec leaves the flags of its command to the command`() throws {
    #expect(try workspace.run("exec -- /bin/echo --help --port x").output == "--help --port x\n")
  }
}
