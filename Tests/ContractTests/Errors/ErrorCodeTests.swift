import EmuServer
import EmuTestSupport
import EmuTestTools
import Foundation
import Testing

@Suite final class `Server codes`: EmulatorSuite {
  @Test(arguments: ErrorRow.all)
  func `server codes have their status and message`(_ row: ErrorRow) async throws {
    try await row.reply().expect(row.status, message: row.message)
  }

  @Test(arguments: ErrorRow.documented.filter { $0.status == 400 })
  func `server codes have the texts of an invalid request`(row: ErrorRow) async throws {
    let reply = try await row.reply()
    #expect(reply["error"]?["errors"]?[0]?["reason"] == "invalid")
    #expect(reply["error"]?["errors"]?[0]?["message"]?.string == row.message)
  }

  @Test func `documented server codes are all reached, or listed as unreachable`() throws {
    let reached = Set(ErrorRow.all.map(\.code)).union(Self.elsewhere.keys)
    let documented = Set(
      try Repository.text("Tests/ContractTests/Errors/codes.txt").split(separator: "\n")
        .map(String.init))
    let unreachable = try Self.unreachable()
    #expect(documented.subtracting(reached).subtracting(unreachable) == [])
    #expect(unreachable.intersection(reached) == [])
    #expect(unreachable.union(ErrorRow.documented.map(\.code)).isSubset(of: documented))
  }

  /// Codes outside an error's message: the test of each.
  private static let elsewhere = ["NOT_DISABLED": "a disabled user is deleted only by force"]

  @Test func `the server code NOT_DISABLED accompanies the user`() async throws {
    let ada = await emulator.person()
    let reply = await emulator.admin("accounts:batchDelete", ["localIds": [ada.uid]]).expect(200)
    let message = reply["errors"]?[0]?["message"]?.string
    #expect(message?.hasPrefix("NOT_DISABLED : ") == true)
  }

  private static func unreachable() throws -> Set<String> {
    let page = try Repository.text("docs/fidelity/api.md")
    let section = try #require(page.range(of: "## Server codes that are never answered\n"))
    let rest = page[section.upperBound...]
    let end = rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex
    var codes: Set<String> = []
    for line in rest[..<end].split(separator: "\n") where line.hasPrefix("| `") {
      let cell = line.dropFirst(2).prefix { $0 != "|" }
      codes.formUnion(cell.matches(of: /`([A-Z_]+)`/).map { String($0.1) })
    }
    return codes
  }
}

struct ErrorRow: Sendable, CustomTestStringConvertible {
  var message: String
  var code: String
  var status: Int
  private let request: @Sendable () async throws -> Reply
  private let replies = LazyValue<Reply>()

  /// - Parameter code: nil for the message up to its detail.
  init(
    _ message: String, code: String? = nil, status: Int = 400,
    in profile: Profile = .compatible, _ call: TableCall
  ) {
    self.init(message, code: code, status: status, in: profile) {
      try await call.send($0, $0.person())
    }
  }

  init(
    _ message: String, code: String? = nil, status: Int = 400,
    in profile: Profile = .compatible, signsIDTokens: Bool = false,
    _ request: @escaping @Sendable (TestEmulator) async throws -> Reply
  ) {
    self.message = message
    self.code = code ?? String(message.prefix { $0 != " " })
    self.status = status
    self.request = {
      try await request(TestEmulator.patient(profile) { $0.signsIDTokens = signsIDTokens })
    }
  }

  var testDescription: String { message }

  func reply() async throws -> Reply { try await replies.value(request) }

  /// Rows of documented codes.
  static let documented =
    accounts + tokens + codes + apps + providers + settings + secondFactors + functions

  static let all = documented + SwitchRow.all.map(\.on) + CredentialRow.refused
}
