import EmuTestTools
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) final class `Files in YAML`: WorkspaceSuite {
  @Test func `auth-emulator init writes a seed that loads, and leaves one alone`() throws {
    try workspace.copyInput("alias/.firebaserc", as: ".firebaserc")
    let first = try workspace.run("init")
    #expect(first.output.contains("auth-emulator exec --seed seed.yaml -- npm test"))
    #expect(first.output.contains(#"{"projects": {"default": "my-proj"}}"#))
    let text = try workspace.text("seed.yaml")
    #expect(text.contains("  my-proj:\n"))
    try workspace.fail("init", "seed.yaml is there already and is left alone.")
    #expect(try workspace.text("seed.yaml") == text)
    for _ in 0..<2 {
      try workspace.serve("--seed seed.yaml") { url throws in
        #expect(try workspace.uids("--url \(url)") == ["ann", "bob", "greta"])
      }
    }
  }

  @Test func `the seed of auth-emulator init is stored beside the demo users`() throws {
    try workspace.run("init")
    for seed in [Repository.root.appending(path: "seed-data/demo.json").path, "seed.yaml"] {
      try workspace.run("seed --data x.sqlite", [seed])
    }
  }

  @Test(arguments: ["seed", "import"])
  func `a seed in YAML is stored as one in JSON, with the same messages`(command: String) throws {
    let begin = "version: 1\nprojects:\n  demo-project:\n    users:\n      - localId: a\n"
    for (name, text) in [
      ("a.yaml", begin), ("b.yml", begin + "        emial: x\n"),
      ("c.yaml", "version: 1\nprojects:\n\tp: {}\n"),
    ] {
      try workspace.write(text, name)
    }
    try workspace.run("\(command) a.yaml --data x.sqlite")
    try workspace.fail("\(command) b.yml --data x.sqlite", "projects.demo-project.users[0].emial")
    let broken = try workspace.fail(
      "\(command) c.yaml --data x.sqlite", "c.yaml cannot be read (line 3, column 1: ")
    #expect(broken.errors.contains("Correct it there."), "\(broken)")
    try workspace.copyInput("users.yaml", as: "users.yaml")
    try workspace.run(
      "\(command) users.yaml --data x.sqlite", code: 1,
      saying: command == "seed"
        ? "google: there is no such field here" : "users.yaml is neither a seed")
  }
}
