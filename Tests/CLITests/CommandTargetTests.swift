import EmuJSON
import EmuTestTools
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct `The emulator of a command` {
  @Test func `a command finds the emulator of its folder, and of a folder above`() throws {
    let scene = try Scene()
    let below = scene.workspace.url.appending(path: "a/b")
    try FileManager.default.createDirectory(at: below, withIntermediateDirectories: true)
    for folder in ["", "a/b"] {
      let run = try Invocation(["clock", "--json"], in: scene.workspace, folder: folder)
      #expect(try run.exitCode() == 0, "\(run.errors)")
      #expect(try JSON(parsing: run.output)["frozen"] == false)
    }
  }

  @Test func `a command finds an emulator by its address, its data file and its environment`()
    throws
  {
    let scene = try Scene(["--data", "x.sqlite"])
    let url = try #require(try scene.emulator.readyLine()["url"]?.string)
    let elsewhere = try Workspace()
    let data = scene.workspace.url.appending(path: "x.sqlite").path
    for (flags, environment) in [
      (["--url", url], [:]), (["--data", data], [:]), ([], ["AUTH_EMULATOR_URL": url + "/"]),
    ] {
      let run = try Invocation(
        ["clock", "advance", "1h"] + flags, in: elsewhere, environment: environment)
      #expect(try run.exitCode() == 0, "\(run.errors)")
    }
    #expect(try scene.json("clock", "--data", "x.sqlite")["offsetMilliseconds"] == 10_800_000)
  }

  @Test(arguments: [
    (["users"], 0, "answers."), (["requests"], 0, "answers."),
    (["clock", "reset"], 1, "--url http://127.0.0.1:"),
  ])
  func `an emulator of another folder is read, with a note, and not changed`(
    _ words: [String], _ code: Int32, _ message: String
  ) throws {
    let scene = try Scene()
    let elsewhere = try Workspace()
    try elsewhere.write(
      Data(#"{"emulators":{"auth":{"port":\#(scene.port)}}}"#.utf8), "firebase.json")
    let run = try Invocation(words, in: elsewhere)
    #expect(try run.exitCode() == code && run.errors.contains(message), "\(run.errors)")
  }

  @Test func `the ready file ends with the emulator, and one of a killed emulator is not used`()
    throws
  {
    let scene = try Scene(["--data", "x.sqlite"])
    #expect(try scene.workspace.mode("x.sqlite-ready.json") == 0o600)
    kill(scene.emulator.pid, SIGKILL)
    _ = try scene.emulator.exitCode()
    let run = try scene.run("clock", "--data", "x.sqlite")
    #expect(run.code == 1)
    #expect(run.errors.contains("No emulator that serves x.sqlite runs. Start it with"))
    let (again, _) = try Invocation.start(["--data", "x.sqlite"], in: scene.workspace)
    #expect(try scene.run("clock", "--data", "x.sqlite").code == 0)
    #expect(try again.stop() == 0)
    #expect(try !scene.workspace.names().contains("x.sqlite-ready.json"))
  }

  @Test func `a command without an emulator names the way to start one`() throws {
    let run = try Invocation(["clock", "--url", "http://127.0.0.1:9"])
    #expect(try run.exitCode() == 1)
    #expect(run.errors.contains("No emulator answers at http://127.0.0.1:9"))
    #expect(run.errors.contains("`auth-emulator start`"))
  }

  @Test(
    .needs("python3"),
    arguments: [
      ("socket.create_server(('127.0.0.1', 0))", "No emulator answers at http://127.0.0.1:"),
      (
        "http.server.HTTPServer(('127.0.0.1', 0), http.server.SimpleHTTPRequestHandler)",
        " answered 404 to GET /emulator/v1/health, and not as an emulator. Name the emulator's"
      ),
    ])
  func `a command reports a listener that never answers, and one that is no emulator`(
    _ listener: String, _ message: String
  ) throws {
    let program = """
      import http.server, socket, subprocess, sys, threading
      listener = \(listener)
      if hasattr(listener, "serve_forever"):
          threading.Thread(target=listener.serve_forever, daemon=True).start()
          listener = listener.socket
      url = f"http://127.0.0.1:{listener.getsockname()[1]}"
      words = [sys.argv[1], "users", "list", "--url", url]
      sys.exit(subprocess.run(words, stderr=subprocess.STDOUT).returncode)
      """
    let run = try Tool.run("python3", ["-c", program, Binary.url.path])
    #expect(run.status == 1 && run.output.contains(message), "\(run.output)")
  }
}
