import EmuHTTP
import EmuJSON
import Foundation
import Testing

@testable import EmuCommand

/// The state after a failed export, and the flags of an export.
@Suite(.timeLimit(.minutes(2))) struct `An export` {
  private static func run(
    _ words: [String], in workspace: Workspace, code: Int32 = 0
  ) throws -> (output: String, errors: String) {
    let run = try Invocation(words, in: workspace)
    #expect(try run.exitCode() == code, "\(words): \(run.output)\(run.errors)")
    return (run.output, run.errors)
  }

  @Test func `an export folder that cannot be written leaves the older one unchanged`() throws {
    let workspace = try Workspace()
    let (server, _) = try Invocation.start(["--ephemeral"], in: workspace)
    let url = try #require(try server.readyLine()["url"]?.string)
    _ = try Self.run(["users", "create", "--uid", "ann", "--url", url], in: workspace)
    _ = try Self.run(["export", "folder", "--url", url], in: workspace)
    let names = try workspace.names(in: "folder/auth_export")
    let accounts = try workspace.bytes("folder/auth_export/accounts.json")
    // The export has written the configuration by then, and not the users.
    _ = try ControlClient(url).bytes(
      .post, "/emulator/v1/faults",
      body: Array(#"{"match":{"operation":"*accounts:batchGet"},"effect":{"status":503}}"#.utf8))
    _ = try Self.run(["export", "folder", "--url", url], in: workspace, code: 1)
    #expect(try workspace.names(in: "folder/auth_export") == names)
    #expect(try workspace.bytes("folder/auth_export/accounts.json") == accounts)
    #expect(
      try workspace.names(in: "folder") == ["auth_export", "firebase-export-metadata.json"])
    #expect(try server.stop() == 0)
  }

  @Test func `an export for auth:import hashes with the given key`() throws {
    let workspace = try Workspace()
    try workspace.write(
      Data(#"{"localId":"ann","email":"ann@x.test","password":"secret1"}"#.utf8), "ann.ndjson")
    let data = ["--data", "x.sqlite"]
    _ = try Self.run(["import", "ann.ndjson"] + data, in: workspace)
    let flags = ["--json", "--rounds", "2", "--mem-cost", "4"]
    func export(_ more: [String]) throws -> (key: String?, text: String) {
      let report = try JSON(
        parsing: Self.run(["export", "out.json"] + flags + more + data, in: workspace).output)
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
}
