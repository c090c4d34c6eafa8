import EmuHTTP
import EmuJSON
import Foundation
import Testing

/// Commands affect the folder in which they run.
@Suite(.timeLimit(.minutes(2))) struct `The folder of a command` {
  /// An emulator of folder A on the default port of folder B.
  private struct Scene {
    let workspace: Workspace
    let emulator: Invocation
    let url: String

    init() throws {
      workspace = try Workspace()
      for folder in ["A/tmp", "B"] { try workspace.makeFolder(folder) }
      emulator = try Invocation(
        ["start", "--json", "--port", "0"], in: workspace, folder: "A")
      url = try emulator.readyLine()["url"]?.string ?? ""
      let port = url.split(separator: ":").last ?? ""
      try workspace.write(
        Data(#"{"emulators":{"auth":{"port":\#(port)}}}"#.utf8), "B/firebase.json")
      try workspace.write(Data(#"{"localId":"one"}"#.utf8), "B/one.ndjson")
      try workspace.write(
        Data(#"{"version":1,"projects":{"demo-project":{"users":[{"localId":"s"}]}}}"#.utf8),
        "B/seed.json")
      #expect(try run("users", "create", "--uid", "ann", folder: "A").code == 0)
    }

    func run(
      _ words: String..., folder: String = "B"
    ) throws -> (code: Int32, output: String, errors: String) {
      let run = try Invocation(words, in: workspace, folder: folder)
      return (try run.exitCode(), run.output, run.errors)
    }

    func users(_ folder: String) throws -> [String] {
      let answer = try JSON(parsing: run("users", "--json", "--url", url, folder: folder).output)
      return (answer["users"]?.array ?? []).compactMap { $0["localId"]?.string }
    }
  }

  @Test func `an import and a seed change the data file of their folder, not another's emulator`()
    throws
  {
    let scene = try Scene()
    for words in [["import", "one.ndjson", "--replace"], ["seed", "seed.json"]] {
      let run = try Invocation(words, in: scene.workspace, folder: "B")
      #expect(try run.exitCode() == 0, "\(run.errors)")
      #expect(run.output.hasSuffix("Changed the data file .auth-emulator/state.sqlite.\n"))
      let folder = scene.workspace.path("A")
      #expect(
        run.errors.contains(
          "The emulator at \(scene.url) belongs to \(folder); --url \(scene.url)"),
        "\(run.errors)")
    }
    #expect(try scene.users("A") == ["ann"])
  }

  @Test(arguments: [
    ["users", "delete", "ann"], ["seed", "reset"], ["clock", "advance", "1h"],
    ["snapshots", "save", "a"], ["faults", "remove"],
  ])
  func `a command that changes an emulator names the one of another folder`(_ words: [String])
    throws
  {
    let scene = try Scene()
    let run = try Invocation(words, in: scene.workspace, folder: "B")
    #expect(try run.exitCode() == 1)
    #expect(run.errors.contains("No emulator runs here"), "\(run.errors)")
    #expect(run.errors.contains("--url \(scene.url) names it"), "\(run.errors)")
    #expect(try scene.users("A") == ["ann"])
    let named = try Invocation(words + ["--url", scene.url], in: scene.workspace, folder: "B")
    #expect(try named.exitCode() == 0, "\(named.errors)")
  }

  @Test func `a stop in another folder ends nothing`() throws {
    let scene = try Scene()
    let stop = try scene.run("stop")
    #expect(stop.code == 1)
    #expect(
      stop.errors.contains("The one at \(scene.url) belongs to \(scene.workspace.path("A"))."),
      "\(stop)")
    #expect(try scene.users("A") == ["ann"])
  }

  @Test
  func `an emulator in the foreground that stores nothing is found at the port of its folder`()
    throws
  {
    let workspace = try Workspace()
    let (run, port) = try Invocation.start(["--ephemeral"], in: workspace)
    try workspace.write(
      Data(#"{"emulators":{"auth":{"port":\#(port)}}}"#.utf8), "firebase.json")
    let clock = try Invocation(["clock", "advance", "1h"], in: workspace)
    #expect(try clock.exitCode() == 0, "\(clock.errors)")
    #expect(
      clock.output.hasSuffix(
        "Changed the emulator at http://127.0.0.1:\(port) of the folder \(workspace.path()).\n"),
      "\(clock.output)")
    withExtendedLifetime(run) {}
  }

  @Test func `a folder above is used as far as the root of a project`() throws {
    let workspace = try Workspace()
    let (run, _) = try Invocation.start([], in: workspace)
    for folder in ["sub/below", "other/.git", "third/.auth-emulator"] {
      try workspace.makeFolder(folder)
    }
    for (folder, code) in [("sub/below", 0), ("other", 1), ("third", 1)] as [(String, Int32)] {
      let clock = try Invocation(["clock"], in: workspace, folder: folder)
      #expect(try clock.exitCode() == code, "\(folder): \(clock.errors)")
    }
    #expect(try run.stop() == 0)
    try workspace.write(Data(#"{"localId":"one"}"#.utf8), "sub/one.ndjson")
    let stored = try Invocation(["import", "one.ndjson"], in: workspace, folder: "sub")
    #expect(try stored.exitCode() == 0)
    #expect(stored.output.hasSuffix("Changed the data file ../.auth-emulator/state.sqlite.\n"))
    #expect(try workspace.names(in: "sub") == ["below", "one.ndjson"])
  }

  @Test func `a command reports its changes as JSON too, and none after a trial run`() throws {
    let workspace = try Workspace()
    try workspace.write(Data(#"{"localId":"one"}"#.utf8), "one.ndjson")
    for (words, changed) in [
      (["import", "one.ndjson", "--dry-run"], nil), (["import", "one.ndjson"], "x.sqlite"),
      (["import", "one.ndjson"], nil), (["export", "out.ndjson"], nil),
    ] as [([String], String?)] {
      let run = try Invocation(words + ["--data", "x.sqlite", "--json"], in: workspace)
      _ = try run.exitCode()
      let dataFile = try JSON(parsing: run.output)["changed"]?["dataFile"]?.string
      #expect(dataFile == changed, "\(words): \(run.output)")
    }
  }
}
