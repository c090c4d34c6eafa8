import EmuHTTPServer
import EmuTestSupport
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) final class `The emulator of a command`: WorkspaceSuite {
  @Test func `a command finds an emulator by its address, data file and environment`() throws {
    let emulator = try workspace.start("--data x.sqlite")
    let elsewhere = Workspace()
    for (flags, environment) in [
      ("--url \(emulator.url)", [:]), ("--data \(workspace.path("x.sqlite"))", [:]),
      ("", ["AUTH_EMULATOR_URL": emulator.url + "/"]),
      // The address that `open` prints.
      ("--url \(emulator.url)/emulator/ui", [:]),
    ] {
      try elsewhere.run("clock advance 1h \(flags)", environment: environment)
    }
    let clock = try workspace.json("clock --data x.sqlite")
    #expect(clock["offsetMilliseconds"] == 14_400_000)
    try workspace.run(
      "clock", environment: ["AUTH_EMULATOR_URL": "http://127.0.0.1:1"], code: 1,
      saying: "AUTH_EMULATOR_URL: No emulator answers at http://127.0.0.1:1")
  }

  @Test func `the ready file ends with the emulator, and one of a killed one is unused`() throws {
    let emulator = try workspace.start("--data x.sqlite")
    #expect(try workspace.mode("x.sqlite-ready.json") == 0o600)
    _ = try emulator.stop(SIGKILL)
    try workspace.fail(
      "clock --data x.sqlite", "No emulator that serves x.sqlite runs. Start it with")
    try workspace.serve("--data x.sqlite") { _ in try workspace.run("clock --data x.sqlite") }
    #expect(try !workspace.names().contains("x.sqlite-ready.json"))
  }

  @Test func `a command reports a listener that never answers, or is no emulator`() throws {
    var configuration = HTTPServer.Configuration()
    configuration.drainTimeout = .milliseconds(50)
    let foreign = "and not as an emulator. Name the emulator's address with --url URL."
    for (answer, words) in [
      (nil, "No emulator answers at http://127.0.0.1:"),
      (.text("none", status: .notFound), "answered 404 to GET /emulator/v1/health, \(foreign)"),
      (.text("<html>"), "answered, but not in JSON"),
      (.json(Array(#"{"a":1}"#.utf8)), "answered, \(foreign)"),
    ] as [(Response?, String)] {
      try withServer(configuration) { _ in
        answer.map { Answer.ready($0) } ?? .later(Deferred { _ in })
      } run: { _, port in
        try workspace.fail("export zz.json --url http://127.0.0.1:\(port)", words)
        #expect(try workspace.names() == ["tmp"])
      }
    }
  }

  // MARK: - Another folder

  private func configure(_ folder: String, _ emulator: Invocation) throws {
    try workspace.write(
      #"{"emulators":{"auth":{"port":\#(emulator.port)}}}"#, folder + "firebase.json")
  }

  @Test func `a command in another folder reads an emulator, and changes nothing of it`() throws {
    for folder in ["A/tmp", "B"] { try workspace.makeFolder(folder) }
    // An emulator of folder A on the default port of folder B.
    let emulator = try Invocation("start --json --port 0", in: workspace, folder: "A")
    let url = emulator.url, folder = workspace.path("A")
    try configure("B/", emulator)
    try workspace.run("users create --uid ann", folder: "A")
    for command in ["users", "requests"] {
      try workspace.run(command, folder: "B", saying: "answers.")
    }
    for command in [
      "users delete ann", "seed reset", "clock advance 1h", "snapshots save a", "faults remove",
    ] {
      let run = try workspace.run(command, folder: "B", code: 1, saying: "No emulator runs here")
      #expect(run.errors.contains("--url \(url) names it"), "\(command): \(run)")
    }
    try workspace.run(
      "stop", folder: "B", code: 1, saying: "The one at \(url) belongs to \(folder).")
    try workspace.write(#"{"localId":"one"}"#, "B/one.ndjson")
    try workspace.write(
      #"{"version":1,"projects":{"demo-project":{"users":[{"localId":"s"}]}}}"#, "B/seed.json")
    for command in ["import one.ndjson --replace", "seed seed.json"] {
      let run = try workspace.run(
        command, folder: "B", saying: "The emulator at \(url) belongs to \(folder); --url \(url)")
      let changed = "Changed the data file .auth-emulator/state.sqlite.\n"
      #expect(run.output.hasSuffix(changed), "\(command): \(run)")
    }
    #expect(try workspace.uids("--url \(url)") == ["ann"])
    for command in [
      "snapshots save a", "clock advance 1h", "faults remove", "users delete ann", "seed reset",
    ] {
      try workspace.run("\(command) --url \(url)", folder: "B")
    }
  }

  @Test func `an emulator that stores nothing is found at the port of its folder`() throws {
    let emulator = try workspace.start()
    try configure("", emulator)
    let clock = try workspace.run("clock advance 1h").output
    let changed = "Changed the emulator at \(emulator.url) of the folder \(workspace.path()).\n"
    #expect(clock.hasSuffix(changed), "\(clock)")
  }

  @Test func `a folder above is used as far as the root of a project`() throws {
    for folder in ["sub/below", "other/.git", "third/.auth-emulator"] {
      try workspace.makeFolder(folder)
    }
    try workspace.serve("") { _ in
      for (folder, code) in [("", 0), ("sub/below", 0), ("other", 1), ("third", 1)] {
        try workspace.run("clock", folder: folder, code: Int32(code))
      }
    }
    try workspace.write(#"{"localId":"one"}"#, "sub/one.ndjson")
    let stored = try workspace.run("import one.ndjson", folder: "sub").output
    #expect(stored.hasSuffix("Changed the data file ../.auth-emulator/state.sqlite.\n"))
    #expect(try workspace.names(in: "sub") == ["below", "one.ndjson"])
  }

  @Test func `a command reports its changes as JSON too, and none after a trial run`() throws {
    try workspace.write(#"{"localId":"one"}"#, "one.ndjson")
    for (command, changed) in [
      ("import one.ndjson --dry-run", nil), ("import one.ndjson", "x.sqlite"),
      ("import one.ndjson", nil), ("export out.ndjson", nil),
    ] as [(String, String?)] {
      let run = try workspace.result("\(command) --data x.sqlite --json")
      let dataFile = try JSON(parsing: run.output)["changed"]?["dataFile"]?.string
      #expect(dataFile == changed, "\(command): \(run)")
    }
  }
}
