import EmuJSON
import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

/// `firebase.json` and `.firebaserc` of the folder in which a command runs.
@Suite(.timeLimit(.minutes(10))) struct `The files of a Firebase project` {
  private static let config =
    #"{"emulators":{"auth":{"host":"127.0.0.1","port":0},"singleProjectMode":true}} // comment"#

  private static func workspace(
    config: String? = config, projects: String? = #"{"projects":{"default":"my-app"}}"#
  ) throws -> Workspace {
    let workspace = try Workspace()
    if let config { try workspace.write(Data(config.utf8), "firebase.json") }
    if let projects { try workspace.write(Data(projects.utf8), ".firebaserc") }
    return workspace
  }

  @Test func `the host, port and project are those of the files, and the banner reports it`()
    throws
  {
    let run = try Invocation(["start", "--ephemeral"], in: Self.workspace())
    try run.wait(for: "the banner") { run.output.contains("Ctrl-C") }
    #expect(run.output.contains("project   my-app"))
    #expect(
      run.output.contains(
        "settings  host, port, single-project from firebase.json; project from .firebaserc"),
      "\(run.output)")
    #expect(!run.output.contains(":9099"))
    #expect(try run.stop() == 0)
  }

  @Test func `the banner names the aliases where none is the default`() throws {
    let aliases = #"{"projects":{"develop":"my-app-dev","production":"my-app"}}"#
    let run = try Invocation(
      ["start", "--ephemeral", "--port", "0"], in: Self.workspace(config: nil, projects: aliases))
    try run.wait(for: "the banner") { run.output.contains("Ctrl-C") }
    #expect(run.output.contains("project   demo-project"))
    #expect(
      run.output.contains("none of develop, production is the default: --project takes one"),
      "\(run.output)")
    #expect(try run.stop() == 0)
  }

  private static let providers =
    #"{"auth":{"providers":{"anonymous":false,"emailPassword":true,"googleSignIn":{"supportEmail":"a@b.c"}}}}"#

  /// Calls the Admin API of the project of the files.
  private static func admin(_ url: String, _ path: String, _ more: [String] = []) throws -> JSON {
    let address = "\(url)/identitytoolkit.googleapis.com/v2/projects/my-app/\(path)"
    let words = ["-s", "-H", "Authorization: Bearer owner", address] + more
    return try JSON(parsing: Tool.run("curl", words).output)
  }

  @Test(.needs("curl"))
  func `the providers of firebase.json are those of a new project, which keeps later changes`()
    throws
  {
    let workspace = try Self.workspace(config: Self.providers)
    let change = ["-X", "PATCH", "-d", #"{"signIn":{"anonymous":{"enabled":true}}}"#]
    for isNew in [true, false] {
      let run = try Invocation(
        ["start", "--data", "x.sqlite", "--port", "0", "--json"], in: workspace)
      let url = try #require(try run.readyLine()["url"]?.string)
      let signIn = try Self.admin(url, "config")["signIn"]
      #expect(signIn?["email"]?["enabled"] == true)
      #expect(signIn?["anonymous"]?["enabled"] == .bool(!isNew))
      let google = try Self.admin(url, "defaultSupportedIdpConfigs/google.com")
      #expect(google["enabled"] == true, "\(google.serialized())")
      _ = try Self.admin(url, "config?updateMask=signIn.anonymous.enabled", change)
      #expect(try run.stop() == 0)
    }
  }

  @Test func `init writes a seed with the providers of firebase.json`() throws {
    let workspace = try Self.workspace(config: Self.providers)
    #expect(try Invocation(["init"], in: workspace).exitCode() == 0)
    let run = try Invocation(
      ["start", "--ephemeral", "--port", "0", "--seed", "seed.yaml", "--json"], in: workspace)
    #expect(try run.readyLine()["project"] == "my-app")
    let seed = try String(contentsOf: workspace.url.appending(path: "seed.yaml"), encoding: .utf8)
    let lines = #"  my-app:|    config: {"signIn":{"anonymous":{"enabled":false}"#
    #expect(seed.contains(lines.replacing("|", with: "\n")), "\(seed)")
    #expect(try run.stop() == 0)
  }

  @Test func `flags win over the files`() throws {
    let run = try Invocation(
      ["start", "--ephemeral", "--project", "other", "--host=::1", "--json"], in: Self.workspace())
    let line = try run.readyLine()
    #expect(line["project"] == "other")
    #expect(line["url"]?.string?.hasPrefix("http://[::1]:") == true, "\(line)")
    #expect(try run.stop() == 0)
    #expect(
      run.errors.contains("The project other is not in .firebaserc, which has "), "\(run.errors)")
  }

  @Test func `exec runs the command for the project of the files, at a free port`() throws {
    let workspace = try Self.workspace(config: #"{"emulators":{"auth":{"port":1}}}"#)
    let run = try Invocation(
      ["exec", "--", "sh", "-c", "echo $GCLOUD_PROJECT $FIREBASE_AUTH_EMULATOR_HOST"], in: workspace
    )
    #expect(try run.exitCode() == 0, "\(run.errors)")
    #expect(run.output.hasPrefix("my-app ") && !run.output.contains(":1\n"))
  }

  @Test func `commands on a data file are about the project of the files`() throws {
    let workspace = try Self.workspace(config: nil)
    try workspace.write(Data(#"{"localId":"a"}"#.utf8), "a.ndjson")
    let run = try Invocation(["import", "a.ndjson", "--data", "x.sqlite"], in: workspace)
    #expect(try run.exitCode() == 0)
    let export = try Invocation(
      ["export", "b.ndjson", "--data", "x.sqlite", "--project", "my-app"], in: workspace)
    #expect(try export.exitCode() == 0, "\(export.errors)")
  }

  @Test func `--config names another file, with the .firebaserc beside it`() throws {
    let workspace = try Self.workspace(config: "{}", projects: nil)
    try FileManager.default.createDirectory(
      at: workspace.url.appending(path: "app"), withIntermediateDirectories: true)
    try workspace.write(Data(Self.config.utf8), "app/firebase.json")
    try workspace.write(Data(#"{"projects":{"default":"sub-app"}}"#.utf8), "app/.firebaserc")
    let run = try Invocation(
      ["start", "--ephemeral", "--json", "--config", "app/firebase.json"], in: workspace)
    #expect(try run.readyLine()["project"] == "sub-app")
    #expect(try run.stop() == 0)
  }

  @Test(arguments: [
    ("firebase.json", "{", "firebase.json is not JSON (line 1, column 2"),
    ("firebase.json", "[]", "firebase.json is not a JSON object."),
    (
      "firebase.json", #"{"emulators":{"auth":{"port":99999}}}"#,
      "firebase.json: emulators.auth.port must be a number from 0 to 65535."
    ),
    (
      "firebase.json", #"{"emulators":{"singleProjectMode":"yes"}}"#,
      "firebase.json: emulators.singleProjectMode must be true or false."
    ),
    (
      "firebase.json", #"{"emulators":{"auth":9099}}"#,
      "firebase.json: emulators.auth must be an object. Correct it, or leave it out."
    ),
    ("firebase.json", #"{"emulators":[]}"#, "firebase.json: emulators must be an object."),
    (
      "firebase.json", #"{"emulators":{"auth":{"prot":9099}}}"#,
      "firebase.json: emulators.auth.prot must be called port."
    ),
    (
      "firebase.json", #"{"emulator":{"auth":{"port":9099}}}"#,
      "firebase.json: emulator must be called emulators."
    ),
    (".firebaserc", #"{"projects":{"default" "a"}}"#, ".firebaserc is not JSON (line 1, column"),
    (
      ".firebaserc", #"{"projects":{"develop":"a b"}}"#,
      ".firebaserc: projects.develop must be the id of a project."
    ),
    (".firebaserc", #"{"projects":["a"]}"#, ".firebaserc: projects must be an object"),
  ])
  func `a file that cannot be used ends the start with its place`(
    _ name: String, _ content: String, _ message: String
  ) throws {
    let workspace = try Self.workspace(config: "{}", projects: "{}")
    try workspace.write(Data(content.utf8), name)
    for more in [[], ["--config", "firebase.json"]] {
      let run = try Invocation(["start", "--ephemeral", "--port", "0"] + more, in: workspace)
      #expect(try run.exitCode() == 2)
      #expect(run.errors.contains(message), "\(run.errors)")
    }
    let missing = try Invocation(["start", "--config", "nowhere.json"], in: workspace)
    #expect(try missing.exitCode() == 2)
    #expect(missing.errors.contains("there is no file nowhere.json"))
  }
}
