import Foundation
import Testing

@testable import EmuServer

/// Only the emulator's own files are replaced or removed, never the target of a link.
@Suite(.timeLimit(.minutes(2))) struct `Links at the path of a file` {
  private let workspace = Workspace()

  init() throws {
    try workspace.makeFolder("home/.ssh")
    try workspace.write("key", "home/.ssh/id")
  }

  private func makeExport() throws {
    try workspace.add(#"{"localId":"ann"}"#, "ann.ndjson")
    try workspace.run("export out --data x.sqlite")
  }

  @Test(arguments: ["users", "link", "file", "folder"])
  func `an export folder with a link or other files is not replaced`(kind: String) throws {
    try makeExport()
    var words = "which is not a file of an export and would be removed"
    switch kind {
    case "users":
      for name in try workspace.names(in: "out/auth_export").map({ "/\($0)" }) + [""] {
        try workspace.remove("out/auth_export\(name)")
      }
      try workspace.link("out/auth_export", to: "../home/.ssh")
      words = "out/auth_export is not replaced: it is a symbolic link"
    case "link": try workspace.link("out/auth_export/accounts-t.json", to: "../../home/.ssh/id")
    case "file": try workspace.write("mine", "out/auth_export/notes.txt")
    default: try workspace.makeFolder("out/auth_export/accounts-t.json")
    }
    let names = try workspace.names(in: "out/auth_export")
    try workspace.fail("export out --data x.sqlite", words)
    if kind == "users" {
      try workspace.fail("start --ephemeral --port 0 --json --export-on-exit out", words)
    }
    #expect(try workspace.names(in: "out/auth_export") == names)
    #expect(try workspace.names(in: "out") == ["auth_export", "firebase-export-metadata.json"])
    #expect(try workspace.names(in: "home/.ssh") == ["id"])
  }

  @Test func `a folder is removed without the targets of its links`() throws {
    try workspace.makeFolder("old")
    try workspace.makeFolder("kept")
    for name in ["kept/a", "b"] { try workspace.write("mine", name) }
    try workspace.link("old/b", to: "../b")
    try workspace.link("old/kept", to: "../kept")
    try workspace.link("way", to: "kept")
    LocalFolder.removeFiles(of: workspace.path("way"))
    LocalFolder.removeFiles(of: workspace.path("old"))
    #expect(try workspace.names() == ["b", "home", "kept", "tmp", "way"])
    #expect(try workspace.names(in: "kept") == ["a"])
  }

  @Test func `an export, a seed, a snapshot and a recording do not replace a link`() throws {
    try makeExport()
    try workspace.serve("--data x.sqlite") { _ in
      try workspace.run("snapshots save a --data x.sqlite")
      for command in [
        "export users.ndjson", "export users.json", "export users.csv", "export users.json5",
        "seed export file.json", "snapshots export a copy.sqlite",
        "scenarios record record.json --since-reset",
      ] {
        let name = String(try #require(command.split(separator: " ").first { $0.contains(".") }))
        try workspace.link(name, to: "home/.ssh/id")
        try workspace.fail(
          "\(command) --data x.sqlite", "\(name) cannot be written (it is a symbolic link")
      }
    }
    #expect(try workspace.text("home/.ssh/id") == "key")
  }

  @Test func `a draft has an unused name`() throws {
    let draft = try FileDraft(of: workspace.path("a.json"))
    let other = try FileDraft(of: workspace.path("a.json"))
    try draft.append(Array("one".utf8))
    try other.append(Array("two".utf8))
    try draft.publish()
    try other.publish()
    #expect(try workspace.names() == ["a.json", "home", "tmp"])
    #expect(try workspace.text("a.json") == "two")
    #expect(try workspace.mode("a.json") == 0o600)
  }

  @Test func `a default folder that is a link is not used`() throws {
    try workspace.link(".auth-emulator", to: "home")
    for flags in ["--json", "--detach"] {
      try workspace.fail(
        "start --port 0 \(flags)", ".auth-emulator cannot be created (it is a symbolic link")
    }
    #expect(try workspace.names(in: "home") == [".ssh"])
  }

  @Test func `a data file that is a link is not opened, and its target is not created`() throws {
    try workspace.link("x.sqlite", to: "other.sqlite")
    try workspace.fail(
      "start --data x.sqlite --port 0 --json", "is a symbolic link; name the file that it leads to")
    #expect(try workspace.names() == ["home", "tmp", "x.sqlite"])
  }

  @Test func `a ready file that is a link is not replaced by an emulator`() throws {
    try workspace.link("x.sqlite-ready.json", to: "home/.ssh/id")
    let errors = try workspace.serve("--data x.sqlite") { _ throws in
      #expect(try workspace.text("home/.ssh/id") == "key")
    }
    #expect(errors.contains("No command will find this emulator without --url"))
    #expect(try workspace.text("home/.ssh/id") == "key")
  }

  @Test func `snapshots next to a data file are not written through links`() throws {
    try workspace.write("mine", "home/.draft-1.sqlite")
    try workspace.link("x.sqlite-snapshots", to: "home")
    try workspace.serve("--data x.sqlite") { _ in
      try workspace.run("snapshots save a --data x.sqlite", code: 1)
      #expect(try workspace.names(in: "home") == [".draft-1.sqlite", ".ssh"])
      try workspace.remove("x.sqlite-snapshots")
      try workspace.makeFolder("x.sqlite-snapshots")
      try workspace.link("x.sqlite-snapshots/.draft-2.sqlite", to: "../home/.draft-1.sqlite")
      for name in ["a", "b"] { _ = try workspace.result("snapshots save \(name) --data x.sqlite") }
      #expect(try workspace.text("home/.draft-1.sqlite") == "mine")
    }
  }
}

/// Folders that an export creates or rejects before the first request.
@Suite(.timeLimit(.minutes(2))) final class `The folder of --export-on-exit`: WorkspaceSuite {
  @Test func `an export at the end creates the folders above its own`() throws {
    try workspace.serve("--ephemeral --export-on-exit a/b/c/") { _ throws in
      #expect(try workspace.names(in: "a/b/c") == [])
    }
    #expect(try workspace.names(in: "a/b/c") == ["auth_export", "firebase-export-metadata.json"])
  }

  @Test func `an export that cannot be written is rejected at the start`() throws {
    try workspace.write("", "file")
    for path in ["file/below", "/proc/none"] {
      let run = try workspace.fail(
        "start --ephemeral --port 0 --json --export-on-exit \(path)", "\(path) cannot be written (")
      #expect(run.output == "")
    }
  }
}
