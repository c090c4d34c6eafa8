import EmuJSON
import EmuServer
import EmuSystem
import Foundation
import Testing

@testable import EmuCommand

/// Exports of which a part cannot be written, or may not be read by clients.
@Suite(.timeLimit(.minutes(2))) struct `A part of an export` {
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
    try workspace.run(["seed", "seed.json5"] + data)
    return workspace
  }

  @Test(arguments: ["out.json5", "out.ndjson", "out.json", "out.csv", "out/"])
  func `an export does not ask what clients of a disabled tenant may do`(_ target: String) throws {
    let data = ["--data", "x.sqlite"]
    let workspace = try Self.seeded(data)
    try workspace.run(["export", target] + data)
    let file = target == "out/" ? "out/auth_export/accounts-acme.json" : target
    let text = try workspace.text(file)
    let isOfTenant = ["out.json", "out.csv"].contains(target)
    #expect(text.contains(isOfTenant ? "ann" : "Bo of Acme"), "\(text)")
    guard isOfTenant else { return }
    try workspace.run(["export", target, "--tenant", "acme"] + data)
    #expect(try workspace.text(target).contains("Bo of Acme"))
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
    let accounts = try workspace.text("out/auth_export/accounts.json")
    // The profile shows an administrator no secret, and an export is no administrator.
    #expect(accounts.contains("JBSWY3DPEHPK3PXP") && accounts.contains("password=secret1"))
    let tenant = try workspace.text("out/auth_export/accounts-acme.json")
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
    try workspace.run(["import", "many.ndjson"] + data)
    try workspace.run(["export", "folder"] + data)
    let before = try workspace.bytes("folder/auth_export/accounts-acme.json")
    try workspace.write(Data(#"{"localId":"bo"}"#.utf8), "bo.ndjson")
    try workspace.run(["import", "bo.ndjson"] + data)
    var stored = try workspace.bytes("x.sqlite")
    let name = try #require(stored.range(of: Data("Name 1500.".utf8)))
    let page = name.lowerBound / 4096 * 4096
    stored.replaceSubrange(page..<page + 8, with: Data(repeating: 0xFF, count: 8))
    try workspace.write(stored, "x.sqlite")
    let failed = try workspace.run(["export", "folder"] + data, code: 1)
    #expect(
      failed.errors.contains(
        "accounts-acme.json was not written, and is as the older export had it"))
    #expect(failed.output.isEmpty)
    #expect(try workspace.bytes("folder/auth_export/accounts-acme.json") == before)
    #expect(
      try workspace.text("folder/auth_export/accounts.json").contains(
        #""localId":"bo""#))
    let other = try workspace.run(["export", "other"] + data, code: 1)
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
    try workspace.run(["export", "out"] + data)
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
    case "export": try workspace.run(["export", "out"] + data)
    default: try workspace.run(["export", "users.json"] + data)
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
    try workspace.run(["import", "many.ndjson"] + data)
    let export = try Invocation(["export", "out"] + data, in: workspace)
    try export.wait(for: "the draft") {
      (try? workspace.names(in: "out").contains { $0.contains(".draft-") }) == true
    }
    _ = try export.stop(SIGKILL)
    try workspace.run(["export", "out"] + data)
    #expect(try workspace.names(in: "out") == ["auth_export", "firebase-export-metadata.json"])
  }
}
