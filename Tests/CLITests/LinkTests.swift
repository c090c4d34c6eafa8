import EmuJSON
import EmuTestTools
import Foundation
import Testing

@testable import EmuServer

/// Only the emulator's own files are replaced or removed, never the target of a link.
@Suite(.timeLimit(.minutes(2))) struct `Links at the path of a file` {
  /// Creates a workspace with an export, and with a folder of secrets beside it.
  private static func withExport() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.makeFolder("home/.ssh")
    try workspace.write(Data("key".utf8), "home/.ssh/id")
    try workspace.write(Data(#"{"localId":"ann"}"#.utf8), "ann.ndjson")
    #expect(try workspace.result("import", "ann.ndjson", "--data", "x.sqlite").code == 0)
    #expect(try workspace.result("export", "out", "--data", "x.sqlite").code == 0)
    return workspace
  }

  @Test func `an export folder with a link in place of its users is rejected at the start`() throws
  {
    let workspace = try Self.withExport()
    for name in try workspace.names(in: "out/auth_export") {
      try workspace.remove("out/auth_export/\(name)")
    }
    try workspace.remove("out/auth_export")
    try workspace.link("out/auth_export", to: "../home/.ssh")
    let start = try workspace.result(
      "start", "--ephemeral", "--port", "0", "--json", "--export-on-exit", "out")
    let export = try workspace.result("export", "out", "--data", "x.sqlite")
    for run in [start, export] {
      #expect(run.code == 1)
      #expect(
        run.errors.contains("out/auth_export is not replaced: it is a symbolic link"), "\(run)")
    }
    #expect(try workspace.names(in: "home/.ssh") == ["id"])
    #expect(try workspace.names(in: "out") == ["auth_export", "firebase-export-metadata.json"])
  }

  @Test(arguments: ["link", "file", "folder"])
  func `an export folder with other files is not replaced`(_ kind: String) throws {
    let workspace = try Self.withExport()
    switch kind {
    case "link": try workspace.link("out/auth_export/accounts-t.json", to: "../../home/.ssh/id")
    case "file": try workspace.write(Data("mine".utf8), "out/auth_export/notes.txt")
    default: try workspace.makeFolder("out/auth_export/accounts-t.json")
    }
    let run = try workspace.result("export", "out", "--data", "x.sqlite")
    #expect(run.code == 1)
    #expect(run.errors.contains("which is not a file of an export and would be removed"), "\(run)")
    #expect(try workspace.names(in: "out/auth_export").count == 3)
    #expect(try workspace.names(in: "out").count == 2)
  }

  @Test func `a folder is removed without the targets of its links`() throws {
    let workspace = try Workspace()
    try workspace.makeFolder("old")
    try workspace.makeFolder("kept")
    for name in ["kept/a", "b"] { try workspace.write(Data("mine".utf8), name) }
    try workspace.link("old/b", to: "../b")
    try workspace.link("old/kept", to: "../kept")
    try workspace.link("way", to: "kept")
    LocalFolder.removeFiles(of: workspace.path("way"))
    LocalFolder.removeFiles(of: workspace.path("old"))
    #expect(try workspace.names() == ["b", "kept", "tmp", "way"])
    #expect(try workspace.names(in: "kept") == ["a"])
  }

  @Test(arguments: ["users.ndjson", "users.json", "users.csv", "users.json5"])
  func `an export to a file does not replace a link`(_ name: String) throws {
    let workspace = try Self.withExport()
    try workspace.link(name, to: "home/.ssh/id")
    let run = try workspace.result("export", name, "--data", "x.sqlite")
    #expect(run.code == 1)
    #expect(run.errors.contains("\(name) cannot be written (it is a symbolic link"), "\(run)")
    #expect(try workspace.bytes("home/.ssh/id") == Data("key".utf8))
  }

  @Test func `a seed, a snapshot and a recording do not replace a link`() throws {
    let workspace = try Self.withExport()
    let (emulator, _) = try Invocation.start(["--data", "x.sqlite"], in: workspace)
    #expect(try workspace.result("snapshots", "save", "a", "--data", "x.sqlite").code == 0)
    #expect(try workspace.result("seed", "reset", "--data", "x.sqlite").code == 0)
    try workspace.link("file.json", to: "home/.ssh/id")
    for words in [
      ["seed", "export", "file.json"], ["snapshots", "export", "a", "file.json"],
      ["scenarios", "record", "file.json", "--since-reset"],
    ] {
      let run = try Invocation(words + ["--data", "x.sqlite"], in: workspace)
      #expect(try run.exitCode() == 1)
      #expect(
        run.errors.contains("file.json cannot be written (it is a symbolic link"), "\(run.errors)")
    }
    #expect(try workspace.bytes("home/.ssh/id") == Data("key".utf8))
    #expect(try emulator.stop() == 0)
  }

  @Test func `a draft has an unused name`() throws {
    let workspace = try Workspace()
    let draft = try FileDraft(of: workspace.path("a.json"))
    let other = try FileDraft(of: workspace.path("a.json"))
    try draft.append(Array("one".utf8))
    try other.append(Array("two".utf8))
    try draft.publish()
    try other.publish()
    #expect(try workspace.names() == ["a.json", "tmp"])
    #expect(try workspace.bytes("a.json") == Data("two".utf8))
    #expect(try workspace.mode("a.json") == 0o600)
  }

  @Test func `a default folder that is a link is not used`() throws {
    let workspace = try Workspace()
    try workspace.makeFolder("home")
    try workspace.link(".auth-emulator", to: "home")
    for words in [["start", "--port", "0", "--json"], ["start", "--detach", "--port", "0"]] {
      let run = try Invocation(words, in: workspace)
      #expect(try run.exitCode() == 1)
      #expect(run.errors.contains(".auth-emulator cannot be created (it is a symbolic link"))
    }
    #expect(try workspace.names(in: "home") == [])
  }

  @Test func `a data file that is a link is not opened, and its target is not created`() throws {
    let workspace = try Workspace()
    try workspace.link("x.sqlite", to: "other.sqlite")
    let start = try workspace.result("start", "--data", "x.sqlite", "--port", "0", "--json")
    #expect(start.code == 1)
    #expect(start.errors.contains("is a symbolic link; name the file that it leads to"), "\(start)")
    #expect(try workspace.names() == ["tmp", "x.sqlite"])
  }

  @Test func `a ready file that is a link is not replaced, and the emulator serves all the same`()
    throws
  {
    let workspace = try Workspace()
    try workspace.write(Data("mine".utf8), "home.txt")
    try workspace.link("x.sqlite-ready.json", to: "home.txt")
    let (run, _) = try Invocation.start(["--data", "x.sqlite"], in: workspace)
    #expect(run.errors.contains("No command will find this emulator without --url"))
    #expect(try workspace.bytes("home.txt") == Data("mine".utf8))
    #expect(try run.stop() == 0)
    #expect(try workspace.bytes("home.txt") == Data("mine".utf8))
  }

  @Test func `snapshots next to a data file are not written through links`() throws {
    let workspace = try Workspace()
    try workspace.makeFolder("home")
    try workspace.write(Data("mine".utf8), "home/.draft-1.sqlite")
    try workspace.link("x.sqlite-snapshots", to: "home")
    let (run, _) = try Invocation.start(["--data", "x.sqlite"], in: workspace)
    let save = try workspace.result("snapshots", "save", "a", "--data", "x.sqlite")
    #expect(save.code == 1, "\(save)")
    #expect(try workspace.names(in: "home") == [".draft-1.sqlite"])
    try workspace.remove("x.sqlite-snapshots")
    try workspace.makeFolder("x.sqlite-snapshots")
    try workspace.link("x.sqlite-snapshots/.draft-2.sqlite", to: "../home/.draft-1.sqlite")
    _ = try workspace.result("snapshots", "save", "a", "--data", "x.sqlite")
    _ = try workspace.result("snapshots", "save", "b", "--data", "x.sqlite")
    #expect(try workspace.bytes("home/.draft-1.sqlite") == Data("mine".utf8))
    #expect(try run.stop() == 0)
  }
}

/// Folders that an export creates or rejects before the first request.
@Suite(.timeLimit(.minutes(2))) struct `The folder of --export-on-exit` {
  @Test func `an export at the end creates the folders above its own`() throws {
    let workspace = try Workspace()
    let (run, _) = try Invocation.start(
      ["--ephemeral", "--export-on-exit", "a/b/c/"], in: workspace)
    #expect(try workspace.names(in: "a/b/c") == [])
    #expect(try run.stop() == 0)
    #expect(try workspace.names(in: "a/b/c") == ["auth_export", "firebase-export-metadata.json"])
  }

  @Test func `an export that cannot be written is rejected at the start`() throws {
    let workspace = try Workspace()
    try workspace.write(Data(), "file")
    for path in ["file/below", "/proc/none"] {
      let run = try Invocation(
        ["start", "--ephemeral", "--port", "0", "--json", "--export-on-exit", path], in: workspace)
      #expect(try run.exitCode() == 1)
      #expect(run.output == "")
      #expect(run.errors.contains("\(path) cannot be written ("), "\(run.errors)")
    }
  }
}
