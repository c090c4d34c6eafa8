import EmuServer
import EmuTestSupport
import Foundation
import Synchronization
import Testing

@testable import EmuStore

@testable import EmuSQLite

/// Answers while the data file cannot be written: 503 with the reason, in the form of the API; and
/// the log's message.
@Suite struct `A data file that cannot be written` {
  enum Trouble: CaseIterable {
    case locked, removed, full

    var sentence: String {
      switch self {
      case .locked: "Another program holds the write lock of the data file"
      case .removed: "was removed or replaced while the emulator was running"
      case .full: "is full, so nothing was stored. Free some space"
      }
    }
  }

  /// A write call of each API, and the reason in its answer.
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let path: String
    /// Returns the body of a numbered call; each stores other data.
    let body: @Sendable (Int) -> String
    var isOAuth: Bool { path.hasPrefix("/issuers") }

    init(_ whose: String, _ path: String, _ body: @escaping @Sendable (Int) -> String) {
      (testDescription, self.path, self.body) = (whose, path, body)
    }

    func reason(_ reply: Reply) -> String? {
      if isOAuth {
        #expect(reply["error"] == "temporarily_unavailable")
        return reply["error_description"]?.string
      }
      #expect(reply["error"]?["status"] == "UNAVAILABLE")
      if !path.hasPrefix("/emulator") {
        #expect(reply["error"]?["errors"]?[0]?["reason"] == "backendError")
      }
      return reply["error"]?["message"]?.string
    }
  }

  static let forms: [Form] = [
    Form("the backend's", "/v1/projects/demo-project/accounts:batchCreate") {
      #"{"users":[\#(users($0))]}"#
    },
    Form("the control API's", "/emulator/v1/seed") {
      #"{"version":1,"projects":{"demo-project":{"users":[\#(users($0))]}}}"#
    },
    Form("the issuers' control API's", "/emulator/v1/issuers/google.com/tokens") {
      #"{"account":{"sub":"\#($0)","claims":{"x":"\#(long)\#(long)\#(long)\#(long)"}}}"#
    },
    Form("OAuth's", "/issuers/oidc.corp/device_authorization") { _ in
      "client_id=c&scope=openid+\(long)"
    },
  ]

  /// Longer than a row on a shared page, and within the limit of a scope.
  private static let long = String(repeating: "x", count: 1_900)

  private static func users(_ number: Int) -> String {
    (0..<200).map { #"{"localId":"\#(number)-\#($0)","email":"u\#(number)-\#($0)@x.test"}"# }
      .joined(separator: ",")
  }

  private static func call(_ form: Form, _ number: Int, _ emulator: TestEmulator) async -> Reply {
    let body = form.body(number)
    if form.isOAuth { return await emulator.form(form.path, FormFields(parsing: body)) }
    return await emulator.call(
      .post, form.path, bytes: Array(body.utf8),
      headers: ["Content-Type": "application/json", "Authorization": "Bearer owner"])
  }

  private final class Notices: Sendable {
    let texts = Mutex<[String]>([])
  }

  /// Limits the pages of the file to the existing ones, as on a full disk, or removes the limit.
  private static func limitPages(_ isFull: Bool, _ emulator: TestEmulator) throws {
    try emulator.store.write { writer in
      try writer.connection.execute(
        isFull ? "PRAGMA max_page_count = 1" : "PRAGMA max_page_count = 1000000")
    }
  }

  private static func path(of emulator: TestEmulator) throws -> String {
    try #require(emulator.emulator.configuration.dataFile)
  }

  private static func users(_ emulator: TestEmulator) async -> Int? {
    let reply = await emulator.batchGet("maxResults=1000")
    return reply["users"]?.array?.count ?? (reply.status == 200 ? 0 : nil)
  }

  private static func emulator(_ notices: Notices) throws -> TestEmulator {
    let emulator = try TestEmulator(isStored: true, isReopened: false) { configuration in
      configuration.onNotice = { text in notices.texts.withLock { $0.append(text) } }
    }
    // A start warns about a file that others can read, as the copy with the keys is.
    notices.texts.withLock { $0 = [] }
    return emulator
  }

  @Test(arguments: Trouble.allCases, forms)
  func `a failure to write is a 503 with its reason`(trouble: Trouble, form: Form) async throws {
    let notices = Notices()
    let emulator = try Self.emulator(notices)
    let path = try Self.path(of: emulator)
    await Self.call(form, 1, emulator).expect()
    let users = await Self.users(emulator)

    let holder = trouble == .locked ? try WriteLock(of: emulator) : nil
    if trouble == .removed { try FileManager.default.moveItem(atPath: path, toPath: path + ".a") }
    if trouble == .full { try Self.limitPages(true, emulator) }
    for number in 2...3 {
      let reply = await Self.call(form, number, emulator)
      #expect(reply.status == 503, "\(reply.json.serialized())")
      #expect(form.reason(reply)?.contains(trouble.sentence) == true, "\(reply.json.serialized())")
    }
    // The reason is logged once, not for every call.
    #expect(notices.texts.withLock { $0 }.map { $0.contains(trouble.sentence) } == [true])
    // Refused changes are rolled back, and reads succeed.
    #expect(await Self.users(emulator) == users)

    holder?.release()
    if trouble == .removed { try FileManager.default.moveItem(atPath: path + ".a", toPath: path) }
    if trouble == .full { try Self.limitPages(false, emulator) }
    #expect(await Self.call(form, 2, emulator).status == 200)
  }

  /// The disk is full in the middle of an import: stored slices remain.
  @Test func `an import that breaks off names every account that is not stored`() async throws {
    let emulator = try Self.emulator(Notices())
    _ = await Self.call(Self.forms[0], 1, emulator)
    let before = try #require(await Self.users(emulator))
    let pages = try emulator.store.write { writer in
      try writer.connection.first("PRAGMA page_count") { $0.integer(0) } ?? 0
    }
    try emulator.store.write { writer in
      try writer.connection.execute(SQL("PRAGMA max_page_count = \(pages + 300)"))
    }
    let count = 12_000
    let users = (0..<count).map { number -> JSON in
      ["localId": .string("late\(number)"), "email": .string("late\(number)@x.test")]
    }
    let reply = await emulator.admin("accounts:batchCreate", ["users": .array(users)])
    #expect(reply.status == 200)
    let failures = reply["error"]?.array ?? []
    let missing = Set(failures.compactMap { $0["index"]?.int })
    #expect(failures.count == missing.count && !missing.isEmpty && missing.count < count)
    #expect(failures.allSatisfy { $0["message"]?.string?.contains(Trouble.full.sentence) == true })
    try Self.limitPages(false, emulator)
    for index in 0..<count {
      let isStored = try emulator.user("late\(index)") != nil
      #expect(isStored != missing.contains(Int64(index)), "account \(index)")
    }
    #expect(before == 200)
  }

  @Test func `a data file that cannot be written is reported on an issuer's page`() async throws {
    let emulator = try Self.emulator(Notices())
    let address =
      "/issuers/oidc.corp/authorize?client_id=c&response_type=code&redirect_uri="
      + "http%3A%2F%2Flocalhost%2Fcb&scope=openid&emulator_auto=nobody"
    _ = await emulator.get(address)
    try FileManager.default.removeItem(atPath: try Self.path(of: emulator))
    let reply = await emulator.get(address)
    #expect(reply.status == 503)
    #expect(reply.text.contains(Trouble.removed.sentence))
  }
}
