import EmuHTTP
import EmuJSON
import EmuTestTools
import EmuModel
import EmuTestSupport
import Foundation
import Testing

@testable import EmuCommand

/// Names that any page may store, and what the commands print of them.
@Suite(.timeLimit(.minutes(5))) struct `Text for terminals` {
  /// Clears the screen, sets the title, reverses the order, hides, and begins a line.
  static let hostile =
    "\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\u{200b}\u{2028}\u{7f}\r\nforged\u{feff}"

  /// The arguments of each action of each command.
  private static let runs: [[String]] = [
    ["users", "list"], ["users", "list", "--tenant", hostile], ["users", "show", "ann"],
    ["users", "show", hostile], ["users", "show", "ann", "--project", hostile],
    ["users", "create", "--uid", "bob", "--name", hostile],
    ["users", "create", "--email", hostile],
    ["users", "update", "bob", "--photo", "http://x/\(hostile)"], ["users", "disable", "bob"],
    ["users", "enable", "bob"], ["users", "unlink", "bob", hostile], ["users", "delete", hostile],
    ["users", "link", "bob", hostile, "--name", hostile], ["settings", "show"],
    ["settings", "set", "recentLogin=\(hostile)"], ["settings", "set", hostile],
    ["providers", "set", "oidc.\(hostile)"],
    ["providers", "set", "google.com", "--client-id", hostile], ["providers", "list"],
    ["providers", "remove", hostile], ["issuers", "set", hostile, "{}"], ["open", hostile],
    ["mcp"], ["mcp", hostile], ["status"], ["status", hostile],
    ["users", "delete", "bob"], ["codes", "list"], ["codes", "list", "--email", hostile],
    ["tokens", "mint", "google.com", "--name", hostile, "--raw-nonce", hostile],
    ["tokens", "mint", hostile], ["tokens", "show", token], ["tokens", "show", hostile],
    ["issuers", "list"], ["issuers", "people", "google.com"], ["issuers", "people", hostile],
    ["issuers", "add", "google.com", "--sub", "s2", "--name", hostile],
    ["issuers", "add", hostile, "--sub", hostile], ["issuers", "grants", "google.com"],
    ["issuers", "remove", "google.com", hostile], ["issuers", "rotate", hostile],
    ["requests", "list"], ["requests", "list", "--status", hostile], ["requests", "show", "LAST"],
    ["requests", "show", "LAST", "--curl", "--secrets"], ["requests", "show", hostile],
    ["clock", "show"], ["clock", "advance", hostile], ["clock", "set", hostile],
    ["clock", "freeze"], ["clock", "reset"],
    ["faults", "add", "--path", "/\(hostile)", "--body", hostile, "--status", "500"],
    ["faults", "add", "--defect", hostile], ["faults", "list"], ["faults", "remove", hostile],
    ["snapshots", "save", hostile], ["snapshots", "save", "s"], ["snapshots", "list"],
    ["snapshots", "restore", hostile], ["snapshots", "export", "s", "s\(hostile).snapshot"],
    ["snapshots", "import", "t", "s\(hostile).snapshot"], ["snapshots", "remove", hostile],
    ["scenarios", "list"], ["scenarios", "show", hostile],
    ["scenarios", "run", "./s\(hostile).json"],
    ["scenarios", "load", hostile], ["scenarios", "record", "./r\(hostile).json", "--since-reset"],
    ["seed", "seed\(hostile).json"], ["seed", "export", "out\(hostile).json"],
    ["import", "users\(hostile).ndjson"], ["import", hostile],
    ["export", "out\(hostile).ndjson"], ["export", "out.csv"], ["export", "\(hostile)/"],
    ["export", "out.\(hostile)"], ["seed", "reset"], ["seed", hostile],
    ["doctor", "--host", hostile], ["doctor", "--data", "\(hostile)/x"], ["doctor"],
    ["init", "--project", hostile], ["init"], ["completions", hostile], ["completions", "bash"],
    ["exec", "--data", "no\(hostile)/x", "--", "true"], ["exec", "--ephemeral", "--", hostile],
    ["exec", "--ephemeral", "--import", hostile, "--", "true"],
    ["start", "--port", "0", "--data", "no\(hostile)/x"],
    ["start", "--port", "0", "--seed", hostile, "--ephemeral"], ["start", "--\(hostile)"],
    ["stop", "--data", hostile], [hostile], ["help", hostile], ["stop"],
  ]

  private static let token: String = {
    func part(_ text: String) -> String {
      Data(text.utf8).base64EncodedString().replacing("=", with: "").replacing("+", with: "-")
        .replacing("/", with: "_")
    }
    let claims: JSON = ["name": .string(hostile), hostile: 1]
    return "\(part(#"{"alg":"none"}"#)).\(part(claims.serialized()))."
  }()

  /// Returns the problem with printed text; nil for none.
  static func problem(with text: String) -> String? {
    if let scalar = text.unicodeScalars.first(where: {
      VisibleText.isInvisible($0) && $0 != "\n"
    }) {
      return "U+\(String(scalar.value, radix: 16)) in \(VisibleText.escaped(text))"
    }
    return text.split(separator: "\n").contains { $0.hasPrefix("forged") }
      ? "a forged line in \(text)" : nil
  }

  @Test func `text for terminals shows hostile names of every command with visible escapes`()
    async throws
  {
    let scene = try Scene()
    try await Self.prepare(scene)
    for words in Self.runs {
      for json in [[], ["--json"]] where json.isEmpty || !["exec", "start"].contains(words[0]) {
        var words = words
        if let index = words.firstIndex(of: "LAST") {
          words[index] = try #require(
            ControlClient("http://127.0.0.1:\(scene.port)").control(
              .get, "requests", query: [("operation", "accounts:signUp")])["requests"]?[0]?["id"]?
              .string)
        }
        let run = try Invocation(words + (words.contains("--") ? [] : json), in: scene.workspace)
        _ = try run.exitCode()
        for text in [run.output, run.errors] {
          if let problem = Self.problem(with: text) {
            Issue.record("\(words.map { VisibleText.escaped($0) }) \(json): \(problem)")
          }
        }
        if !json.isEmpty, !run.output.isEmpty, words[0] != "completions" {
          #expect(throws: Never.self) { try JSON(parsing: run.output) }
        }
      }
    }
    _ = try? scene.emulator.exitCode()
    #expect(scene.emulator.errors.contains(#"\u{1b}[2J"#))
    #expect(Self.problem(with: scene.emulator.errors) == nil)
  }

  @Test func `text for terminals is tried with every command`() {
    let tried = Set(Self.runs.map { "\($0[0]) \($0.dropFirst().first ?? "")" })
    for command in Command.all {
      let actions = command.words().actions.map(\.name)
      guard command.name != "completions", !actions.isEmpty else {
        #expect(Self.runs.contains { $0[0] == command.name }, "\(command.name)")
        continue
      }
      // It prints until a signal, by the lines of `requests list`.
      for action in actions where action != "follow" {
        #expect(tried.contains("\(command.name) \(action)"), "\(command.name) \(action)")
      }
    }
  }

  /// Stores hostile names where the emulator accepts them, and writes files that have them.
  private static func prepare(_ scene: Scene) async throws {
    let client = ControlClient("http://127.0.0.1:\(scene.port)")
    let app = SocketTransport(port: scene.port)
    let made = try await app.post(
      "/v1/accounts:signUp?key=k",
      ["email": "ann@example.com", "password": "secret1", "displayName": .string(hostile)])
    #expect(made.status == 200, "\(made.text)")
    _ = try? client.admin(
      .post, "projects/demo-project/accounts",
      ["localId": "ann", "displayName": .string(hostile), "email": "bea@example.com"])
    _ = try? client.admin(
      .post, "projects/demo-project/accounts", ["localId": .string(hostile)])
    _ = try? client.admin(
      .post, "projects/demo-project/tenants", version: "v2", ["displayName": .string(hostile)])
    _ = try await app.post(
      "/v1/accounts:sendOobCode?key=k",
      [
        "requestType": "PASSWORD_RESET", "email": "ann@example.com",
        "continueUrl": .string("http://localhost/\(hostile)"),
      ])
    _ = try await app.call(.get, "/none/\(PercentEncoding.pathSegment(hostile))")
    _ = try await app.post(
      "/v1/accounts:signUp?key=k&\(PercentEncoding.queryComponent(hostile))=1",
      [hostile: 1, "email": .string(hostile)])
    // Without the control characters, which an account of an issuer must not have.
    for name in [hostile, "\u{202e}\u{200b}\u{2028}"] {
      _ = try? client.control(
        .post, "issuers/google.com/accounts", ["sub": "s1", "name": .string(name)])
    }
    let scenario: JSON = [
      "title": .string(hostile), "why": .string(hostile),
      "steps": [["about": .string(hostile), "call": .string("GET /\(hostile)")]],
    ]
    let user: JSON = ["localId": .string(hostile), "email": .string(hostile), hostile: 1]
    let seed: JSON = ["version": 1, "projects": [hostile: ["users": [user]]]]
    let manifest =
      #"<manifest><application android:networkSecurityConfig="@xml/\#(hostile)"/></manifest>"#
    try scene.workspace.makeFolder("app/src/main")
    for (name, text) in [
      ("s\(hostile).json", scenario.serialized()), ("seed\(hostile).json", seed.serialized()),
      ("users\(hostile).ndjson", user.serialized() + "\n"),
      ("app/src/main/AndroidManifest.xml", manifest),
    ] {
      try scene.workspace.write(Data(text.utf8), name)
    }
  }

  @Test(.needs("python3"), arguments: [true, false])
  func `outcomes have colours on a terminal, and none where NO_COLOR is set`(_ isColored: Bool)
    throws
  {
    let scene = try Scene()
    _ = try scene.run("users", "create", "--email", "no address")
    let program = """
      import fcntl, os, pty, struct, sys, termios
      pid, terminal = pty.fork()
      if pid == 0:
          fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 200, 0, 0))
          os.execv(sys.argv[1], sys.argv[1:])
      try:
          while text := os.read(terminal, 65536):
              sys.stdout.buffer.write(text)
      except OSError:
          pass
      """
    let flags = isColored ? [] : ["NO_COLOR=1"]
    let words = [Binary.url.path, "requests", "--url", "http://127.0.0.1:\(scene.port)"]
    let shown = try Tool.run(
      "env", ["-u", "NO_COLOR"] + flags + ["python3", "-c", program] + words)
    #expect(shown.output.contains("\u{1b}[31mrefused\u{1b}[0m") == isColored, "\(shown)")
    #expect(shown.output.contains("refused"), "\(shown)")
  }
}
