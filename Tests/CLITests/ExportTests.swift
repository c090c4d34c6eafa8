import EmuJSON
import EmuTestTools
import Foundation
import Testing

/// The state after a failed export, and the flags of an export.
@Suite(.timeLimit(.minutes(2))) final class `An export`: WorkspaceSuite {
  private func addAnn(_ flags: String = "") throws {
    let ann = #"{"localId":"ann","email":"ann@x.test","password":"secret1"}"#
    try workspace.add(ann, "ann.ndjson", flags)
  }

  @Test func `an export that cannot be written leaves the older one, and no draft`() throws {
    try workspace.serve("--ephemeral") { url in
      try workspace.run("users create --uid ann --url \(url)")
      try workspace.run("export folder --url \(url)")
      let names = try workspace.names(in: "folder/auth_export")
      let accounts = try workspace.bytes("folder/auth_export/accounts.json")
      let many = (0..<500).map { #"{"localId":"\#($0)"}"# }.joined(separator: "\n")
      try workspace.add(many, "many.ndjson", "--url \(url)")
      // The configuration has been written by then, and not the users.
      let failed = try runWithSmallFiles("export folder --url \(url)")
      #expect(failed.status == 1 && failed.output.contains("Make room, or name another one."))
      #expect(failed.output.contains("/accounts.json cannot be written ("), "\(failed.output)")
      #expect(try workspace.names(in: "folder/auth_export") == names)
      #expect(try workspace.bytes("folder/auth_export/accounts.json") == accounts)
      #expect(
        try workspace.names(in: "folder") == ["auth_export", "firebase-export-metadata.json"])
      for target in ["a.ndjson", "a.json5", "a.json"] {
        let failed = try runWithSmallFiles("export \(target) --url \(url)")
        #expect(failed.status == 1, "\(target)")
        #expect(failed.output.contains("The file \(target) cannot be written ("), "\(failed)")
      }
      #expect(try workspace.names() == ["folder", "many.ndjson", "tmp"])
    }
  }

  /// Runs a command whose files have at most 8 blocks of 512 or 1,024 bytes; returns its errors too.
  ///
  /// The folder for temporary files does not exist, since the thread sanitizer would map a larger file in it.
  private func runWithSmallFiles(_ command: String) throws -> Tool.Outcome {
    try Tool.run(
      "sh", ["-c", "ulimit -f 8; exec env TMPDIR=/none '\(Binary.url.path)' \(command) 2>&1"],
      in: workspace.url)
  }

  @Test(arguments: ["a.ndjson", "a.json5", "a.json", "folder"])
  func `an export of a file that cannot be read leaves the older export`(target: String) throws {
    let many = (0..<2000).map { #"{"localId":"\#($0)","displayName":"Name \#($0)."}"# }
    try workspace.add(many.joined(separator: "\n"), "many.ndjson")
    try workspace.run("export \(target) --data x.sqlite")
    let file = target == "folder" ? "folder/auth_export/accounts.json" : target
    let (names, bytes) = (try workspace.names(), try workspace.bytes(file))
    try workspace.damage("Name 1500.")
    let failed = try workspace.run("export \(target) --data x.sqlite", code: 1)
    #expect(!failed.errors.isEmpty && failed.output.isEmpty)
    #expect(try workspace.names() == names && workspace.bytes(file) == bytes)
  }

  @Test func `an export rejects a flag that its format does not read`() throws {
    try addAnn()
    for (command, words) in [
      ("a.ndjson --tenant t", "--tenant is for firebase"),
      ("folder/ --tenant t", "--tenant is for firebase"),
      ("a.json5 --rounds 2", "--rounds is for firebase"),
      ("a.json --csv-columns 28", "--csv-columns is for firebase"),
      ("a.csv --plain-passwords", ""), ("a.ndjson --hash-key k", "--hash-key is for firebase"),
    ] {
      let run = try workspace.fail("export \(command)", words, code: 2)
      #expect(run.errors.contains(" alone, and the export is "), "\(run)")
    }
    #expect(try workspace.names() == [".auth-emulator", "ann.ndjson", "tmp"])
  }

  @Test(arguments: ["export", "export --format ndjson", "seed export"])
  func `an export writes no file that is called as standard output`(command: String) throws {
    try addAnn()
    try workspace.fail("\(command) -", "standard output is not supported, and ./- is a file")
    #expect(try workspace.names() == [".auth-emulator", "ann.ndjson", "tmp"])
    try workspace.run("\(command) ./-")
    #expect(try workspace.names().contains("-"))
  }

  @Test func `an export of an unknown tenant is rejected, and creates no tenant`() throws {
    try workspace.add(#"{"localId":"ann","tenantId":"acme"}"#, "ann.ndjson", "")
    try workspace.run("export a.json --tenant acme")
    let bytes = try workspace.bytes("a.json")
    try workspace.fail(
      "export a.json --tenant acmee", "There is no tenant acmee. Did you mean acme?")
    #expect(try workspace.bytes("a.json") == bytes)
    try workspace.run("export all.json5")
    #expect(try !workspace.text("all.json5").contains("acmee"))
  }

  @Test func `an export prints its path in quotes where a shell needs them`() throws {
    try addAnn()
    for target in ["it's mine.ndjson", "a b.json5", "a b.json", "a b/"] {
      let text = try workspace.run("export", [target]).output
      let command = try #require(text.firstRange(of: "import ")).upperBound
      let words = try Tool.run("sh", ["-c", "printf '%s\\n' \(text[command...])"]).output
      #expect(words.hasPrefix(target.trimmingCharacters(in: ["/"]) + "\n"), "\(text)")
    }
  }

  @Test(arguments: ["out.json", "out.csv"])
  func `an export for auth:import counts the users that it leaves out`(target: String) throws {
    let users = #"{"localId":"ann"}"# + "\n" + #"{"localId":"bo","tenantId":"acme"}"#
    try workspace.add(users, "users.ndjson", "")
    let text = try workspace.run("export \(target)").output
    #expect(text.contains("Left out: users of tenants, 1."), "\(text)")
    let own = try workspace.run("export \(target) --tenant acme").output
    #expect(!own.contains("Left out"), "\(own)")
  }

  @Test func `an export for auth:import hashes with the given key`() throws {
    try addAnn()
    func export(_ flags: String) throws -> (key: String?, text: String) {
      let report = try workspace.json("export out.json --rounds 2 --mem-cost 4 \(flags)")
      return (report["signerKey"]?.string, try workspace.text("out.json"))
    }
    let key = Data(repeating: 7, count: 64).base64EncodedString()
    let (usual, own) = (try export(""), try export("--hash-key \(key)"))
    #expect(own.key == key && usual.key != key)
    #expect(own.text != usual.text && own.text.contains(#""localId":"ann""#))
  }

  @Test(arguments: [
    "a.ndjson", "a.json5", "folder/", "a.ndjson --plain-passwords", "a.json5 --plain-passwords",
  ]) func `an export that is imported where its users are changes nothing`(target: String) throws {
    try workspace.write(`Users in and out`.seed, "seed.json5")
    try workspace.run("seed seed.json5 --data x.sqlite")
    try workspace.run("export \(target) --data x.sqlite")
    let name = target.prefix { $0 != " " }
    let output = try workspace.run("import \(name) --data x.sqlite").output
    #expect(output.hasPrefix("\(name): 0 stored, 4 unchanged\n"), "\(output)")
  }
}

extension Workspace {
  func damage(_ text: String) throws {
    var stored = try bytes("x.sqlite")
    let page = try #require(stored.range(of: Data(text.utf8))).lowerBound / 4096 * 4096
    stored.replaceSubrange(page..<page + 8, with: Data(repeating: 0xFF, count: 8))
    try write(stored, "x.sqlite")
  }
}
