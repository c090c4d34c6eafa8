import EmuServer
import EmuSystem
import Foundation
import Testing

/// Exports of which a part cannot be written, or may not be read by clients.
@Suite(.timeLimit(.minutes(2))) final class `A part of an export`: WorkspaceSuite {
  /// Stores users of the project and of tenants, of which one is disabled.
  private func seed() throws {
    try workspace.write(
      #"""
      {version:1,projects:{"demo-project":{
        settings:{profile:"production"},
        tenants:[{id:"acme",disableAuth:true},{id:"beta"}],
        users:[{localId:"ann",email:"ann@x.test",password:"secret1",mfa:[{mfaEnrollmentId:"m",totpSecret:"JBSWY3DPEHPK3PXP"}]},
          {localId:"bo",tenantId:"acme",displayName:"Bo of Acme"},{localId:"cy",tenantId:"beta"}]}}}
      """#, "seed.json5")
    try workspace.run("seed seed.json5 --data x.sqlite")
  }

  @Test func `an export does not ask what clients of a disabled tenant may do`() throws {
    try seed()
    for (flags, file, name) in [
      ("out.json5", "out.json5", "Bo of Acme"), ("out.ndjson", "out.ndjson", "Bo of Acme"),
      ("out/", "out/auth_export/accounts-acme.json", "Bo of Acme"),
      ("out.json", "out.json", "ann"), ("out.json --tenant acme", "out.json", "Bo of Acme"),
      ("out.csv", "out.csv", "ann"), ("out.csv --tenant acme", "out.csv", "Bo of Acme"),
    ] {
      try workspace.run("export \(flags) --data x.sqlite")
      #expect(try workspace.text(file).contains(name), "\(flags)")
    }
  }

  @Test func `a start imports and exports a disabled tenant, and all secrets`() throws {
    try seed()
    for _ in 0..<2 { try workspace.serve("--import out --export-on-exit --data x.sqlite") }
    let accounts = try workspace.text("out/auth_export/accounts.json")
    // The profile shows an administrator no secret, and an export is no administrator.
    #expect(accounts.contains("JBSWY3DPEHPK3PXP") && accounts.contains("password=secret1"))
    #expect(try workspace.text("out/auth_export/accounts-acme.json").contains("Bo of Acme"))
  }

  @Test func `a part that cannot be read stays as it was, and costs no other part`() throws {
    let names = (0..<2000).map {
      #"{"localId":"\#($0)","displayName":"Name \#($0).","tenantId":"acme"}"#
    }
    let users = [#"{"localId":"ann"}"#] + names
    try workspace.add(users.joined(separator: "\n"), "many.ndjson")
    try workspace.run("export folder --data x.sqlite")
    let before = try workspace.bytes("folder/auth_export/accounts-acme.json")
    try workspace.add(#"{"localId":"bo"}"#, "bo.ndjson")
    try workspace.damage("Name 1500.")
    let failed = try workspace.fail(
      "export folder --data x.sqlite",
      "accounts-acme.json was not written, and is as the older export had it")
    #expect(failed.output.isEmpty)
    #expect(try workspace.bytes("folder/auth_export/accounts-acme.json") == before)
    let accounts = try workspace.text("folder/auth_export/accounts.json")
    #expect(accounts.contains(#""localId":"bo""#))
    try workspace.fail(
      "export other --data x.sqlite", "accounts-acme.json was not written, and is missing")
    #expect(try workspace.names(in: "other/auth_export").contains("accounts.json"))
  }

  // MARK: - Drafts of killed processes

  @Test(arguments: ["start", "export out", "export users.json"])
  func `a draft of a killed export is removed by the next command`(command: String) throws {
    try seed()
    try workspace.run("export out --data x.sqlite")
    let ended = try Invocation("--version", in: workspace)
    _ = try ended.exitCode()
    let dead = ended.pid
    let foreign = [
      "auth_export.draft", "auth_export.draft-x-abcdef", "auth_export.draft-\(dead)-short",
      "auth_export.draft-\(getpid())-abcdef", "auth_export.backup", "notes.draft-7.txt",
    ]
    for folder in ["out/", ""] {
      for name in foreign { try workspace.write("mine", folder + name) }
      try workspace.write("secret", "\(folder)users.json.draft-\(dead)-Xa8hJ2")
      try workspace.makeFolder("\(folder)auth_export.draft-\(dead)-Xa8hJ3")
      try workspace.write("secret", "\(folder)auth_export.draft-\(dead)-Xa8hJ3/accounts.json")
    }
    if command == "start" {
      try workspace.serve("--import out --export-on-exit --data x.sqlite")
    } else {
      try workspace.run("\(command) --data x.sqlite")
    }
    let checked = command == "start" ? ["out", ""] : command == "export out" ? ["out"] : [""]
    for folder in checked {
      let names = try workspace.names(in: folder)
      #expect(!names.contains { $0.contains("Xa8hJ") }, "\(names)")
      #expect(Set(foreign).isSubset(of: names), "\(names)")
    }
  }

  @Test func `a draft that a process writes is not removed, and one with its id is`() throws {
    let draft = try FolderDraft(of: workspace.path("auth_export"))
    let file = try FileDraft(of: workspace.path("a.json"))
    let names = try workspace.names()
    #expect(names.count == 3)
    // As the first process of a container left it, whose id is that of each later one.
    try workspace.write("secret", "b.json.draft-\(getpid())-Xa8hJ2")
    AbandonedDrafts.remove(in: workspace.path())
    #expect(try workspace.names() == names)
    file.discard()
    withExtendedLifetime(draft) {}
  }

  @Test func `a killed export leaves nothing after the next one`() throws {
    let users = (0..<20_000).map {
      #"{"localId":"\#($0)","email":"\#($0)@x.test","password":"secret1"}"#
    }
    try workspace.add(users.joined(separator: "\n"), "many.ndjson")
    let export = try Invocation("export out --data x.sqlite", in: workspace)
    try export.wait(for: "the draft") {
      (try? workspace.names(in: "out").contains { $0.contains(".draft-") }) == true
    }
    _ = try export.stop(SIGKILL)
    try workspace.run("export out --data x.sqlite")
    #expect(try workspace.names(in: "out") == ["auth_export", "firebase-export-metadata.json"])
  }
}
