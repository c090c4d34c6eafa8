import EmuHTTP
import EmuJSON
import EmuTestTools
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct `auth-emulator start --detach` {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test(arguments: [[], ["--ephemeral"]])
  func `a detached emulator is found by commands and ended by stop`(_ flags: [String]) throws {
    let start = try Invocation(["start", "--detach", "--port", "0"] + flags, in: workspace)
    #expect(try start.exitCode() == 0, "\(start.errors)")
    #expect(start.output.contains("is ready at http://127.0.0.1:"))
    #expect(try Invocation(["clock"], in: workspace).exitCode() == 0)
    let asJSON = flags.isEmpty ? ["--json"] : []
    let stop = try Invocation(["stop"] + asJSON, in: workspace)
    #expect(try stop.exitCode() == 0, "\(stop.errors)")
    let words =
      flags.isEmpty
      ? #"{"event":"stopped","url":"http://127.0.0.1:"#
      : "Stopped the emulator at http://127.0.0.1:"
    #expect(stop.output.hasPrefix(words), "\(stop.output)")
    let again = try Invocation(["stop"], in: workspace)
    #expect(try again.exitCode() == 1)
    #expect(again.errors.contains("No emulator runs here."))
    let names = try workspace.names(in: ".auth-emulator")
    #expect(!names.contains { $0.hasSuffix("ready.json") }, "\(names)")
  }

  @Test func `auth-emulator status lists the running emulators of the user`() throws {
    #expect(try listed() == [:])
    let tls = ["start", "--detach", "--port", "0", "--tls-port", "0", "--ephemeral"]
    let start = try workspace.run(tls)
    #expect(start.output.contains("https is https://127.0.0.1:"), "\(start)")
    #expect(start.output.contains("and its clients have to trust "), "\(start)")
    let (stored, _) = try Invocation.start(["--profile", "production"], in: workspace)
    let (ephemeral, _) = try Invocation.start(["--ephemeral", "--host", "::1"], in: workspace)
    let url = try #require(try ephemeral.readyLine()["url"]?.string)
    let list = try listed()
    #expect(list.values.sorted() == ["compatible", "compatible", "production"], "\(list)")
    #expect(list[url] == "compatible", "\(list)")
    let text = try workspace.run(["status"]).output
    #expect(text.contains(url) && text.contains("not stored"), "\(text)")
    #expect(try ephemeral.stop() == 0 && stored.stop() == 0)
    #expect(try listed().values.sorted() == ["compatible"])
    #expect(try workspace.result("stop").code == 0)
    #expect(try listed() == [:])
  }

  /// Returns the profile of each emulator of this workspace that `status` lists, by its URL.
  private func listed() throws -> [String: String] {
    let status = try JSON(parsing: workspace.run(["status", "--json"]).output)
    let folder = workspace.path()
    let own = (status["emulators"]?.array ?? []).filter { $0["folder"]?.string == folder }
    return Dictionary(
      uniqueKeysWithValues: own.map { ($0["url"]?.string ?? "", $0["profile"]?.string ?? "") })
  }

  @Test(arguments: [[], ["--ephemeral"]])
  func `commands use a detached emulator by its local address beside a public URL`(
    _ flags: [String]
  ) throws {
    let url = ["--public-url", "http://nowhere.invalid:1"]
    let start = try Invocation(["start", "--detach", "--port", "0"] + url + flags, in: workspace)
    #expect(try start.exitCode() == 0, "\(start.errors)")
    #expect(start.output.contains("is ready at http://nowhere.invalid:1"))
    #expect(try workspace.result("users").code == 0)
    let stop = try workspace.result("stop")
    #expect(stop.output.hasPrefix("Stopped the emulator at http://127.0.0.1:"), "\(stop)")
  }

  @Test func `a second detached emulator that stores nothing names the first one`() throws {
    let words = ["start", "--detach", "--ephemeral", "--port", "0", "--json"]
    let first = try Invocation(words, in: workspace)
    #expect(try first.exitCode() == 0 && first.errors == "")
    let pid = try #require(try first.readyLine()["pid"]?.int)
    let again = try Invocation(words, in: workspace)
    #expect(try again.exitCode() == 0)
    #expect(again.errors.contains("Stop that one: kill \(pid)\n"), "\(again.errors)")
    #expect(try workspace.result("stop").code == 0)
    #expect(kill(pid_t(pid), SIGTERM) == 0)
  }

  @Test func `the printed stop ends an emulator with another data file`() throws {
    let start = try workspace.result("start", "--detach", "--port", "0", "--data", "my file.sqlite")
    #expect(start.code == 0, "\(start.errors)")
    let command = try #require(start.output.firstRange(of: "Stop it: auth-emulator "))
    let stop = try Tool.run(
      "sh", ["-c", "'\(Binary.url.path)' \(start.output[command.upperBound...])"],
      in: workspace.url)
    #expect(stop.status == 0 && stop.output.hasPrefix("Stopped the emulator at "), "\(stop)")
  }

  @Test func `a stop returns when the data file is free for the next start`() throws {
    for round in 1...20 {
      let start = try workspace.result("start", "--detach", "--port", "0")
      #expect(start.code == 0, "round \(round): \(start.errors)")
      let stop = try workspace.result("stop")
      #expect(stop.code == 0, "round \(round): \(stop.errors)")
    }
  }

  @Test func `a detached emulator that cannot start reports the reason`() throws {
    let (run, port) = try Invocation.start(["--ephemeral"])
    let start = try Invocation(["start", "--detach", "--ephemeral", "--port", "\(port)"])
    #expect(try start.exitCode() == 75)
    let words = "127.0.0.1:\(port) is taken by the emulator of "
    #expect(start.errors.contains(words), "\(start.errors)")
    withExtendedLifetime(run) {}
  }

  @Test func `a second detached start does not change log and ready file of the running emulator`()
    throws
  {
    let first = try workspace.result("start", "--detach", "--port", "0")
    #expect(first.code == 0, "\(first.errors)")
    _ = try workspace.result("users", "create", "--uid", "ann")
    let log = try workspace.bytes(".auth-emulator/emulator.log")
    #expect(!log.isEmpty)
    let ready = try workspace.bytes(".auth-emulator/state.sqlite-ready.json")
    let second = try workspace.result("start", "--detach", "--port", "0")
    #expect(second.code == 1 && second.errors.contains("is in use by another"), "\(second)")
    #expect(try workspace.bytes(".auth-emulator/emulator.log") == log)
    // An emulator that stores nothing runs beside it, and is ended after it.
    let other = try workspace.result("start", "--detach", "--ephemeral", "--port", "0")
    #expect(other.code == 0, "\(other.errors)")
    #expect(try workspace.bytes(".auth-emulator/emulator.log").starts(with: log))
    #expect(try workspace.bytes(".auth-emulator/state.sqlite-ready.json") == ready)
    let urls = try [first, other].map { start in
      let words = start.output.split { " ,\n".contains($0) }
      return String(try #require(words.first { $0.hasPrefix("http") }))
    }
    for url in urls {
      let stop = try workspace.result("stop")
      #expect(stop.output == "Stopped the emulator at \(url).\n", "\(stop)")
    }
  }

  @Test func `auth-emulator stop prints what production would have answered differently`() throws {
    let start = try workspace.result("start", "--detach", "--port", "0")
    #expect(start.code == 0, "\(start.errors)")
    let url = String(
      try #require(
        start.output.split { " ,\n".contains($0) }.first {
          $0.hasPrefix("http")
        }))
    let answer = try Tool.run(
      "curl",
      [
        "-sf", "\(url)/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k", "-d",
        #"{"email": "a@test", "password": "secret1", "returnSecureToken": true}"#, "-H",
        "Content-Type: application/json",
      ])
    #expect(answer.status == 0)
    let stop = try workspace.result("stop")
    #expect(stop.output == "Stopped the emulator at \(url).\n")
    #expect(
      stop.errors == """
        Production would have answered 1 request differently.
          1 x accounts:signUp: mailDomain, production answers INVALID_EMAIL

        """)
  }

  @Test func `a log that is a link is not changed, nor its target`() throws {
    try workspace.makeFolder(".auth-emulator")
    try workspace.write(Data("precious".utf8), "home.txt")
    try workspace.link(".auth-emulator/emulator.log", to: "../home.txt")
    let start = try workspace.result("start", "--detach", "--port", "0")
    #expect(start.code == 1)
    #expect(
      start.errors.contains("emulator.log cannot be written (it is a symbolic link"), "\(start)")
    #expect(try workspace.bytes("home.txt") == Data("precious".utf8))
  }
}

/// A ready file is a hint: no process is signalled before the emulator has identified itself.
@Suite(.timeLimit(.minutes(2))) struct `auth-emulator stop and ready files` {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private static let instance = "0123456789abcdef0123456789abcdef"

  /// A server that responds to `health` like an emulator of an instance.
  private final class Pretender {
    private static let program = """
      import http.server, json, sys
      class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
          body = json.dumps({"status": "ready", "project": "p", "dataFile": "x",
                             "instance": sys.argv[1]}).encode()
          self.send_response(200)
          self.send_header("Content-Length", str(len(body)))
          self.end_headers()
          self.wfile.write(body)
        def log_message(self, *words): pass
      server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
      print(server.server_port, flush=True)
      server.serve_forever()
      """
    let process = Process()
    let url: String

    init(_ instance: String) throws {
      let output = Pipe()
      process.executableURL = URL(filePath: NeedsTools.path(of: "python3"))
      process.arguments = ["-c", Self.program, instance]
      process.standardOutput = output
      try process.run()
      let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      url = "http://127.0.0.1:" + line.filter(\.isNumber)
    }

    // SIGTERM is blocked in processes that Foundation starts.
    deinit { kill(process.processIdentifier, SIGKILL) }
  }

  private static func stop(
    pid: String, _ url: String, instance: String = instance, in workspace: Workspace
  ) throws -> (code: Int32, errors: String) {
    let line =
      #"{"event":"ready","url":"\#(url)","project":"p","dataFile":"x","pid":\#(pid),"#
      + #""instance":"\#(instance)"}"#
    try workspace.write(Data(line.utf8), "x-ready.json")
    try workspace.setMode("x-ready.json", 0o600)
    let stop = try Invocation(["stop", "--data", "x"], in: workspace)
    return (try stop.exitCode(), stop.errors)
  }

  /// A process that ends at the first signal.
  private final class Victim {
    private static let program = """
      import signal, sys, time
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      print("ready", flush=True)
      time.sleep(60)
      """
    let process = Process()

    init() throws {
      let output = Pipe()
      process.executableURL = URL(filePath: NeedsTools.path(of: "python3"))
      process.arguments = ["-c", Self.program]
      process.standardOutput = output
      try process.run()
      #expect(!output.fileHandleForReading.availableData.isEmpty)
    }

    deinit { kill(process.processIdentifier, SIGKILL) }

    var pid: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }
  }

  @Test(.needs("python3"))
  func `a process with the number of a killed emulator is not ended by stop`() throws {
    let victim = try Victim()
    let pretender = try Pretender("another")
    for url in ["http://127.0.0.1:9", pretender.url] {
      let stop = try Self.stop(pid: "\(victim.pid)", url, in: workspace)
      #expect(stop.code == 1)
      #expect(stop.errors.contains("does not answer as the emulator"), "\(stop.errors)")
    }
    #expect(victim.isRunning)
  }

  @Test(.needs("python3"))
  func `a process that has ended, and for which its parent has not waited, is no emulator`() throws
  {
    let program = """
      import os, time
      pid = os.fork()
      pid or os._exit(0)
      os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
      print(pid, flush=True)
      time.sleep(60)
      """
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: NeedsTools.path(of: "python3"))
    process.arguments = ["-c", program]
    process.standardOutput = output
    try process.run()
    defer { kill(process.processIdentifier, SIGKILL) }
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let stop = try Self.stop(
      pid: line.filter(\.isNumber), "http://127.0.0.1:9", in: try Workspace())
    #expect(stop.code == 1)
    #expect(stop.errors.contains("No emulator that serves x runs here."), "\(stop.errors)")
  }

  @Test(.needs("python3"))
  func `a process that is not an emulator of this user is not ended, whatever a server answers`()
    throws
  {
    let victim = try Victim()
    let pretender = try Pretender(Self.instance)
    for pid in ["\(victim.pid)", "1"] {
      let stop = try Self.stop(pid: pid, pretender.url, in: workspace)
      #expect(stop.code == 1)
      #expect(stop.errors.contains("is not an emulator of this user here"), "\(stop.errors)")
    }
    #expect(victim.isRunning)
  }

  @Test(.needs("python3"), arguments: ["-1", "0", "1.5", #""1""#, "99999999999"])
  func `a ready file with an invalid process number is ignored`(_ pid: String) throws {
    let pretender = try Pretender(Self.instance)
    let stop = try Self.stop(pid: pid, pretender.url, in: workspace)
    #expect(stop.code == 1)
    #expect(stop.errors.contains("No emulator that serves x runs here."), "\(stop.errors)")
  }

  @Test(arguments: ["link", "writable by all"])
  func `a ready file that may be another's is ignored`(_ kind: String) throws {
    let (emulator, _) = try Invocation.start(["--data", "x"], in: workspace)
    if kind == "link" {
      try workspace.write(try workspace.bytes("x-ready.json"), "other.json")
      try workspace.remove("x-ready.json")
      try workspace.link("x-ready.json", to: "other.json")
    } else {
      try workspace.setMode("x-ready.json", 0o666)
    }
    let stop = try Invocation(["stop", "--data", "x"], in: workspace)
    #expect(try stop.exitCode() == 1)
    #expect(stop.errors.contains("No emulator that serves x runs here."), "\(stop.errors)")
    #expect(kill(emulator.pid, 0) == 0)
  }
}
