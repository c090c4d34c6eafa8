import EmuHTTP
import EmuJSON
import EmuTestTools
import Foundation
import Testing

@testable import EmuCommand

/// The state after a failed export, and the flags of an export.
@Suite(.timeLimit(.minutes(2))) struct `An export` {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  @Test func `an export folder that cannot be written leaves the older one unchanged`() throws {
    let (server, _) = try Invocation.start(["--ephemeral"], in: workspace)
    let url = try #require(try server.readyLine()["url"]?.string)
    try workspace.run(["users", "create", "--uid", "ann", "--url", url])
    try workspace.run(["export", "folder", "--url", url])
    let names = try workspace.names(in: "folder/auth_export")
    let accounts = try workspace.bytes("folder/auth_export/accounts.json")
    let many = (0..<500).map { #"{"localId":"\#($0)"}"# }.joined(separator: "\n")
    try workspace.write(Data(many.utf8), "many.ndjson")
    try workspace.run(["import", "many.ndjson", "--url", url])
    // The configuration has been written by then, and not the users.
    let failed = try Self.runWithSmallFiles(["export", "folder", "--url", url], in: workspace)
    #expect(failed.status == 1 && failed.output.contains("Make room, or name another one."))
    #expect(try workspace.names(in: "folder/auth_export") == names)
    #expect(try workspace.bytes("folder/auth_export/accounts.json") == accounts)
    #expect(
      try workspace.names(in: "folder") == ["auth_export", "firebase-export-metadata.json"])
    #expect(try server.stop() == 0)
  }

  /// Runs a command whose files have at most 8 blocks of 512 or 1,024 bytes; returns its errors too.
  ///
  /// The folder for temporary files does not exist, since the thread sanitizer would map a larger file in it.
  private static func runWithSmallFiles(
    _ words: [String], in workspace: Workspace
  ) throws -> Tool.Outcome {
    try Tool.run(
      "sh", ["-c", #"ulimit -f 8; exec env TMPDIR=/none "$0" "$@" 2>&1"#, Binary.url.path] + words,
      in: workspace.url)
  }

  @Test(arguments: ["a.ndjson", "a.json5", "a.json"])
  func `an export that does not fit reports the file, and leaves no draft`(_ target: String) throws
  {
    let (server, _) = try Invocation.start(["--ephemeral"], in: workspace)
    let url = try #require(try server.readyLine()["url"]?.string)
    let many = (0..<500).map { #"{"localId":"\#($0)"}"# }.joined(separator: "\n")
    try workspace.write(Data(many.utf8), "many.ndjson")
    try workspace.run(["import", "many.ndjson", "--url", url])
    let failed = try Self.runWithSmallFiles(["export", target, "--url", url], in: workspace)
    #expect(failed.status == 1)
    #expect(failed.output.contains("The file cannot be written ("), "\(failed.output)")
    #expect(try workspace.names() == ["many.ndjson", "tmp"])
    #expect(try server.stop() == 0)
  }

  @Test(arguments: ["a.ndjson", "a.json5", "a.json", "folder"])
  func `an export of a data file that cannot be read to its end leaves the older export`(
    _ target: String
  ) throws {
    let data = ["--data", "x.sqlite"]
    let many = (0..<2000).map { #"{"localId":"\#($0)","displayName":"Name \#($0)."}"# }
    try workspace.write(Data(many.joined(separator: "\n").utf8), "many.ndjson")
    try workspace.run(["import", "many.ndjson"] + data)
    try workspace.run(["export", target] + data)
    let file = target == "folder" ? "folder/auth_export/accounts.json" : target
    let (names, bytes) = (try workspace.names(), try workspace.bytes(file))
    var stored = try workspace.bytes("x.sqlite")
    let name = try #require(stored.range(of: Data("Name 1500.".utf8)))
    let page = name.lowerBound / 4096 * 4096
    stored.replaceSubrange(page..<page + 8, with: Data(repeating: 0xFF, count: 8))
    try workspace.write(stored, "x.sqlite")
    let failed = try workspace.run(["export", target] + data, code: 1)
    #expect(!failed.errors.isEmpty && failed.output.isEmpty)
    #expect(try workspace.names() == names)
    #expect(try workspace.bytes(file) == bytes)
  }

  @Test(arguments: [
    ("a.ndjson", ["--tenant", "t"]), ("folder/", ["--tenant", "t"]),
    ("a.json5", ["--rounds", "2"]),
    ("a.json", ["--csv-columns", "28"]), ("a.csv", ["--plain-passwords"]),
    ("a.ndjson", ["--hash-key", "k"]),
  ])
  func `an export rejects a flag that its format does not read`(
    _ target: String, _ flag: [String]
  ) throws {
    try workspace.write(Data(#"{"localId":"ann"}"#.utf8), "ann.ndjson")
    try workspace.run(["import", "ann.ndjson"])
    let run = try workspace.run(["export", target] + flag, code: 2)
    #expect(run.errors.contains("\(flag[0]) is for firebase") || flag[0] == "--plain-passwords")
    #expect(run.errors.contains(" alone, and the export is "), "\(run.errors)")
    #expect(try workspace.names() == [".auth-emulator", "ann.ndjson", "tmp"])
  }

  @Test(arguments: [
    ["export", "-"], ["export", "-", "--format", "ndjson"], ["seed", "export", "-"],
  ])
  func `an export writes no file that is called as standard output`(_ words: [String]) throws {
    try workspace.write(Data(#"{"localId":"ann"}"#.utf8), "ann.ndjson")
    try workspace.run(["import", "ann.ndjson"])
    let run = try workspace.run(words, code: 1)
    #expect(
      run.errors.contains("standard output is not supported, and ./- is a file"), "\(run.errors)")
    #expect(try workspace.names() == [".auth-emulator", "ann.ndjson", "tmp"])
    try workspace.run(words.map { $0 == "-" ? "./-" : $0 })
    #expect(try workspace.names().contains("-"))
  }

  @Test func `an export of an unknown tenant is rejected, and creates no tenant`() throws {
    try workspace.write(Data(#"{"localId":"ann","tenantId":"acme"}"#.utf8), "ann.ndjson")
    try workspace.run(["import", "ann.ndjson"])
    try workspace.run(["export", "a.json", "--tenant", "acme"])
    let bytes = try workspace.bytes("a.json")
    let run = try workspace.run(["export", "a.json", "--tenant", "acmee"], code: 1)
    #expect(run.errors.contains("There is no tenant acmee. Did you mean acme?"), "\(run.errors)")
    #expect(try workspace.bytes("a.json") == bytes)
    try workspace.run(["export", "all.json5"])
    #expect(!String(decoding: try workspace.bytes("all.json5"), as: UTF8.self).contains("acmee"))
  }

  @Test(arguments: ["it's mine.ndjson", "a b.json5", "a b.json", "a b/"])
  func `the command that imports an export has its path in quotes where a shell needs them`(
    _ target: String
  ) throws {
    try workspace.write(Data(#"{"localId":"ann"}"#.utf8), "ann.ndjson")
    try workspace.run(["import", "ann.ndjson"])
    let text = try workspace.run(["export", target]).output
    let command = try #require(text.firstRange(of: "import ")).upperBound
    let words = try Tool.run("sh", ["-c", "printf '%s\\n' \(text[command...])"]).output
    #expect(words.hasPrefix(target.trimmingCharacters(in: ["/"]) + "\n"), "\(text)")
  }

  @Test(arguments: ["out.json", "out.csv"])
  func `an export for auth:import counts the users of tenants that it leaves out`(
    _ target: String
  ) throws {
    let users = #"{"localId":"ann"}"# + "\n" + #"{"localId":"bo","tenantId":"acme"}"#
    try workspace.write(Data(users.utf8), "users.ndjson")
    try workspace.run(["import", "users.ndjson"])
    let text = try workspace.run(["export", target]).output
    #expect(text.contains("Left out: users of tenants, 1."), "\(text)")
    let own = try workspace.run(["export", target, "--tenant", "acme"]).output
    #expect(!own.contains("Left out"), "\(own)")
  }

  @Test func `an export for auth:import hashes with the given key`() throws {
    try workspace.write(
      Data(#"{"localId":"ann","email":"ann@x.test","password":"secret1"}"#.utf8), "ann.ndjson")
    let data = ["--data", "x.sqlite"]
    try workspace.run(["import", "ann.ndjson"] + data)
    let flags = ["--json", "--rounds", "2", "--mem-cost", "4"]
    func export(_ more: [String]) throws -> (key: String?, text: String) {
      let report = try JSON(
        parsing: workspace.run(["export", "out.json"] + flags + more + data).output)
      return (
        report["signerKey"]?.string,
        String(decoding: try workspace.bytes("out.json"), as: UTF8.self)
      )
    }
    let key = Data(repeating: 7, count: 64).base64EncodedString()
    let (usual, own) = (try export([]), try export(["--hash-key", key]))
    #expect(own.key == key && usual.key != key)
    #expect(own.text != usual.text && own.text.contains(#""localId":"ann""#))
  }

  @Test(arguments: [[], ["--plain-passwords"]], ["a.ndjson", "a.json5", "folder/"])
  func `an export that is imported where its users are changes nothing, and says so`(
    _ flags: [String], _ target: String
  ) throws {
    try workspace.write(Data(`Users in and out`.seed.utf8), "seed.json5")
    try workspace.run(["seed", "seed.json5"] + ["--data", "x.sqlite"])
    let own = target.hasSuffix("/") ? [] : flags
    try workspace.run(["export", target] + own + ["--data", "x.sqlite"])
    let run = try workspace.run(["import", target] + ["--data", "x.sqlite"])
    #expect(run.output.hasPrefix("\(target): 0 stored, 4 unchanged\n"), "\(run)")
    #expect(!run.output.contains("Changed"), "\(run)")
  }
}
