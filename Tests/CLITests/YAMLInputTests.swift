import EmuJSON
import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

/// Seeds and users in YAML, and the seed of `auth-emulator init`.
@Suite(.timeLimit(.minutes(2))) struct `Files in YAML` {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private typealias Files = `Files as people have them`

  @Test func `auth-emulator init writes a seed that loads, and leaves one that is there alone`()
    throws
  {
    try workspace.copyInput("alias/.firebaserc", as: ".firebaserc")
    let first = try workspace.run(["init"])
    #expect(first.output.contains("auth-emulator exec --seed seed.yaml -- npm test"))
    #expect(first.output.contains(#"{"projects": {"default": "my-proj"}}"#))
    let text = try workspace.text("seed.yaml")
    #expect(text.contains("  my-proj:\n"))
    let again = try workspace.run(["init"], code: 1)
    #expect(again.errors.contains("seed.yaml is there already and is left alone."))
    #expect(try workspace.text("seed.yaml") == text)
    for _ in 0..<2 {
      try Files.start(["--seed", "seed.yaml"], in: workspace) { url in
        try Files.check(url, ["ann", "bob", "greta"], in: workspace)
      }
    }
  }

  @Test func `the seed of auth-emulator init is stored beside the demo users`() throws {
    let store = ["--data", "x.sqlite"]
    let demo = Repository.root.appending(path: "seed-data/demo.json").path
    try workspace.run(["init"])
    try workspace.run(["seed", demo] + store)
    try workspace.run(["seed", "seed.yaml"] + store)
  }

  @Test(arguments: [["seed"], ["import"]])
  func `a seed in YAML is stored as one in JSON, with the same messages`(_ command: [String]) throws
  {
    try workspace.write(
      Data("version: 1\nprojects:\n  demo-project:\n    users:\n      - localId: a\n".utf8),
      "a.yaml")
    try workspace.write(
      Data("version: 1\nprojects:\n  p:\n    users:\n      - localId: a\n        emial: x\n".utf8),
      "b.yml")
    try workspace.write(Data("version: 1\nprojects:\n\tp: {}\n".utf8), "c.yaml")
    let store = ["--data", "x.sqlite"]
    try workspace.run(command + ["a.yaml"] + store)
    let wrong = try workspace.run(command + ["b.yml"] + store, code: 1)
    #expect(wrong.errors.contains("projects.p.users[0].emial"), "\(wrong)")
    let broken = try workspace.run(command + ["c.yaml"] + store, code: 1)
    #expect(broken.errors.contains("c.yaml cannot be read (line 3, column 1: "), "\(broken)")
    #expect(broken.errors.contains("Correct it there."), "\(broken)")
    try workspace.copyInput("users.yaml", as: "users.yaml")
    let other = try workspace.run(command + ["users.yaml"] + store, code: 1)
    let reason =
      command == ["seed"] ? "google: there is no such field here" : "users.yaml is neither a seed"
    #expect(other.errors.contains(reason), "\(other)")
  }

  @Test func `users of auth:export in YAML are imported`() throws {
    try workspace.write(
      Data("users:\n  - localId: a\n    phoneNumber: +15555550100\n  - localId: b\n".utf8), "u.yaml"
    )
    try workspace.run(["import", "u.yaml", "--data", "x.sqlite"])
    try Files.start(["--data", "x.sqlite"], in: workspace) { url in
      try Files.check(url, ["a", "b"], in: workspace)
    }
  }
}
