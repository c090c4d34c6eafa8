import EmuTestTools
import EmuTestSupport
import Foundation
import Testing

@testable import EmuCommand

/// Names that any page may store, and what the commands print of them.
@Suite(.timeLimit(.minutes(5))) final class `Text for terminals`: WorkspaceSuite {
  /// Clears the screen, sets the title, reverses the order, hides, and begins a line.
  static let hostile =
    "\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\u{200b}\u{2028}\u{7f}\r\nforged\u{feff}"

  /// The arguments of each action of each command, with ☠ in place of the hostile text.
  private static let runs: [[String]] =
    """
    users list; users list --tenant ☠; users show ann; users show ☠; users show ann --project ☠;
    users create --uid bob --name ☠; users create --email ☠; users update bob --photo http://x/☠;
    users disable bob; users enable bob; users unlink bob ☠; users delete ☠;
    users link bob ☠ --name ☠; settings show; settings set recentLogin=☠; settings set ☠;
    providers set oidc.☠; providers set google.com --client-id ☠; providers list;
    providers remove ☠; issuers set ☠ {}; open ☠; mcp; mcp ☠; status; status ☠; users delete bob;
    codes list; codes list --email ☠; tokens mint google.com --name ☠ --raw-nonce ☠; tokens mint ☠;
    tokens show TOKEN; tokens show ☠; issuers list; issuers people google.com; issuers people ☠;
    issuers add google.com --sub s2 --name ☠; issuers add ☠ --sub ☠; issuers grants google.com;
    issuers remove google.com ☠; issuers rotate ☠; requests list; requests list --status ☠;
    requests show LAST; requests show LAST --curl --secrets; requests show ☠; clock show;
    clock advance ☠; clock set ☠; clock freeze; clock reset;
    faults add --path /☠ --body ☠ --status 500; faults add --defect ☠; faults list;
    faults remove ☠; snapshots save ☠; snapshots save s; snapshots list; snapshots restore ☠;
    snapshots export s s☠.snapshot; snapshots import t s☠.snapshot; snapshots remove ☠;
    scenarios list; scenarios show ☠; scenarios run ./s☠.json; scenarios load ☠;
    scenarios record ./r☠.json --since-reset; seed seed☠.json; seed export out☠.json;
    import users☠.ndjson; import ☠; export out☠.ndjson; export out.csv; export ☠/; export out.☠;
    seed reset; seed ☠; doctor --host ☠; doctor --data ☠/x; doctor; init --project ☠; init;
    completions ☠; completions bash; exec --data no☠/x -- true; exec --ephemeral -- ☠;
    exec --ephemeral --import ☠ -- true; start --port 0 --data no☠/x;
    start --port 0 --seed ☠ --ephemeral; start --☠; stop --data ☠; ☠; help ☠; stop
    """.split { ";\n".contains($0) }.map { command in
      command.split(separator: " ").map { word in
        String(word).replacing("TOKEN", with: token).replacing("☠", with: hostile)
      }
    }.filter { !$0.isEmpty }

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

  @Test func `text for terminals shows hostile names of every command escaped`() async throws {
    let emulator = try workspace.start("")
    try await Self.prepare(workspace, emulator)
    for words in Self.runs {
      for json in [[], ["--json"]] where json.isEmpty || !["exec", "start"].contains(words[0]) {
        var words = words
        if let index = words.firstIndex(of: "LAST") {
          let log = try workspace.json("requests --operation accounts:signUp")["requests"]
          words[index] = try #require(log?[0]?["id"]?.string)
        }
        let run = try workspace.result("", words + (words.contains("--") ? [] : json))
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
    _ = try? emulator.exitCode()
    #expect(emulator.errors.contains(#"\u{1b}[2J"#))
    #expect(Self.problem(with: emulator.errors) == nil)
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
  private static func prepare(_ workspace: Workspace, _ emulator: Invocation) async throws {
    let (client, app) = (ControlClient(emulator.url), emulator.app)
    let made = try await app.post(
      "/v1/accounts:signUp?key=k",
      ["email": "ann@example.com", "password": "secret1", "displayName": .string(hostile)])
    #expect(made.status == 200, "\(made.text)")
    for body: JSONObject in [
      ["localId": "ann", "displayName": .string(hostile), "email": "bea@example.com"],
      ["localId": .string(hostile)],
    ] {
      _ = try? client.admin(.post, "projects/demo-project/accounts", body)
    }
    _ = try? client.admin(
      .post, "projects/demo-project/tenants", version: "v2", ["displayName": .string(hostile)])
    _ = try await app.post(
      "/v1/accounts:sendOobCode?key=k",
      [
        "requestType": "PASSWORD_RESET", "email": "ann@example.com",
        "continueUrl": .string("http://localhost/\(hostile)"),
      ])
    _ = try await app.get("/none/\(PercentEncoding.pathSegment(hostile))")
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
    try workspace.makeFolder("app/src/main")
    for (name, text) in [
      ("s\(hostile).json", scenario.serialized()), ("seed\(hostile).json", seed.serialized()),
      ("users\(hostile).ndjson", user.serialized() + "\n"),
      ("app/src/main/AndroidManifest.xml", manifest),
    ] {
      try workspace.write(text, name)
    }
  }

  @Test(.needs("python3"), arguments: [true, false])
  func `outcomes have colours on a terminal, unless NO_COLOR is set`(isColored: Bool) throws {
    let emulator = try workspace.start("")
    _ = try workspace.result("users create --email", ["no address"])
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
    let words = [Binary.url.path, "requests", "--url", emulator.url]
    let shown = try Tool.run(
      "env", ["-u", "NO_COLOR"] + flags + ["python3", "-c", program] + words)
    #expect(shown.output.contains("\u{1b}[31mrefused\u{1b}[0m") == isColored, "\(shown)")
    #expect(shown.output.contains("refused"), "\(shown)")
  }
}
