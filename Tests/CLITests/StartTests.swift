import EmuTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) final class `auth-emulator start`: WorkspaceSuite {
  @Test func `auth-emulator start prints one line of JSON when it is ready`() async throws {
    let run = try workspace.start("--data x.sqlite --project p1")
    let line = try run.readyLine()
    let instance = try #require(line["instance"]?.string)
    #expect(instance.utf8.count == 32)
    let health = try await run.app.control(.get, "health")
    health.expect(["instance": .string(instance), "folder": .string(workspace.path())])
    #expect(
      line == [
        "event": "ready", "url": .string("http://127.0.0.1:\(run.port)"),
        "consoleUrl": .string("http://127.0.0.1:\(run.port)/emulator/ui"), "project": "p1",
        "dataFile": "x.sqlite", "pid": .int(Int64(run.pid)),
        "instance": .string(instance),
      ])
    #expect(try await run.app.get("/").status == 200)
    #expect(run.output.count { $0 == "\n" } == 1)
  }

  @Test func `auth-emulator start prints only the requested line when quiet`() async throws {
    let run = try workspace.start("--ephemeral --quiet")
    _ = try await run.app.get("/nowhere")
    #expect(try run.stop() == 0)
    #expect(run.output.count { $0 == "\n" } == 1)
    #expect(run.errors == "")
  }

  /// Returns the connection of a request whose response takes a minute, and is waited for.
  private static func slowRequest(to run: Invocation) async throws -> RawConnection {
    _ = try await run.app.control(
      .post, "faults",
      #"{"match":{"operation":"accounts:signUp"},"effect":{"delayMilliseconds":60000}}"#)
    let connection = try RawConnection(port: run.port)
    try connection.request(
      "POST", "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k",
      headers: ["Content-Length: 2", "Expect: 100-continue"])
    #expect(try connection.readHead() == ["HTTP/1.1 100 Continue"])
    try connection.send("{}")
    return connection
  }

  @Test func `auth-emulator start ends immediately at the second signal`() async throws {
    let run = try workspace.start()
    let connection = try await Self.slowRequest(to: run)
    let begin = ContinuousClock.now
    try run.wait(for: "its end") {
      kill(run.pid, SIGTERM)
      return kill(run.pid, 0) != 0 || ContinuousClock.now - begin > .seconds(8)
    }
    #expect(try run.exitCode() == 143)
    withExtendedLifetime(connection) {}
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `auth-emulator start treats signals of one second as one`(signal: Int32) throws {
    let run = try workspace.start("--ephemeral --export-on-exit out")
    for pause in [0, 20_000, 0] {
      kill(run.pid, signal)
      usleep(useconds_t(pause))
    }
    #expect(try run.exitCode() == 0, "\(run.errors)")
    #expect(try workspace.names(in: "out") == ["auth_export", "firebase-export-metadata.json"])
  }

  @Test func `auth-emulator start reports the export that a later signal prevented`() async throws {
    let run = try workspace.start("--ephemeral --export-on-exit out")
    let connection = try await Self.slowRequest(to: run)
    let begin = ContinuousClock.now
    try run.wait(for: "its end") {
      kill(run.pid, SIGINT)
      return kill(run.pid, 0) != 0
    }
    #expect(try run.exitCode() == 130)
    #expect(ContinuousClock.now - begin > .seconds(1))
    #expect(
      run.errors.contains(
        "A second signal ended it immediately. The export out was not written; what is there is as it was."
      ),
      "\(run.errors)")
    withExtendedLifetime(connection) {}
  }

  @Test func `auth-emulator start ends within ten seconds also while it starts`() throws {
    let seed = workspace.path("seed.json")
    #expect(unsafe mkfifo(seed, 0o600) == 0)
    let run = try Invocation("start --ephemeral --port 0 --seed seed.json", in: workspace)
    // The pipe can be opened once the emulator reads it, and nothing writes to it, so the seed never ends.
    var pipe: Int32 = -1
    try run.wait(for: "the seed to be read") {
      pipe = unsafe open(seed, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      return pipe >= 0
    }
    defer { close(pipe) }
    let begin = ContinuousClock.now
    #expect(try run.stop() == 1)
    #expect(ContinuousClock.now - begin < .seconds(20))
    #expect(
      run.errors.contains(
        "Stopping took too long, so the process ended. The start was not finished."),
      "\(run.errors)")
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGKILL])
  func `auth-emulator start leaves no file when ephemeral`(signal: Int32) async throws {
    let run = try workspace.start()
    #expect(try await run.app.control(.get, "projects/p/settings")["profile"] != nil)
    #expect(try workspace.names(in: "tmp") == [])
    _ = try run.stop(signal)
    #expect(try workspace.names() == ["tmp"] && workspace.names(in: "tmp") == [])
  }

  @Test func `auth-emulator start has its files in /tmp where TMPDIR is empty`() async throws {
    let run = try Invocation("start --json --port 0 --ephemeral", environment: ["TMPDIR": ""])
    _ = try run.readyLine()
    // Longer than a body in memory.
    let users = String(repeating: " ", count: 1 << 20) + #"{"localId":"ann"}"#
    let reply = try await run.app.control(.post, "projects/demo/import?format=ndjson", users)
    #expect(reply["stored"] == 1, "\(reply.text)")
  }

  @Test func `auth-emulator start keeps its data file out of version control`() throws {
    try workspace.serve("")
    #expect(try workspace.names(in: ".auth-emulator") == [".gitignore", "state.sqlite"])
    #expect(try workspace.text(".auth-emulator/.gitignore") == "*\n")
    try workspace.write("mine\n", ".auth-emulator/.gitignore")
    try workspace.serve("")
    #expect(try workspace.text(".auth-emulator/.gitignore") == "mine\n")
  }

  @Test(arguments: [
    ("text", " GET /nowhere 404 "), ("json", "\"path\":\"/nowhere\",\"status\":404"),
  ]) func `auth-emulator start logs requests`(format: String, text: String) async throws {
    let run = try workspace.start("--ephemeral --log-format \(format)")
    _ = try await run.app.get("/nowhere?secret=1")
    try run.wait(for: "the line") { run.errors.contains(text) }
    #expect(!run.errors.contains("secret"))
  }
}
