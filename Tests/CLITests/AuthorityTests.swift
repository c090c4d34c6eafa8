import EmuJSON
import Foundation
import Testing

@testable import EmuServer

/// The local CA that `start --tls-port` makes, as `start` and `doctor` find it later.
@Suite(.timeLimit(.minutes(2))) final class `A local authority`: WorkspaceSuite {
  enum Damage: CaseIterable {
    case garbage, emptyKey, keyAlone, certificateAlone, foreignKey, swapped, expired, notYetValid
    case readableKey, writableCA, linkedKey

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
      case .garbage: try workspace.write("-----BEGIN CERTIFICATE-----\nAAAA\n", "ca.pem")
      case .emptyKey: try workspace.write("", "ca-key.pem")
      case .keyAlone: try workspace.remove("ca.pem")
      case .certificateAlone: try workspace.remove("ca-key.pem")
      case .foreignKey:
        let other = Workspace()
        _ = try LocalAuthority(folder: other.url.path, now: made)
        try workspace.write(try other.bytes("ca-key.pem"), "ca-key.pem")
        try workspace.setMode("ca-key.pem", 0o600)
      case .swapped:
        let bytes = try workspace.bytes("ca.pem")
        try workspace.write(try workspace.bytes("ca-key.pem"), "ca.pem")
        try workspace.write(bytes, "ca-key.pem")
      case .readableKey: try workspace.setMode("ca-key.pem", 0o644)
      case .writableCA: try workspace.setMode("ca.pem", 0o666)
      case .linkedKey:
        try workspace.write(try workspace.bytes("ca-key.pem"), "key.pem")
        try workspace.setMode("key.pem", 0o600)
        try workspace.remove("ca-key.pem")
        try workspace.link("ca-key.pem", to: "key.pem")
      }
    }

    /// The message of both commands, beside the names of the files.
    var words: [String] {
      switch self {
      case .expired:
        ["ca.pem", "2011-09-07T01:46:40.000Z", "Set the clock right, or remove it and"]
      case .notYetValid: ["ca.pem", "2265-", "Set the clock right, or remove it and"]
      case .readableKey:
        ["ca-key.pem is not used (others can read it: its mode is 0644)", "Remove ", "mode 0600"]
      case .writableCA, .linkedKey: []
      default:
        ["ca.pem", "ca-key.pem", "or remove both. Without them the next start makes a new CA"]
      }
    }
  }

  @Test(arguments: Damage.allCases)
  func `a damaged local authority is named by start and doctor, and left`(damage: Damage) throws {
    try damage.make(in: workspace)
    let (names, files) = (try workspace.names(), ["ca.pem", "ca-key.pem"])
    let before = files.map { try? workspace.bytes($0) }
    let doctor = try workspace.result("doctor --json --port 0 --data x.sqlite")
    #expect(doctor.code == 1 && doctor.errors == "")
    let report = try JSON(parsing: doctor.output)
    let check = try #require(report["checks"]?.array?.first { $0["name"] == "https CA" })
    #expect(check["status"] == "failed")
    #expect(report["caFile"] == .null && report["trust"] == [])
    let message = try #require(check["message"]?.string)
    for words in damage.words + ["Without them the next start makes a new CA"] {
      #expect(message.contains(words), "\(message)")
    }
    let start = try workspace.fail("start --json --port 0 --tls-port 0 --data x.sqlite", message)
    #expect(start.output == "")
    #expect(files.map { try? workspace.bytes($0) } == before)
    #expect(try workspace.names() == names)
  }

  @Test func `a local authority issues certificates within its own validity`() throws {
    let made: Int64 = 1_800_000_000
    let end = made + 3650 * 86_400
    for now in [made, made + 86_400, end - 1] {
      let authority = try LocalAuthority(folder: workspace.url.path, now: now)
      _ = try authority.issue(for: ["localhost"], now: now)
    }
    let error = #expect(throws: TLSError.self) {
      try LocalAuthority(folder: workspace.url.path, now: end)
    }
    #expect(error?.message.contains("by this machine's clock that is not now") == true)
  }
}
