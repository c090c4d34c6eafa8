import EmuJSON
import EmuTestTools
import Foundation
import Testing

@testable import EmuCommand
@testable import EmuServer

@Suite(.timeLimit(.minutes(2))) struct `auth-emulator start --tls-port` {
  private static let files = [".gitignore", "ca-key.pem", "ca.pem"]

  private static func start(
    _ arguments: String..., in workspace: Workspace? = nil
  ) throws -> Invocation {
    try Invocation.start(["--tls-port", "0"] + arguments, in: workspace).0
  }

  @Test func `auth-emulator start --tls-port reports the https address and the CA`() throws {
    let run = try Self.start("--ephemeral")
    let line = try run.readyLine()
    let url = try #require(line["tlsUrl"]?.string)
    #expect(url.hasPrefix("https://127.0.0.1:"))
    #expect(url.dropFirst("https".count) != line["url"]?.string?.dropFirst("http".count))
    let caFile = try #require(line["caFile"]?.string)
    #expect(caFile.hasPrefix("/") && caFile.hasSuffix("/.auth-emulator/ca.pem"))
    let text = try String(contentsOf: URL(filePath: caFile), encoding: .utf8)
    #expect(text.hasPrefix("-----BEGIN CERTIFICATE-----\n"))
  }

  @Test
  func `auth-emulator start --tls-port stores the CA for its owner only, outside version control`()
    throws
  {
    let run = try Self.start("--ephemeral")
    #expect(try run.stop() == 0)
    #expect(try run.workspace.names(in: ".auth-emulator") == Self.files)
    for name in ["ca.pem", "ca-key.pem"] {
      #expect(try run.workspace.mode(".auth-emulator/\(name)") == 0o600)
    }
  }

  @Test func `auth-emulator start --tls-port creates the CA once`() throws {
    let workspace = try Workspace()
    var seen: Set<Data> = []
    for _ in 1...2 {
      #expect(try Self.start(in: workspace).stop() == 0)
      seen.insert(try workspace.bytes(".auth-emulator/ca.pem"))
      seen.insert(try workspace.bytes(".auth-emulator/ca-key.pem"))
    }
    #expect(seen.count == 2)
  }

  @Test func `auth-emulator start --tls-port makes one CA when several start together`() throws {
    let workspace = try Workspace()
    let runs = try (1...4).map { _ in
      try Invocation(
        ["start", "--json", "--port", "0", "--tls-port", "0", "--ephemeral"], in: workspace)
    }
    for run in runs { #expect(try run.readyLine()["tlsUrl"] != nil, "\(run.errors)") }
    for run in runs { #expect(try run.stop() == 0) }
  }

  @Test func `auth-emulator start --tls-port keeps the CA beside a custom data file`() throws {
    let run = try Self.start("--data", "x.sqlite")
    #expect(try run.stop() == 0)
    #expect(try run.workspace.names() == ["ca-key.pem", "ca.pem", "tmp", "x.sqlite"])
  }

  @Test(arguments: [
    ("x.sqlite", "."), ("data/x.sqlite", "data"), ("/x.sqlite", "/"), ("/data/x", "/data"),
    (".auth-emulator/state.sqlite", ".auth-emulator"),
  ])
  func `auth-emulator start --tls-port derives the folder of a data file`(
    _ path: String, _ folder: String
  ) {
    #expect(DataFolder.ofAuthority(besides: .file(path)) == folder)
  }

  @Test func `auth-emulator start without --tls-port creates no CA`() throws {
    let (run, _) = try Invocation.start(["--data", "x.sqlite"])
    #expect(try run.readyLine()["tlsUrl"] == nil)
    #expect(try run.readyLine()["caFile"] == nil)
    #expect(try run.stop() == 0)
    #expect(try run.workspace.names() == ["tmp", "x.sqlite"])
  }

  @Test(.needs("openssl"), arguments: OpenSSL.keys)
  func `auth-emulator start --tls-port serves the user's certificate`(_ kind: [String])
    throws
  {
    let workspace = try Workspace()
    try OpenSSL.certificate("own", kind, in: workspace.url)
    let run = try Self.start(
      "--ephemeral", "--tls-cert", "own.pem", "--tls-key", "own-key.pem", in: workspace)
    let line = try run.readyLine()
    #expect(line["tlsUrl"] != nil)
    #expect(line["caFile"] == nil)
    #expect(try run.stop() == 0)
    #expect(try workspace.names() == ["own-key.pem", "own.pem", "tmp"])
  }

  @Test(.needs("openssl"))
  func `auth-emulator start --tls-port accepts a key after the parameters of its curve`()
    throws
  {
    let workspace = try Workspace()
    try OpenSSL.certificate("own", OpenSSL.keys[0], in: workspace.url)
    // The output of `openssl ecparam -genkey -name prime256v1`.
    let parameters = """
      -----BEGIN EC PARAMETERS-----
      BggqhkjOPQMBBw==
      -----END EC PARAMETERS-----

      """
    try workspace.write(Data(parameters.utf8) + workspace.bytes("own-key.pem"), "key.pem")
    let run = try Self.start(
      "--ephemeral", "--tls-cert", "own.pem", "--tls-key", "key.pem", in: workspace)
    #expect(try run.readyLine()["tlsUrl"] != nil)
  }
}

@Suite(.timeLimit(.minutes(2))) struct `auth-emulator start --tls-port rejects` {
  private static func failure(
    _ arguments: String..., in workspace: Workspace
  ) throws -> (code: Int32, errors: String) {
    let run = try Invocation(
      ["start", "--json", "--port", "0", "--tls-port", "0"] + arguments, in: workspace)
    let code = try run.exitCode()
    #expect(run.output == "")
    return (code, run.errors)
  }

  @Test func `auth-emulator start --tls-port rejects a port in use, with 75`() throws {
    let (first, port) = try Invocation.start()
    let (code, errors) = try Self.failure(
      "--ephemeral", "--tls-port", "\(port)", in: Workspace())
    #expect(code == 75)
    #expect(errors.contains("\(port) is taken"))
    #expect(errors.contains("--tls-port (0 picks a free one)"))
    withExtendedLifetime(first) {}
  }

  enum Damage: CaseIterable {
    case certificate, key, noCertificate, noKey, foreignKey, swapped
  }

  @Test(arguments: Damage.allCases)
  func `auth-emulator start --tls-port rejects a damaged CA, unchanged`(_ damage: Damage) throws {
    let workspace = try Workspace()
    _ = try LocalAuthority(folder: workspace.url.path, now: Self.now)
    let names = ["ca.pem", "ca-key.pem"]
    let garbage = Data("-----BEGIN CERTIFICATE-----\nAAAA\n".utf8)
    switch damage {
    case .certificate: try workspace.write(garbage, names[0])
    case .key: try workspace.write(Data(), names[1])
    case .noCertificate: try workspace.remove(names[0])
    case .noKey: try workspace.remove(names[1])
    case .foreignKey:
      let other = try Workspace()
      _ = try LocalAuthority(folder: other.url.path, now: Self.now)
      try workspace.write(try other.bytes(names[1]), names[1])
    case .swapped:
      let bytes = try names.map(workspace.bytes)
      try workspace.write(bytes[1], names[0])
      try workspace.write(bytes[0], names[1])
    }
    let before = names.map { try? workspace.bytes($0) }
    let (code, errors) = try Self.failure("--data", "x.sqlite", in: workspace)
    #expect(code == 1)
    #expect(errors.contains("ca.pem") && errors.contains("ca-key.pem"), "\(errors)")
    #expect(errors.contains("or remove both. Without them the next start makes a new CA"))
    #expect(names.map { try? workspace.bytes($0) } == before)
    #expect(try !workspace.names().contains("x.sqlite"))
  }

  @Test(arguments: [
    (1_000_000_000, "2011-09-07T01:46:40.000Z"), (9_000_000_000, "2265-"),
  ])
  func `auth-emulator start --tls-port rejects a CA outside its validity, untouched`(
    _ made: Int64, _ date: String
  ) throws {
    let workspace = try Workspace()
    let kept = try LocalAuthority(folder: workspace.url.path, now: made)
    let before = try workspace.bytes("ca.pem")
    let (code, errors) = try Self.failure("--data", "x.sqlite", in: workspace)
    #expect(code == 1)
    #expect(errors.contains(kept.caFile))
    #expect(errors.contains(date), "\(errors)")
    #expect(errors.contains("Set the clock right, or remove it and"))
    #expect(try workspace.bytes("ca.pem") == before)
  }

  @Test func `auth-emulator start --tls-port rejects a missing folder`() throws {
    let (code, errors) = try Self.failure("--data", "nowhere/x.sqlite", in: Workspace())
    #expect(code == 1)
    #expect(errors.contains("The folder nowhere, where the local CA is kept, cannot be used"))
    #expect(errors.contains("--tls-cert FILE"))
  }

  @Test(
    .needs("openssl"),
    arguments: [
      ("a.pem", "b-key.pem", "the key is not the one that the certificate certifies"),
      ("a-key.pem", "a.pem", "are no certificate with its key"),
      ("a.pem", "tmp", "tmp cannot be read"),
      ("none.pem", "a-key.pem", "Check the path after --tls-cert."),
      ("a.pem", "none.pem", "Check the path after --tls-key."),
    ])
  func `auth-emulator start --tls-port rejects a certificate without its key`(
    _ certificate: String, _ key: String, _ message: String
  ) throws {
    let workspace = try Workspace()
    for name in ["a", "b"] { try OpenSSL.certificate(name, OpenSSL.keys[0], in: workspace.url) }
    let (code, errors) = try Self.failure(
      "--data", "x.sqlite", "--tls-cert", certificate, "--tls-key", key, in: workspace)
    #expect(code == 1)
    #expect(errors.contains(message), "\(errors)")
    #expect(try !workspace.names().contains("x.sqlite"))
  }

  private static let now = Int64(Date.now.timeIntervalSince1970)
}

@Suite struct `A local authority` {
  @Test func `a local authority issues certificates within its own validity`() throws {
    let workspace = try Workspace()
    let made: Int64 = 1_800_000_000
    let end = made + 3650 * 86_400
    for now in [made, made + 86_400, end - 1] {
      let authority = try LocalAuthority(folder: workspace.url.path, now: now)
      _ = try authority.issue(for: ["localhost"], now: now)
    }
    let error = #expect(throws: TLSError.self) {
      try LocalAuthority(folder: workspace.url.path, now: end)
    }
    #expect(error?.code == .notValidNow)
  }
}
