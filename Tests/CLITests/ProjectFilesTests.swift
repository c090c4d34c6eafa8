import EmuTestSupport
import Foundation
import Testing

/// `firebase.json` and `.firebaserc` of the folder in which a command runs.
@Suite(.timeLimit(.minutes(10))) final class `The files of a Firebase project`: WorkspaceSuite {
  private func write(
    config: String? = `The files of a Firebase project`.config,
    projects: String? = #"{"projects":{"default":"my-app"}}"#
  ) throws {
    if let config { try workspace.write(config, "firebase.json") }
    if let projects { try workspace.write(projects, ".firebaserc") }
  }

  private static let config =
    #"{"emulators":{"auth":{"host":"127.0.0.1","port":0},"singleProjectMode":true}} // comment"#

  private func banner(_ flags: String) throws -> String {
    let run = try Invocation("start \(flags)", in: workspace)
    try run.wait(for: "the banner") { run.output.contains("Ctrl-C") }
    #expect(try run.stop() == 0)
    return run.output
  }

  @Test func `the host, port and project are those of the files, also in the banner`() throws {
    try write()
    let text = try banner("--ephemeral")
    for line in [
      "is ready at http://127.0.0.1:", "project   my-app",
      "settings  host, port, single-project from firebase.json; project from .firebaserc",
    ] {
      #expect(text.contains(line), "\(text)")
    }
    #expect(!text.contains(":9099"))
  }

  @Test func `the banner names the aliases where none is the default`() throws {
    try write(
      config: nil, projects: #"{"projects":{"develop":"my-app-dev","production":"my-app"}}"#)
    let text = try banner("--ephemeral --port 0")
    #expect(text.contains("project   demo-project"))
    #expect(
      text.contains("none of develop, production is the default: --project names one"), "\(text)")
  }

  @Test(arguments: [
    (
      #"{"emulators":{"auth":{"port":9199},"ui":{}}} // kept"#,
      #"{"projects":{"default":"my-app"}}"#,
      "Found: port from firebase.json; project from .firebaserc.\n\n", "my-app"
    ),
    (
      #"{"hosting":{}}"#, #"{"projects":{"dev":"a","live":"b"}}"#,
      """
      Found: no project from .firebaserc, where none of dev, live is the default: --project names one.


      """, "demo-project"
    ),
    (#"{"hosting":{}}"#, nil, "", "demo-project"),
  ])
  func `init reports existing files only`(
    config: String, projects: String?, found: String, project: String
  ) throws {
    try write(config: config, projects: projects)
    let output = try workspace.run("init").output
    let begin = "--seed seed.yaml\n\n\(found)The members of firebase.json:\n"
    #expect(output.contains(begin), "\(output)")
    #expect(output.contains(#"{"projects": {"default": "\#(project)"}}"#), "\(output)")
    #expect(try workspace.text("firebase.json") == config)
    if let projects { #expect(try workspace.text(".firebaserc") == projects) }
  }

  @Test func `flags win over the files`() throws {
    try write()
    let run = try Invocation("start --ephemeral --project other --host=::1 --json", in: workspace)
    #expect(try run.readyLine()["project"] == "other")
    #expect(run.url.hasPrefix("http://[::1]:"), "\(run.url)")
    #expect(try run.stop() == 0)
  }

  @Test func `exec and commands on a data file are about the project of the files`() throws {
    try write(config: #"{"emulators":{"auth":{"port":1}}}"#)
    let script = "echo $GCLOUD_PROJECT $FIREBASE_AUTH_EMULATOR_HOST"
    let output = try workspace.run("exec -- sh -c", [script]).output
    // At a free port.
    #expect(output.hasPrefix("my-app ") && !output.contains(":1\n"))
    try workspace.add(#"{"localId":"a"}"#, "a.ndjson")
    try workspace.run("export b.ndjson --data x.sqlite --project my-app")
  }

  @Test func `--config names another file, with the .firebaserc beside it`() throws {
    try write(config: "{}", projects: nil)
    try workspace.makeFolder("app")
    try workspace.write(Self.config, "app/firebase.json")
    try workspace.write(#"{"projects":{"default":"sub-app"}}"#, "app/.firebaserc")
    let run = try Invocation("start --ephemeral --json --config app/firebase.json", in: workspace)
    #expect(try run.readyLine()["project"] == "sub-app" && run.stop() == 0)
    try workspace.fail("start --config nowhere.json", "there is no file nowhere.json", code: 2)
  }

  @Test(arguments: [
    ("{", " is not JSON (line 1, column 2"), ("[]", " is not a JSON object."),
    (
      #"{"emulators":{"auth":{"port":99999}}}"#,
      ": emulators.auth.port must be a number from 0 to 65535."
    ),
    (
      #"{"emulators":{"singleProjectMode":"yes"}}"#,
      ": emulators.singleProjectMode must be true or false."
    ),
    (
      #"{"emulators":{"auth":9099}}"#,
      ": emulators.auth must be an object. Correct it, or leave it out."
    ),
    (#"{"emulators":[]}"#, ": emulators must be an object."),
    (#"{"emulators":{"auth":{"prot":9099}}}"#, ": emulators.auth.prot must be called port."),
    (#"{"emulator":{"auth":{"port":9099}}}"#, ": emulator must be called emulators."),
    (#"{"projects":{"default" "a"}}"#, ".firebaserc is not JSON (line 1, column"),
    (
      #"{"projects":{"develop":"a b"}}"#,
      ".firebaserc: projects.develop must be the id of a project."
    ),
    (#"{"projects":["a"]}"#, ".firebaserc: projects must be an object"),
  ]) func `a bad file ends the start with its place`(content: String, message: String) throws {
    let isConfig = !message.hasPrefix(".firebaserc")
    try write(config: isConfig ? content : "{}", projects: isConfig ? "{}" : content)
    for flags in ["", "--config firebase.json"] {
      try workspace.run(
        "start --ephemeral --port 0 \(flags)", code: 2,
        saying: isConfig ? "firebase.json\(message)" : message)
    }
  }
}
