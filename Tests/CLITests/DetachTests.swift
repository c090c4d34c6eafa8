import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) final class `auth-emulator start --detach`: WorkspaceSuite {
  private static let start = "start --detach --port 0"
  @Test(arguments: ["", "--ephemeral"], [nil, "http://nowhere.invalid:1"])
  func `a detached emulator is found, and ended by stop`(flags: String, url: String?) throws {
    let more = url.map { "--public-url \($0)" } ?? ""
    let start = try workspace.run("\(Self.start) \(flags) \(more)").output
    #expect(start.contains("is ready at \(url ?? "http://127.0.0.1:")"))
    // Commands use the local address.
    try workspace.run("users")
    let stop = try workspace.run(flags.isEmpty ? "stop --json" : "stop").output
    let words =
      flags.isEmpty
      ? #"{"event":"stopped","url":"http://127.0.0.1:"#
      : "Stopped the emulator at http://127.0.0.1:"
    #expect(stop.hasPrefix(words), "\(stop)")
    try workspace.fail("stop", "No emulator runs here.")
    let names = try workspace.names(in: ".auth-emulator")
    #expect(!names.contains { $0.hasSuffix("ready.json") }, "\(names)")
  }

  @Test func `auth-emulator status lists the running emulators of the user`() throws {
    #expect(try listed() == [:])
    let start = try workspace.run("\(Self.start) --tls-port 0 --ephemeral").output
    #expect(start.contains("https is https://127.0.0.1:"), "\(start)")
    #expect(start.contains("and its clients have to trust "), "\(start)")
    let stored = try workspace.start("--profile production")
    let ephemeral = try workspace.start("--ephemeral --host ::1")
    let list = try listed()
    #expect(list.values.sorted() == ["compatible", "compatible", "production"], "\(list)")
    #expect(list[ephemeral.url] == "compatible", "\(list)")
    let text = try workspace.run("status").output
    #expect(text.contains(ephemeral.url) && text.contains("not stored"), "\(text)")
    #expect(try ephemeral.stop() == 0 && stored.stop() == 0)
    #expect(try listed().values.sorted() == ["compatible"])
    try workspace.run("stop")
    #expect(try listed() == [:])
  }

  @Test func `auth-emulator status lists the emulator of exec`() throws {
    let run = try workspace.run("exec -- \(Binary.url.path) status")
    #expect(run.output.contains(workspace.path()), "\(run.output)")
  }

  /// Returns the profile of each emulator of this workspace that `status` lists, by its URL.
  private func listed() throws -> [String: String] {
    let status = try workspace.json("status")
    let folder = workspace.path()
    let own = (status["emulators"]?.array ?? []).filter { $0["folder"]?.string == folder }
    return Dictionary(
      uniqueKeysWithValues: own.map { ($0["url"]?.string ?? "", $0["profile"]?.string ?? "") })
  }

  @Test func `a second detached emulator that stores nothing names the first one`() throws {
    let first = try workspace.run("\(Self.start) --ephemeral --json")
    #expect(first.errors == "")
    let pid = try #require(try JSON(parsing: first.output)["pid"]?.int)
    try workspace.run("\(Self.start) --ephemeral --json", saying: "Stop that one: kill \(pid)\n")
    try workspace.run("stop")
    #expect(kill(pid_t(pid), SIGTERM) == 0)
  }

  @Test func `the printed stop ends an emulator with another data file`() throws {
    let start = try workspace.run("\(Self.start) --data", ["my file.sqlite"]).output
    let command = try #require(start.firstRange(of: "Stop it: auth-emulator "))
    let stop = try Tool.run(
      "sh", ["-c", "'\(Binary.url.path)' \(start[command.upperBound...])"], in: workspace.url)
    #expect(stop.status == 0 && stop.output.hasPrefix("Stopped the emulator at "), "\(stop)")
  }

  @Test func `a detached emulator prints nothing with --quiet`() throws {
    #expect(try workspace.run("\(Self.start) --quiet").output == "")
    try workspace.run("stop")
  }

  @Test func `a stop returns when the data file is free for the next start`() throws {
    for _ in 1...20 {
      try workspace.run(Self.start)
      try workspace.run("stop")
    }
  }

  @Test func `a detached emulator that cannot start reports the reason`() throws {
    let run = try Workspace().start()
    try workspace.fail(
      "start --detach --ephemeral --port \(run.port)",
      "127.0.0.1:\(run.port) is taken by the emulator of ", code: 75)
    withExtendedLifetime(run) {}
  }

  @Test func `a detached emulator logs to the file of its flag`() throws {
    try workspace.run("\(Self.start) --ephemeral --log-file own.log")
    try workspace.run("users create --uid ann")
    try workspace.run("stop")
    #expect(try workspace.text("own.log").contains("accounts"))
    #expect(try !workspace.names(in: ".auth-emulator").contains("emulator.log"))
  }

  @Test func `a second detached start does not change the files of the running emulator`() throws {
    let first = try workspace.run(Self.start)
    try workspace.run("users create --uid ann")
    let log = try workspace.bytes(".auth-emulator/emulator.log")
    #expect(!log.isEmpty)
    let ready = try workspace.bytes(".auth-emulator/state.sqlite-ready.json")
    try workspace.fail(Self.start, "is in use by another")
    #expect(try workspace.bytes(".auth-emulator/emulator.log") == log)
    // An emulator that stores nothing runs beside it, and is ended after it.
    let other = try workspace.run("\(Self.start) --ephemeral")
    #expect(try workspace.bytes(".auth-emulator/emulator.log").starts(with: log))
    #expect(try workspace.bytes(".auth-emulator/state.sqlite-ready.json") == ready)
    for start in [first, other] {
      let stop = try workspace.run("stop").output
      #expect(try stop == "Stopped the emulator at \(url(in: start)).\n")
    }
  }

  private func url(in start: Run) throws -> Substring {
    try #require(start.output.split { " ,\n".contains($0) }.first { $0.hasPrefix("http") })
  }

  @Test func `auth-emulator stop prints what production answers differently`() async throws {
    let url = try self.url(in: workspace.run(Self.start))
    let port = try #require(url.split(separator: ":").last.flatMap { UInt16($0) })
    let signUp = try await SocketTransport(port: port).post(
      "/v1/accounts:signUp?key=k",
      ["email": "a@test", "password": "secret1", "returnSecureToken": true])
    #expect(signUp.status == 200)
    let stop = try workspace.run("stop")
    #expect(stop.output == "Stopped the emulator at \(url).\n")
    #expect(
      stop.errors == """
        Production would have answered 1 request differently.
          1 x accounts:signUp: mailDomain, production answers INVALID_EMAIL

        """)
  }

  @Test func `a log that is a link is not changed, nor its target`() throws {
    try workspace.makeFolder(".auth-emulator")
    try workspace.write("precious", "home.txt")
    try workspace.link(".auth-emulator/emulator.log", to: "../home.txt")
    try workspace.fail(Self.start, "emulator.log cannot be written (it is a symbolic link")
    #expect(try workspace.text("home.txt") == "precious")
  }
}

/// A ready file is a hint: no process is signalled before the emulator has identified itself.
@Suite(.timeLimit(.minutes(2))) final class `auth-emulator stop and ready files`: WorkspaceSuite {
  private static let instance = "0123456789abcdef0123456789abcdef"

  /// A program of Python that prints a line and then waits.
  private final class Program {
    let process = Process()
    let printed: String

    init(_ text: String, _ arguments: String...) throws {
      let output = Pipe()
      process.executableURL = URL(filePath: NeedsTools.path(of: "python3"))
      process.arguments = ["-c", text] + arguments
      process.standardOutput = output
      try process.run()
      let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
      printed = line.filter(\.isNumber)
    }

    // SIGTERM is blocked in processes that Foundation starts.
    deinit { kill(process.processIdentifier, SIGKILL) }
  }

  /// Runs a server that responds like an emulator of an instance.
  private static func withPretender(
    _ instance: String, run: (_ url: String) throws -> Void
  ) throws {
    let health: JSON = [
      "status": "ready", "project": "p", "dataFile": "x", "instance": .string(instance),
    ]
    try withServer { _ in
      .json(health)
    } run: { _, port in
      try run("http://127.0.0.1:\(port)")
    }
  }

  private static func victim() throws -> Program {
    try Program(
      """
      import os, signal, time
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      print(os.getpid(), flush=True)
      time.sleep(60)
      """)
  }

  /// Expects that a stop by a ready file with these values ends nothing.
  private func expectNoStop(
    pid: String, _ url: String, saying words: String = "No emulator that serves x runs here.",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try workspace.write(
      #"{"event":"ready","url":"\#(url)","project":"p","dataFile":"x","pid":\#(pid),"#
        + #""instance":"\#(Self.instance)"}"#, "x-ready.json")
    try workspace.setMode("x-ready.json", 0o600)
    try workspace.run("stop --data x", code: 1, saying: words, sourceLocation: sourceLocation)
  }

  @Test(.needs("python3"))
  func `a process with the number of a killed emulator is not ended by stop`() throws {
    let victim = try Self.victim()
    try Self.withPretender("another") { url in
      for url in ["http://127.0.0.1:9", url] {
        try expectNoStop(pid: victim.printed, url, saying: "does not answer as the emulator")
      }
    }
    #expect(victim.process.isRunning)
  }

  @Test(.needs("python3"))
  func `a process that has ended, and was not waited for, is no emulator`() throws {
    let parent = try Program(
      """
      import os, time
      pid = os.fork()
      pid or os._exit(0)
      os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
      print(pid, flush=True)
      time.sleep(60)
      """)
    try expectNoStop(pid: parent.printed, "http://127.0.0.1:9")
  }

  @Test(.needs("python3"))
  func `a process that is no emulator is not ended, whatever a server answers`() throws {
    let victim = try Self.victim()
    try Self.withPretender(Self.instance) { url in
      for pid in [victim.printed, "1"] {
        try expectNoStop(pid: pid, url, saying: "is not an emulator of this user here")
      }
    }
    #expect(victim.process.isRunning)
  }

  @Test func `a ready file with an invalid process number is ignored`() throws {
    try Self.withPretender(Self.instance) { url in
      for pid in ["-1", "0", "1.5", #""1""#, "99999999999"] { try expectNoStop(pid: pid, url) }
    }
  }

  @Test(arguments: ["link", "writable by all"])
  func `a ready file that may be another's is ignored`(kind: String) throws {
    let emulator = try workspace.start("--data x")
    if kind == "link" {
      try workspace.write(try workspace.bytes("x-ready.json"), "other.json")
      try workspace.remove("x-ready.json")
      try workspace.link("x-ready.json", to: "other.json")
    } else {
      try workspace.setMode("x-ready.json", 0o666)
    }
    try workspace.fail("stop --data x", "No emulator that serves x runs here.")
    #expect(kill(emulator.pid, 0) == 0)
  }
}
