import EmuJSON
import EmuTestTools
import Foundation
import Testing

@testable import EmuCommand

@Suite(.timeLimit(.minutes(2))) final class `auth-emulator start --tls-port`: WorkspaceSuite {
  private func start(_ flags: String) throws -> Invocation {
    try workspace.start("--tls-port 0 \(flags)")
  }

  @Test func `auth-emulator start --tls-port makes one CA for its owner only`() throws {
    var seen: Set<Data> = []
    for flags in ["--ephemeral", "", ""] {
      let run = try start(flags)
      let line = try run.readyLine()
      let url = try #require(line["tlsUrl"]?.string)
      #expect(url.hasPrefix("https://127.0.0.1:"))
      #expect(url.dropFirst("https".count) != line["url"]?.string?.dropFirst("http".count))
      let caFile = try #require(line["caFile"]?.string)
      #expect(caFile.hasPrefix("/") && caFile.hasSuffix("/.auth-emulator/ca.pem"))
      let text = try String(contentsOf: URL(filePath: caFile), encoding: .utf8)
      #expect(text.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
      #expect(try run.stop() == 0)
      let names = try workspace.names(in: ".auth-emulator").filter { $0 != "state.sqlite" }
      #expect(names == [".gitignore", "ca-key.pem", "ca.pem"])
      for name in names.dropFirst() {
        #expect(try workspace.mode(".auth-emulator/\(name)") == 0o600)
        seen.insert(try workspace.bytes(".auth-emulator/\(name)"))
      }
    }
    #expect(seen.count == 2)
  }

  @Test func `auth-emulator start --tls-port makes one CA when several start together`() throws {
    let runs = try (1...4).map { _ in
      try Invocation("start --json --port 0 --tls-port 0 --ephemeral", in: workspace)
    }
    for run in runs { #expect(try run.readyLine()["tlsUrl"] != nil, "\(run.errors)") }
    for run in runs { #expect(try run.stop() == 0) }
  }

  @Test func `auth-emulator start --tls-port keeps its CA beside the data file`() throws {
    let plain = try workspace.start("--data x.sqlite")
    #expect(try plain.readyLine()["tlsUrl"] == nil && plain.readyLine()["caFile"] == nil)
    #expect(try plain.stop() == 0)
    #expect(try workspace.names() == ["tmp", "x.sqlite"])
    #expect(try start("--data x.sqlite").stop() == 0)
    #expect(try workspace.names() == ["ca-key.pem", "ca.pem", "tmp", "x.sqlite"])
  }

  @Test(arguments: [
    ("x.sqlite", "."), ("data/x.sqlite", "data"), ("/x.sqlite", "/"), ("/data/x", "/data"),
    (".auth-emulator/state.sqlite", ".auth-emulator"),
  ]) func `auth-emulator start --tls-port derives a folder`(path: String, folder: String) {
    #expect(DataFolder.ofAuthority(besides: path) == folder)
  }

  @Test(.needs("openssl"), arguments: OpenSSL.keys)
  func `auth-emulator start --tls-port serves the user's certificate`(kind: [String]) throws {
    try OpenSSL.certificate("own", kind, in: workspace.url)
    let run = try start("--ephemeral --tls-cert own.pem --tls-key own-key.pem")
    #expect(try run.readyLine()["tlsUrl"] != nil && run.readyLine()["caFile"] == nil)
    #expect(try run.stop() == 0)
    #expect(try workspace.names() == ["own-key.pem", "own.pem", "tmp"])
  }

  @Test(.needs("openssl"))
  func `auth-emulator start --tls-port accepts a key after the parameters of its curve`() throws {
    try OpenSSL.certificate("own", OpenSSL.keys[0], in: workspace.url)
    // The output of `openssl ecparam -genkey -name prime256v1`.
    let parameters = """
      -----BEGIN EC PARAMETERS-----
      BggqhkjOPQMBBw==
      -----END EC PARAMETERS-----

      """
    try workspace.write(Data(parameters.utf8) + workspace.bytes("own-key.pem"), "key.pem")
    let run = try start("--ephemeral --tls-cert own.pem --tls-key key.pem")
    #expect(try run.readyLine()["tlsUrl"] != nil)
  }

  // MARK: - Rejections

  private func expectFailure(_ flags: String, code: Int32 = 1, saying words: String...) throws {
    let run = try workspace.run("start --json --port 0 --tls-port 0 \(flags)", code: code)
    #expect(run.output == "")
    for word in words { #expect(run.errors.contains(word), "\(run.errors)") }
    #expect(try !workspace.names().contains("x.sqlite"))
  }

  @Test func `auth-emulator start --tls-port rejects a port in use and a missing folder`() throws {
    let first = try Workspace().start()
    try expectFailure(
      "--ephemeral --tls-port \(first.port)", code: 75,
      saying: "\(first.port) is taken", "--tls-port (0 picks a free one)")
    try expectFailure(
      "--data nowhere/x.sqlite",
      saying: "The folder nowhere, where the local CA is kept, cannot be used", "--tls-cert FILE")
    withExtendedLifetime(first) {}
  }

  @Test(
    .needs("openssl"),
    arguments: [
      ("a.pem", "b-key.pem", "the key is not the one that the certificate certifies"),
      ("a-key.pem", "a.pem", "are not a certificate with its key"),
      ("a.pem", "tmp", "tmp cannot be read"),
      ("none.pem", "a-key.pem", "Check the path after --tls-cert."),
      ("a.pem", "none.pem", "Check the path after --tls-key."),
    ])
  func `--tls-port rejects wrong files`(certificate: String, key: String, message: String) throws {
    for name in ["a", "b"] { try OpenSSL.certificate(name, OpenSSL.keys[0], in: workspace.url) }
    try expectFailure("--data x.sqlite --tls-cert \(certificate) --tls-key \(key)", saying: message)
  }
}
