import EmuServer
import EmuTestSupport
import EmuThread
import Synchronization
import Testing

/// Imports with stored bodies, and imports in several transactions.
@Suite final class `A long import`: EmulatorSuite {
  private static func request(
    _ body: String, stored: Bool, project: String = "demo-project"
  ) -> Request {
    var request = Request(
      method: .post,
      path: "/identitytoolkit.googleapis.com/v1/projects/\(project)/accounts:batchCreate",
      headers: [
        "Host": "localhost:9099", "Content-Type": "application/json",
        "Authorization": "Bearer owner",
      ])
    if stored {
      request.storedBody = BytesBody(Array(body.utf8))
    } else {
      request.body = Array(body.utf8)
    }
    return request
  }

  private static func users(_ numbers: Range<Int>, _ more: (Int) -> String = { _ in "" }) -> String
  {
    numbers.map { #"{"localId":"u\#($0)","email":"u\#($0)@example.com"\#(more($0))}"# }
      .joined(separator: ",")
  }

  /// Imports with errors and options that concern all accounts, at the edges of slices.
  static let bodies: [String] = [
    "", "{}", "[]", "7", "{", #"{"users":[]}"#, #"{"users":null}"#, #"{"users":{}}"#,
    #"{"users":"x"}"#, #"{"users":[\#(users(0..<3))]}"#, #"{"users":[\#(users(0..<3))"#,
    #"{"users":[\#(users(0..<1200))]}"#,
    // The hash parameters follow the accounts.
    #"{"users":[{"localId":"a","email":"a@example.com","salt":"c2FsdA==","passwordHash":"6mwBTcctb4zNHtkqzh1B8NjeiVc="}],"hashAlgorithm":"PBKDF_SHA1","rounds":2}"#,
    #"{"users":[\#(users(0..<2))],"hashAlgorithm":"ROT13"}"#,
    #"{"users":[\#(users(0..<2))],"hashAlgorithm":"STANDARD_SCRYPT","cpuMemCost":65536,"blockSize":1}"#,
    #"{"users":[\#(users(0..<2))],"targetProjectId":7}"#,
    #"{"users":[\#(users(0..<2))],"tenantId":"nobody"}"#,
    // Duplicates: adjacent, far apart, and more than one.
    #"{"users":[\#(users(0..<2)),\#(users(1..<2))]}"#,
    #"{"users":[\#(users(0..<1100)),\#(users(5..<7)),\#(users(3..<4))]}"#,
    #"{"users":[\#(users(0..<1100)),\#(users(5..<7))],"allowOverwrite":true}"#,
    #"{"users":[\#(users(0..<600)),{"localId":"x","email":"U7@example.com"}],"sanityCheck":true}"#,
    #"{"users":[\#(users(0..<600)),{"localId":"x","email":"U7@example.com"}]}"#,
    #"{"sanityCheck":true,"users":[\#(users(0..<600) { #","providerUserInfo":[{"providerId":"google.com","rawId":"g\#($0 % 599)"}]"# })]}"#,
    // Rows that cannot be stored, at the edges of slices.
    #"{"users":[\#(users(0..<1200) { [0, 499, 999, 1000, 1001, 1199].contains($0) ? #","phoneNumber":"x""# : "" })]}"#,
    // A malformed row at the end: nothing is stored.
    #"{"users":[\#(users(0..<1200)),{"localId":"x","disabled":"yes"}]}"#,
    #"{"users":[\#(users(0..<1200)),{"localId":"x","createdAt":{}}]}"#,
    #"{"users":[\#(users(0..<1200)),7]}"#, #"{"users":[\#(users(0..<1200)),]}"#,
    #"{"users":[\#(users(0..<1200))],}"#, #"{"users":[\#(users(0..<1200))] 7}"#,
    // More than 64 KB, read without a tree where possible: unusual accounts are between others.
    #"{"users":[\#(users(0..<2500) { [0, 999, 1000, 1700, 2499].contains($0) ? #","phone_number":"x""# : [7, 2000].contains($0) ? #","displayName":"\u0041""# : "" })]}"#,
    #"{"users":[\#(users(0..<2500)),{"localId":"x","disabled":"yes"}]}"#,
    #"{"users":[\#(users(0..<2500)),{"localId":"u7"}]}"#,
    // Unknown fields.
    #"{"users":[\#(users(0..<3) { #","nickname\#($0)":1"# })],"extra":{"a":[1]}}"#,
  ]

  /// A recording of production: 1,001 accounts are stored.
  @Test(arguments: Profile.allCases)
  func `a long import may have more than a thousand accounts`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    let users = try JSON(parsing: "[\(Self.users(0..<1001))]").array ?? []
    #expect(await emulator.batchCreate(users).status == 200)
    #expect(await emulator.userCount() == 1001)
  }

  @Test(arguments: bodies.indices)
  func `a long import does what one in memory does`(_ row: Int) async throws {
    var outcomes: [(status: Int, body: JSON, users: JSON)] = []
    for isStored in [false, true] {
      let emulator = try TestEmulator()
      let body = Self.bodies[row]
      guard !(isStored && body.isEmpty) else { return }
      let reply = PendingReply(emulator, Self.request(body, stored: isStored)).reply()
      let kept = await emulator.batchGet("maxResults=-1")
      // The location of a syntax error has different words.
      let syntax = "Invalid JSON payload received."
      let isSyntax = reply.errorMessage?.hasPrefix(syntax) == true
      outcomes.append((reply.status, isSyntax ? .string(syntax) : reply.json, kept.json))
    }
    #expect(outcomes[0] == outcomes[1])
    if outcomes[0].status != 200 { #expect(outcomes[0].users["users"] == []) }
  }

  @Test func `a long import names unknown fields with their places`() async {
    let body = #"{"users":[{"localId":"a","nickname":1},{"localId":"b","mfaInfo":[{"x":1}]}]}"#
    var found: [[String]] = []
    for isStored in [false, true] {
      let response = PendingReply(emulator, Self.request(body, stored: isStored)).response()
      found.append(response.annotations?.unknownFields ?? [])
    }
    #expect(found[0].sorted() == ["users[0].nickname", "users[1].mfaInfo[0].x"])
    #expect(found[0].sorted() == found[1].sorted())
  }

  @Test(arguments: [false, true])
  func `a long import lets others write between its slices`(_ isStored: Bool) async throws {
    // A new project is created first.
    _ = try emulator.currentProject()
    let body = #"{"users":[\#(Self.users(0..<1_100))]}"#
    let busy = BusyWorkers([emulator.emulator.workers.imports])
    let pending = PendingReply(emulator, Self.request(body, stored: isStored))
    let signUp = try await emulator.signUp("eve@example.com")
    #expect(!signUp.uid.isEmpty)
    #expect(!pending.hasArrived)
    // The first slice of a short body needs no thread for slow work, so the rest is stored after
    // the sign-up.
    let stored = isStored ? 1 : 1_001
    for _ in 0..<10_000 {
      if await emulator.userCount() == stored { break }
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(await emulator.userCount() == stored)
    #expect(!pending.hasArrived)
    busy.letGo()
    let reply = pending.reply()
    reply.expect(["error": []])
    #expect(await emulator.userCount() == 1_101)
  }

  @Test func `a long import of a new project is read by the threads for imports`() async throws {
    let gate = emulator.occupyWriter()
    let body = #"{"users":[\#(Self.users(0..<10))]}"#
    let pending = PendingReply(emulator, Self.request(body, stored: true, project: "new"))
    // They are free once the import waits for the project.
    let busy = BusyWorkers([emulator.emulator.workers.imports])
    gate.update { $0 = true }
    _ = try await emulator.signUp("eve@example.com")
    try await Task.sleep(for: .milliseconds(200))
    #expect(!pending.hasArrived)
    busy.letGo()
    pending.reply().expect(["error": []])
  }

  @Test func `a long import reports any number of failures`() async throws {
    let body = #"{"users":[\#(Self.users(0..<2500) { _ in #","phoneNumber":"x""# })]}"#
    let answer = PendingReply(emulator, Self.request(body, stored: true)).reply()
    #expect(answer["kind"] == "identitytoolkit#UploadAccountResponse")
    let failures = try #require(answer["error"]?.array)
    #expect(failures.map { $0["index"]?.int } == (0..<2500).map { Int64($0) })
    #expect(failures.allSatisfy { $0["message"] == "phone number format is invalid" })
  }

  /// A body whose file fails after its first piece.
  private struct Broken: StoredBody {
    struct Failure: Error {}

    var count: Int { 1 << 21 }

    func bytes(from offset: Int, count: Int) throws -> [UInt8] {
      guard offset == 0 else { throw Failure() }
      return Array(#"{"users":[{"localId":"a"},"#.utf8)
    }
  }

  @Test func `a long import is refused where its body cannot be read`() async {
    var request = Self.request("", stored: true)
    request.storedBody = Broken()
    #expect(PendingReply(emulator, request).reply().status == 500)
    #expect(await emulator.userCount() == 0)
  }

  /// A body that is read several times, and whose file may fail in the second half.
  private final class FailingLater: StoredBody {
    private let bytes: [UInt8]
    private let failure: Int?
    private let lateReads = Mutex(0)

    /// - Parameter failure: the number of the read in the second half that fails; nil for none.
    init(_ text: String, at failure: Int? = nil) {
      bytes = Array(text.utf8)
      self.failure = failure
    }

    var count: Int { bytes.count }
    var lateReadCount: Int { lateReads.withLock { $0 } }

    func bytes(from offset: Int, count: Int) throws -> [UInt8] {
      if offset > bytes.count / 2 {
        let number = lateReads.withLock { number in
          number += 1
          return number
        }
        if number == failure { throw Broken.Failure() }
      }
      return Array(bytes.dropFirst(offset).prefix(count))
    }
  }

  @Test func `a long import names every account that is missing after a failure`() async throws {
    let text = #"{"users":[\#(Self.users(0..<9000))]}"#
    let whole = FailingLater(text)
    var request = Self.request("", stored: true, project: "other-project")
    request.storedBody = whole
    PendingReply(emulator, request).reply().expect(["error": []])
    request = Self.request("", stored: true)
    // Before the end of the last pass, which stores the accounts.
    request.storedBody = FailingLater(text, at: whole.lateReadCount - 1)
    let failures = PendingReply(emulator, request).reply()["error"]?.array ?? []
    let stored = try #require(await emulator.userCount())
    #expect(stored > 0 && stored < 9000)
    #expect(failures.map { $0["index"]?.int } == (stored..<9000).map { Int64($0) })
  }
}
