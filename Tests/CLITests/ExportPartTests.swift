import EmuJSON
import EmuServer
import EmuSystem
import Foundation
import Testing

@testable import EmuCommand

/// Exports of which a part cannot be written, or may not be read by clients.
@Suite(.timeLimit(.minutes(2))) struct `A part of an export` {
  private static func run(
    _ words: [String], in workspace: Workspace, code: Int32 = 0
  ) throws -> (output: String, errors: String) {
    let run = try Invocation(words, in: workspace)
    #expect(try run.exitCode() == code, "\(words): \(run.output)\(run.errors)")
    return (run.output, run.errors)
  }

  private static func text(_ name: String, in workspace: Workspace) throws -> String {
    String(decoding: try workspace.bytes(name), as: UTF8.self)
  }

  private static let seed = #"""
    {version:1,projects:{"demo-project":{
      settings:{profile:"production"},
      tenants:[{id:"acme",disableAuth:true},{id:"beta"}],
      users:[{localId:"ann",email:"ann@x.test",password:"secret1",mfa:[{mfaEnrollmentId:"m",totpSecret:"JBSWY3DPEHPK3PXP"}]},
        {localId:"bo",tenantId:"acme",displayName:"Bo of Acme"},{localId:"cy",tenantId:"beta"}]}}}
    """#

  private static func seeded(_ data: [String]) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(Data(seed.utf8), "seed.json5")
    _ = try run(["seed", "seed.json5"] + data, in: workspace)
    return workspace
  }

  @Test(arguments: ["out.json5", "out.ndjson", "out.json", "out.csv", "out/"])
  func `an export does not ask what clients of a disabled tenant may do`(_ target: String) throws {
    let data = ["--data", "x.sqlite"]
    let workspace = try Self.seeded(data)
    _ = try Self.run(["export", target] + data, in: workspace)
    let file = target == "out/" ? "out/auth_export/accounts-acme.json" : target
    let text = try Self.text(file, in: workspace)
    let isOfTenant = ["out.json", "out.csv"].contains(target)
    #expect(text.contains(isOfTenant ? "ann" : "Bo of Acme"), "\(text)")
    guard isOfTenant else { return }
    _ = try Self.run(["export", target, "--tenant", "acme"] + data, in: workspace)
    #expect(try Self.text(target, in: workspace).contains("Bo of Acme"))
  }

  @Test func `a start imports and exports a folder with a disabled tenant, and all secrets`() throws
  {
    let data = ["--data", "x.sqlite"]
    let workspace = try Self.seeded(data)
    for _ in 0..<2 {
      let start = ["--import", "out", "--export-on-exit"] + data
      let (server, _) = try Invocation.start(start, in: workspace)
      #expect(try server.stop() == 0, "\(server.errors)")
    }
    let accounts = try Self.text("out/auth_export/accounts.json", in: workspace)
    // The profile shows an administrator no secret, and an export is no administrator.
    #expect(accounts.contains("JBSWY3DPEHPK3PXP") && accounts.contains("password=secret1"))
    let tenant = try Self.text("out/auth_export/accounts-acme.json", in: workspace)
    #expect(tenant.contains("Bo of Acme"))
  }

  @Test func `a part that cannot be read stays as it was, and costs no other part`() throws {
    let workspace = try Workspace()
    let data = ["--data", "x.sqlite"]
    let names = (0..<2000).map {
      #"{"localId":"\#($0)","displayName":"Name \#($0).","tenantId":"acme"}"#
    }
    let users = [#"{"localId":"ann"}"#] + names
    try workspace.write(Data(users.joined(separator: "\n").utf8), "many.ndjson")
    _ = try Self.run(["import", "many.ndjson"] + data, in: workspace)
    _ = try Self.run(["export", "folder"] + data, in: workspace)
    let before = try workspace.bytes("folder/auth_export/accounts-acme.json")
    try workspace.write(Data(#"{"localId":"bo"}"#.utf8), "bo.ndjson")
    _ = try Self.run(["import", "bo.ndjson"] + data, in: workspace)
    var stored = try workspace.bytes("x.sqlite")
    let name = try #require(stored.range(of: Data("Name 1500.".utf8)))
    let page = name.lowerBound / 4096 * 4096
    stored.replaceSubrange(page..<page + 8, with: Data(repeating: 0xFF, count: 8))
    try workspace.write(stored, "x.sqlite")
    let failed = try Self.run(["export", "folder"] + data, in: workspace, code: 1)
    #expect(
      failed.errors.contains(
        "accounts-acme.json was not written, and is as the older export had it"))
    #expect(failed.output.isEmpty)
    #expect(try workspace.bytes("folder/auth_export/accounts-acme.json") == before)
    #expect(
      try Self.text("folder/auth_export/accounts.json", in: workspace).contains(
        #""localId":"bo""#))
    let other = try Self.run(["export", "other"] + data, in: workspace, code: 1)
    #expect(
      other.errors.contains("accounts-acme.json was not written, and is missing"), "\(other.errors)"
    )
    #expect(try workspace.names(in: "other/auth_export").contains("accounts.json"))
  }

  // MARK: - Drafts of killed processes

  @Test(arguments: ["start", "export", "export of a file"])
  func `a draft of a killed export is removed by the next command, and nothing else`(
    _ command: String
  ) throws {
    let data = ["--data", "x.sqlite"]
    let workspace = try Self.seeded(data)
    _ = try Self.run(["export", "out"] + data, in: workspace)
    let ended = try Invocation(["--version"], in: workspace)
    _ = try ended.exitCode()
    let dead = ended.pid
    let foreign = [
      "auth_export.draft", "auth_export.draft-x-abcdef", "auth_export.draft-\(dead)-short",
      "auth_export.draft-\(getpid())-abcdef", "auth_export.backup", "notes.draft-7.txt",
    ]
    for folder in ["out/", ""] {
      for name in foreign { try workspace.write(Data("mine".utf8), folder + name) }
      try workspace.write(Data("secret".utf8), "\(folder)users.json.draft-\(dead)-Xa8hJ2")
      try workspace.makeFolder("\(folder)auth_export.draft-\(dead)-Xa8hJ3")
      try workspace.write(
        Data("secret".utf8), "\(folder)auth_export.draft-\(dead)-Xa8hJ3/accounts.json")
    }
    switch command {
    case "start":
      let (server, _) = try Invocation.start(
        ["--import", "out", "--export-on-exit"] + data, in: workspace)
      #expect(try server.stop() == 0)
    case "export": _ = try Self.run(["export", "out"] + data, in: workspace)
    default: _ = try Self.run(["export", "users.json"] + data, in: workspace)
    }
    let checked = command == "start" ? ["out", ""] : command == "export" ? ["out"] : [""]
    for folder in checked {
      let names = try workspace.names(in: folder)
      #expect(!names.contains { $0.contains("Xa8hJ") }, "\(names)")
      #expect(Set(foreign).isSubset(of: names), "\(names)")
    }
  }

  @Test func `a draft that a process writes is not removed, and one with its id is`() throws {
    let workspace = try Workspace()
    let draft = try FolderDraft(of: workspace.path("auth_export"))
    let file = try FileDraft(of: workspace.path("a.json"))
    let names = try workspace.names()
    #expect(names.count == 3)
    // As the first process of a container left it, whose id is that of each later one.
    try workspace.write(Data("secret".utf8), "b.json.draft-\(getpid())-Xa8hJ2")
    LocalFolder.removeAbandonedDrafts(in: workspace.path())
    #expect(try workspace.names() == names)
    file.discard()
    withExtendedLifetime(draft) {}
  }

  @Test func `a killed export leaves nothing after the next one`() throws {
    let workspace = try Workspace()
    let data = ["--data", "x.sqlite"]
    let users = (0..<20_000).map {
      #"{"localId":"\#($0)","email":"\#($0)@x.test","password":"secret1"}"#
    }
    try workspace.write(Data(users.joined(separator: "\n").utf8), "many.ndjson")
    _ = try Self.run(["import", "many.ndjson"] + data, in: workspace)
    let export = try Invocation(["export", "out"] + data, in: workspace)
    try export.wait(for: "the draft") {
      (try? workspace.names(in: "out").contains { $0.contains(".draft-") }) == true
    }
    _ = try export.stop(SIGKILL)
    _ = try Self.run(["export", "out"] + data, in: workspace)
    #expect(try workspace.names(in: "out") == ["auth_export", "firebase-export-metadata.json"])
  }
}
