import EmuOutbound
import EmuServer
import EmuTestSupport
import Synchronization
import Testing

@testable import EmuAPI

/// The events of created and deleted accounts that the Functions emulator receives.
@Suite struct `Functions that hear of users` {
  /// The sentences that the command would log.
  private final class Notices: Sendable {
    private let list = Mutex<[String]>([])
    var all: [String] { list.withLock { $0 } }
    func add(_ text: String) { list.withLock { $0.append(text) } }
  }

  private static func emulator(
    _ functions: FunctionServer, _ profile: Profile = .compatible, notices: Notices = Notices(),
    configure: (inout Configuration) -> Void = { _ in }
  ) throws -> TestEmulator {
    try TestEmulator(profile: profile) { configuration in
      configuration.functions = .functions("127.0.0.1:\(functions.port)")
      configuration.triggerTimeLimit = .seconds(300)
      configuration.triggerPatience = .seconds(300)
      configuration.onNotice = { notices.add($0) }
      configure(&configuration)
    }
  }

  /// Returns `user.create u1` for each event of the 1st generation.
  private static func events(_ calls: [FunctionServer.Call]) -> [String] {
    calls.compactMap { call in
      guard let type = call.body["eventType"]?.string else { return nil }
      let uid = call.body["data"]?["uid"]?.string ?? "?"
      return "\(type.split(separator: "/").last ?? "?") \(uid)"
    }
  }

  @Test func `user event functions receive the forms of both generations`() async throws {
    let functions = try FunctionServer { _ in .json([:]) }
    let emulator = try Self.emulator(functions)
    let made = await emulator.admin(
      "accounts",
      [
        "localId": "u1", "email": "ada@example.com", "displayName": "Ada",
        "phoneNumber": "+15555550100", "password": "secret1", "photoUrl": "http://p/1.png",
      ])
    #expect(made.status == 200)
    _ = await emulator.admin("accounts:delete", ["localId": "u1"])
    let calls = await functions.calls(4)
    #expect(calls.allSatisfy { $0.path == "/functions/projects/demo-project/trigger_multicast" })
    let types = ["application/json", "application/cloudevents+json"]
    #expect(calls.map(\.contentType) == types + types)
    for (name, call) in zip(["created-1", "created-2", "deleted-1", "deleted-2"], calls) {
      Golden.expect(call.body, "functions/user-\(name)")
    }
  }

  @Test func `user event functions receive a tenant's users with the tenant`() async throws {
    let functions = try FunctionServer { _ in .json([:]) }
    let emulator = try Self.emulator(functions)
    _ = await emulator.client(
      "accounts:signUp", ["email": "a@example.com", "password": "secret1", "tenantId": "t1"])
    let calls = await functions.calls(2)
    #expect(calls[0].body["data"]?["tenantId"] == "t1")
    #expect(calls[1].body["tenantid"] == "t1")
  }

  @Test func `user event functions receive the events of each account in order`() async throws {
    let functions = try FunctionServer { _ in .json([:]) }
    let emulator = try Self.emulator(functions)
    for _ in 0..<5 {
      _ = await emulator.admin("accounts", ["localId": "u1"])
      _ = await emulator.admin("accounts:delete", ["localId": "u1"])
    }
    let calls = await functions.calls(20)
    #expect(
      Self.events(calls)
        == Array(repeating: ["user.create u1", "user.delete u1"], count: 5).flatMap(\.self))
  }

  @Test(arguments: Profile.allCases)
  func `user event functions receive each single user`(profile: Profile) async throws {
    let functions = try FunctionServer { _ in .json([:]) }
    let emulator = try Self.emulator(functions, profile)
    let anonymous = try await emulator.signUpAnonymously()
    _ = await emulator.client("accounts:delete", as: anonymous)
    // Imports and wipes send no events.
    _ = await emulator.admin("accounts:batchCreate", ["users": [["localId": "imported"]]])
    _ = await emulator.call(.delete, "/emulator/v1/projects/demo-project/accounts")
    _ = await emulator.admin("accounts", ["localId": "u1"])
    _ = await emulator.admin("accounts:batchDelete", ["localIds": ["u1"], "force": true])
    _ = await emulator.admin("accounts", ["localId": "last"])
    // Production sends no events for batch deletions.
    let expected =
      ["user.create \(anonymous.uid)", "user.delete \(anonymous.uid)", "user.create u1"]
      + (profile == .compatible ? ["user.delete u1"] : []) + ["user.create last"]
    let calls = await functions.calls(expected.count * 2)
    // Events of different accounts are sent in parallel.
    #expect(Self.events(calls).sorted() == expected.sorted())
  }

  @Test func `user event functions receive nothing about a refused account`() async throws {
    let functions = try FunctionServer { call in
      .json([:], status: call.path == "/beforeSignIn" ? .forbidden : .ok)
    }
    let emulator = try Self.emulator(functions)
    await emulator.register(functions, for: [.beforeSignIn])
    #expect(await emulator.signUpReply("ada@example.com").status == 400)
    _ = await emulator.admin("accounts", ["localId": "u1"])
    let calls = await functions.calls(3)
    #expect(calls.map(\.path).first == "/beforeSignIn")
    #expect(Self.events(calls) == ["user.create u1"])
  }

  @Test func `user event functions that cannot be reached are reported`() async throws {
    let notices = Notices()
    let functions = try FunctionServer { _ in .json([:], status: .notFound) }
    let emulator = try Self.emulator(functions, notices: notices)
    #expect(await emulator.admin("accounts", ["localId": "u1"]).status == 200)
    // Waits for pending events.
    try emulator.emulator.stop()
    #expect(
      notices.all == [
        "The event that user u1 of demo-project was created was not sent: "
          + "127.0.0.1:\(functions.port) answers 404"
      ])
  }

  @Test func `user event functions are found through the hub once it lists them`() async throws {
    let isKnown = Atomic(false)
    let functions = try FunctionServer { _ in .json([:]) }
    let port = Int64(functions.port)
    let hub = try FunctionServer { _ in
      .json(
        isKnown.load(ordering: .relaxed)
          ? ["functions": ["host": "127.0.0.1", "port": .int(port)]] : ["auth": [:]])
    }
    let (notices, told) = (Notices(), AsyncStream<Void>.makeStream())
    let emulator = try Self.emulator(hub) { configuration in
      configuration.functions = .hub("127.0.0.1:\(hub.port)")
      configuration.onNotice = {
        notices.add($0)
        told.continuation.yield()
      }
    }
    _ = await emulator.admin("accounts", ["localId": "u1"])
    for await _ in told.stream { break }
    #expect(notices.all.first?.contains("lists no Functions emulator") == true)
    isKnown.store(true, ordering: .relaxed)
    _ = await emulator.admin("accounts", ["localId": "u2"])
    _ = await emulator.admin("accounts", ["localId": "u3"])
    #expect(Self.events(await functions.calls(4)).sorted() == ["user.create u2", "user.create u3"])
    #expect(hub.calls.allSatisfy { $0.path == "/emulators" })
  }

  /// An emulator hub often runs without functions, and every test creates users.
  @Test func `user event functions that the hub does not list are reported once`() async throws {
    let notices = Notices()
    let hub = try FunctionServer { _ in .json(["auth": [:]]) }
    let emulator = try Self.emulator(hub, notices: notices) {
      $0.functions = .hub("127.0.0.1:\(hub.port)")
    }
    for number in 0..<5 { _ = await emulator.admin("accounts", ["localId": .string("u\(number)")]) }
    // Waits for pending events.
    try emulator.emulator.stop()
    #expect(
      notices.all == [
        "The event that user u0 of demo-project was created was not sent, and further failures are not "
          + "logged: the emulator hub at 127.0.0.1:\(hub.port) lists no Functions emulator; start "
          + "one with it, or set --functions-host"
      ])
  }

  @Test func `user event functions that hang leave at most 10000 events waiting`() async throws {
    let notices = Notices()
    let functions = try FunctionServer { _ in .later(Deferred { _ in }) }
    let emulator = try TestEmulator()
    _ = await emulator.admin("accounts", ["localId": "u1"])
    let user = try #require(try emulator.user("u1"))
    let client = OutboundClient()
    defer { client.close() }
    let triggers = UserTriggers(
      .functions("127.0.0.1:\(functions.port)"), outbound: client, timeLimit: .seconds(300)
    ) { notices.add($0) }
    for number in 1...10_002 {
      triggers.send(
        UserEvent(
          kind: .created, user: user, projectID: emulator.project, tenantID: nil,
          time: TestEmulator.start, ids: ["\(number)", "\(number)b"]))
    }
    triggers.close(waiting: .zero)
    #expect(
      notices.all == [
        "10000 events wait for the Functions emulator, so further ones are left out. Is it stuck?",
        "The emulator stops. Events that were not sent to the Functions emulator: 10000.",
      ])
  }

  @Test func `user event functions that hang delay the shutdown only briefly`() async throws {
    let notices = Notices()
    let functions = try FunctionServer { _ in .later(Deferred { _ in }) }
    let emulator = try Self.emulator(functions, notices: notices) {
      $0.triggerPatience = .milliseconds(10)
    }
    _ = await emulator.admin("accounts", ["localId": "u1"])
    _ = await functions.calls(1)
    try emulator.emulator.stop()
    #expect(
      notices.all.first
        == "The emulator stops. Events that were not sent to the Functions emulator: 1.")
  }
}
