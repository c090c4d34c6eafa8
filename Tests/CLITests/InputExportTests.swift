import EmuJSON
import EmuTestSupport
import Foundation
import Testing

@testable import EmuCommand

extension `Files as people have them` {
  // MARK: - Exports

  @Test func `an export of unchanged users leaves every byte of the official emulator's folder`()
    throws
  {
    let workspace = try Workspace()
    try workspace.copyInput("export-plain", as: "data")
    let names =
      ["auth_export/accounts.json", "auth_export/accounts-t1.json"]
      + ["auth_export/config.json", "firebase-export-metadata.json"]
    let before = try names.map { try Self.text("data/\($0)", in: workspace) }
    for store in [["--ephemeral"], []] {
      try Self.start(store + ["--import", "data", "--export-on-exit"], in: workspace)
      let after = try names.map { try Self.text("data/\($0)", in: workspace) }
      #expect(after == before)
      #expect(
        try workspace.names(in: "data/auth_export") == [
          "accounts-t1.json", "accounts.json", "config.json",
        ])
    }
    // A change is written, and the files of others stay as they are.
    try Self.start(["--import", "data", "--export-on-exit"], in: workspace) { url in
      try Self.run(["users", "update", "u1", "--name", "Ann", "--url", url], in: workspace)
    }
    let changed = try Self.text("data/auth_export/accounts.json", in: workspace)
    #expect(changed.contains(#""displayName": "Ann""#), "\(changed)")
    // The text after the first user is as it was.
    let rest = try #require(before[0].range(of: #""localId": "u2""#)?.lowerBound)
    #expect(changed.hasSuffix(before[0][rest...]) && !changed.hasSuffix(before[0].dropFirst()))
    #expect(try Self.text("data/auth_export/accounts-t1.json", in: workspace) == before[1])
  }

  @Test(arguments: ["users.txt", "out/users.yml", "data-1.2"])
  func `a target with an unknown extension is refused`(_ target: String) throws {
    let workspace = try Workspace()
    try workspace.write(Data(#"{"localId":"a"}"#.utf8), "a.ndjson")
    try Self.run(["import", "a.ndjson", "--data", "x.sqlite"], in: workspace)
    let run = try Self.run(["export", target, "--data", "x.sqlite"], in: workspace, code: 2)
    #expect(run.errors.contains("No form of an export has files that end with ."), "\(run.errors)")
    #expect(try !workspace.names().contains(target))
    try Self.run(["export", target + "/", "--data", "x.sqlite"], in: workspace)
  }

  @Test func `a project that there is not is named, by users and by each form of export`() throws {
    let workspace = try Workspace()
    try workspace.write(Data(#"{"localId":"a","email":"a@x.test"}"#.utf8), "a.ndjson")
    try Self.run(["import", "a.ndjson", "--data", "x.sqlite"], in: workspace)
    for target in ["folder", "u.json", "u.csv", "u.ndjson", "u.json5"] {
      let words = ["export", target, "--project", "nosuch", "--data", "x.sqlite"]
      let run = try Self.run(words, in: workspace, code: 1)
      #expect(run.errors.contains("There is no project nosuch."), "\(run.errors)")
      #expect(try !workspace.names().contains(target))
    }
    try Self.start(["--data", "x.sqlite"], in: workspace) { url in
      for words in [["users", "list"], ["users", "show", "a"]] {
        let run = try Self.run(
          words + ["--project", "nosuch", "--url", url], in: workspace, code: 1)
        #expect(run.errors.contains("There is no project nosuch."), "\(run.errors)")
      }
      let list = try Self.run(["users", "--url", url], in: workspace).output
      #expect(list.contains("no sign-in method") && !list.contains("anonymous"), "\(list)")
    }
  }

  // MARK: - firebase.json and .firebaserc

  @Test func `aliases of .firebaserc are projects, from the folder of firebase.json downwards`()
    throws
  {
    let workspace = try Workspace()
    for name in ["firebase.json", ".firebaserc"] {
      try workspace.copyInput("alias/\(name)", as: name)
    }
    try workspace.makeFolder("app/src")
    let words = ["exec", "--project", "develop", "--", "sh", "-c", "echo $GCLOUD_PROJECT"]
    #expect(try Self.run(words, in: workspace).output == "my-dev-1234\n")
    #expect(try Self.run(words, in: workspace, folder: "app/src").output == "my-dev-1234\n")
    let standard = ["exec", "--", "sh", "-c", "echo $GCLOUD_PROJECT"]
    #expect(try Self.run(standard, in: workspace, folder: "app/src").output == "my-proj\n")
    try workspace.write(Data(#"{"localId":"a"}"#.utf8), "a.ndjson")
    try Self.run(
      ["import", "a.ndjson", "--project", "develop", "--data", "x.sqlite"], in: workspace)
    try Self.run(
      ["export", "b.ndjson", "--project", "my-dev-1234", "--data", "x.sqlite"], in: workspace)
  }

  @Test func `a single alias of .firebaserc is the default project`() throws {
    let workspace = try Workspace()
    for name in ["firebase.json", ".firebaserc"] {
      try workspace.copyInput("one-alias/\(name)", as: name)
    }
    let words = ["exec", "--", "sh", "-c", "echo $GCLOUD_PROJECT"]
    #expect(try Self.run(words, in: workspace).output == "my-cloud\n")
  }
}
