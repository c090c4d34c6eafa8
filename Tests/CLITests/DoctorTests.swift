import EmuJSON
import Foundation
import Testing

@testable import EmuServer

@Suite(.timeLimit(.minutes(2))) struct `auth-emulator doctor` {
  private static func run(
    _ arguments: [String], in workspace: Workspace
  ) throws -> (code: Int32, report: JSON) {
    let run = try Invocation(["doctor", "--json"] + arguments, in: workspace)
    let code = try run.exitCode()
    #expect(run.errors == "")
    return (code, try JSON(parsing: Array(run.output.utf8)))
  }

  private static func status(_ name: String, _ report: JSON) -> String? {
    report["checks"]?.array?.first { $0["name"]?.string == name }?["status"]?.string
  }

  private static func message(_ name: String, _ report: JSON) -> String? {
    report["checks"]?.array?.first { $0["name"]?.string == name }?["message"]?.string
  }

  @Test func `auth-emulator doctor finds nothing in an empty folder, and creates nothing`() throws {
    let workspace = try Workspace()
    let (code, report) = try Self.run(["--port", "0"], in: workspace)
    #expect(code == 0)
    #expect(report["ok"] == true)
    for name in ["libraries", "port", "data file", "clock"] {
      #expect(Self.status(name, report) == "ok", "\(name): \(report.serialized())")
    }
    #expect(Self.status("https CA", report) == "note")
    #expect(report["caFile"] == .null)
    #expect(report["trust"] == [])
    #expect(try workspace.names() == ["tmp"])
  }

  @Test func `auth-emulator doctor names a port and a data file in use, with the next step`()
    throws
  {
    let workspace = try Workspace()
    let (emulator, port) = try Invocation.start(["--data", "x.sqlite"], in: workspace)
    let taken = try Self.run(["--port", "\(port)"], in: workspace)
    #expect(taken.code == 75)
    #expect(taken.report["ok"] == false)
    #expect(Self.message("port", taken.report)?.contains("\(port) is taken") == true)
    let both = try Self.run(["--port", "\(port)", "--data", "x.sqlite"], in: workspace)
    #expect(both.code == 1)
    #expect(
      Self.message("data file", both.report)?.contains("in use by another emulator") == true)
    #expect(try emulator.stop() == 0)
  }

  @Test func `auth-emulator doctor shows how to trust the CA on every platform`() throws {
    let workspace = try Workspace()
    let (emulator, _) = try Invocation.start(
      ["--data", "x.sqlite", "--tls-port", "0"], in: workspace)
    #expect(try emulator.stop() == 0)
    let arguments = ["--port", "0", "--data", "x.sqlite"]
    let (code, report) = try Self.run(arguments, in: workspace)
    #expect(code == 0)
    let file = try #require(report["caFile"]?.string)
    #expect(file.hasPrefix("/") && file.hasSuffix("/ca.pem"))
    #expect(Self.message("https CA", report)?.contains("is good until 20") == true)
    let steps = (report["trust"]?.array ?? []).map { $0["step"]?.string ?? "" }
    for word in [
      "add-trusted-cert", "update-ca-certificates", "update-ca-trust", "simctl keychain",
      "adb push", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "keytool", "curl --cacert",
    ] {
      #expect(steps.contains { $0.contains(word) && $0.contains(file) }, "\(word)")
    }
    let text = try Invocation(["doctor"] + arguments, in: workspace)
    #expect(try text.exitCode() == 0)
    #expect(text.output.contains("Debian, Ubuntu"))
  }

  @Test func `auth-emulator doctor names a CA that is damaged`() throws {
    let workspace = try Workspace()
    try workspace.write(Data("x".utf8), "ca.pem")
    let arguments = ["--port", "0", "--data", "x.sqlite"]
    let (code, report) = try Self.run(arguments, in: workspace)
    #expect(code == 1)
    #expect(Self.message("https CA", report)?.contains("ca-key.pem") == true)
  }

  @Test
  func `auth-emulator doctor names a missing folder of the data file, which start does not create`()
    throws
  {
    let workspace = try Workspace()
    let arguments = ["--port", "0", "--data", "nowhere/x.sqlite"]
    let (code, report) = try Self.run(arguments, in: workspace)
    #expect(code == 1)
    #expect(Self.status("data file", report) == "failed")
    let message = try #require(Self.message("data file", report))
    #expect(message.contains("nowhere") && message.contains("--data FILE"), "\(message)")
    #expect(try Invocation(["start", "--json"] + arguments, in: workspace).exitCode() == 1)
  }

  enum Fault: CaseIterable {
    case expired, notYetValid, keyAlone, certificateAlone, foreignKey, readableKey, writableCA
    case linkedKey

    func make(in workspace: Workspace) throws {
      let made: Int64 =
        switch self {
        case .expired: 1_000_000_000
        case .notYetValid: 9_000_000_000
        default: Int64(Date.now.timeIntervalSince1970)
        }
      _ = try LocalAuthority(folder: workspace.url.path, now: made)
      switch self {
      case .expired, .notYetValid: break
      case .keyAlone: try workspace.remove("ca.pem")
      case .certificateAlone: try workspace.remove("ca-key.pem")
      case .foreignKey:
        let other = try Workspace()
        _ = try LocalAuthority(folder: other.url.path, now: made)
        try workspace.write(try other.bytes("ca-key.pem"), "ca-key.pem")
        try workspace.setMode("ca-key.pem", 0o600)
      case .readableKey: try workspace.setMode("ca-key.pem", 0o644)
      case .writableCA: try workspace.setMode("ca.pem", 0o666)
      case .linkedKey:
        try workspace.write(try workspace.bytes("ca-key.pem"), "key.pem")
        try workspace.setMode("key.pem", 0o600)
        try workspace.remove("ca-key.pem")
        try workspace.link("ca-key.pem", to: "key.pem")
      }
    }
  }

  @Test(arguments: Fault.allCases)
  func `auth-emulator doctor reports a CA as start does, and requests no trust in it`(
    _ fault: Fault
  ) throws {
    let workspace = try Workspace()
    try fault.make(in: workspace)
    let (code, report) = try Self.run(["--port", "0", "--data", "x.sqlite"], in: workspace)
    #expect(code == 1)
    #expect(Self.status("https CA", report) == "failed")
    #expect(report["caFile"] == .null)
    #expect(report["trust"] == [])
    let start = try Invocation(
      ["start", "--json", "--port", "0", "--tls-port", "0", "--data", "x.sqlite"], in: workspace)
    #expect(try start.exitCode() == 1)
    let message = try #require(Self.message("https CA", report))
    #expect(message.contains("Without them the next start makes a new CA"))
    #expect(start.errors.contains(message), "\(start.errors)")
  }

  @Test func `auth-emulator doctor refuses unknown flags`() throws {
    let run = try Invocation(["doctor", "--tls"])
    #expect(try run.exitCode() == 2)
    #expect(run.errors.contains("auth-emulator doctor --help"))
  }
}
