import EmuHTTP
import EmuJSON
import EmuModel
import EmuOutbound
import EmuServer
import EmuTestSupport
import Synchronization
import Testing

/// Requests that call a server: they block no other request, and run again after its answer.
@Suite struct `A request that asks a function` {
  /// Calls the emulator over its socket, and answers the function's caller afterwards.
  private static func calling(
    _ client: OutboundClient, _ url: String, _ body: JSON, answer: JSON = [:]
  ) -> Answer {
    .later(
      Deferred { completion in
        let request = OutboundRequest(
          .post, url,
          headers: ["Content-Type": "application/json", "Authorization": "Bearer owner"],
          body: body.serializedBytes())
        client.send(request) { result in
          let status = (try? result.get().status) ?? .internalServerError
          completion { .json(answer.serializedBytes(), status: status) }
        }
      })
  }

  @Test func `a request that calls a function waits for one that calls back`() async throws {
    let emulator = try TestEmulator.patient { $0.port = 0 }
    let url = try emulator.emulator.start().url
    let client = OutboundClient()
    defer { client.close() }
    // A write, so it needs the writer's thread while the sign-up waits.
    let functions = try FunctionServer { _ in
      Self.calling(
        client, "\(url)/v1/projects/demo-project/accounts", ["localId": "made-by-the-function"])
    }
    await emulator.register(functions, for: [.beforeCreate])
    let account = try await emulator.signUp()
    #expect(try emulator.user(account.uid) != nil)
    #expect(try emulator.user("made-by-the-function") != nil)
    #expect(functions.calls.count == 1)
  }

  /// As in production; there the later writer overwrites the earlier one.
  @Test
  func `a function is called once about an account that changes meanwhile; both changes are kept`()
    async throws
  {
    let emulator = try TestEmulator.patient { $0.port = 0 }
    let url = try emulator.emulator.start().url
    let account = try await emulator.signUp()
    let client = OutboundClient()
    defer { client.close() }
    let functions = try FunctionServer { _ in
      Self.calling(
        client, "\(url)/v1/projects/demo-project/accounts:update",
        ["localId": .string(account.uid), "customAttributes": #"{"role":"x"}"#],
        answer: ["userRecord": ["updateMask": "displayName", "displayName": "Ada"]])
    }
    await emulator.register(functions, for: [.beforeSignIn])
    let signedIn = try SignedIn(await emulator.signInWithPassword())
    #expect(signedIn.claims["role"] == "x")
    #expect(signedIn.claims["name"] == "Ada")
    #expect(functions.calls.count == 1)
    #expect(try emulator.user(account.uid)?.displayName == "Ada")
  }

  @Test func `a request that calls a function calls it about each of many sign-ins of one account`()
    async throws
  {
    let emulator = try TestEmulator.patient()
    let account = try await emulator.signUp()
    let count = Atomic(0)
    let functions = try FunctionServer { _ in
      .changing(["displayName": .string("\(count.add(1, ordering: .relaxed).newValue)")])
    }
    await emulator.register(functions, for: [.beforeSignIn])
    let statuses = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<20 { group.addTask { await emulator.signInWithPassword().status } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 200, count: 20))
    #expect(functions.calls.count == 20)
    #expect(try emulator.user(account.uid)?.displayName != nil)
  }

  @Test
  func `a request that calls a function gives up when each attempt finds another account`()
    async throws
  {
    let emulator = try TestEmulator.patient { $0.port = 0 }
    let url = try emulator.emulator.start().url
    let client = OutboundClient()
    defer { client.close() }
    _ = await emulator.signIn("google.com", claims: ["sub": "g1"])
    // Moves the identity to a new account.
    let functions = try FunctionServer { call in
      let owner = call.claims["sub"]?.string ?? ""
      return Self.calling(
        client, "\(url)/v1/projects/demo-project/accounts:batchCreate",
        [
          "allowOverwrite": true,
          "users": [
            ["localId": .string(owner)],
            [
              "localId": .string(owner + "x"),
              "providerUserInfo": [["providerId": "google.com", "rawId": "g1"]],
            ],
          ],
        ])
    }
    await emulator.register(functions, for: [.beforeSignIn])
    let reply = await emulator.signIn("google.com", claims: ["sub": "g1"])
    #expect(reply.status == 503)
    #expect(reply.errorMessage?.contains("beforeSignIn") == true)
    #expect(functions.calls.count == 8)
  }

  @Test func `a request that calls a function is refused when its data was deleted meanwhile`()
    async throws
  {
    let emulator = try TestEmulator.patient { $0.port = 0 }
    let url = try emulator.emulator.start().url
    let account = try await emulator.signUp()
    let client = OutboundClient()
    defer { client.close() }
    let functions = try FunctionServer { _ in
      Self.calling(
        client, "\(url)/v1/projects/demo-project/accounts:delete",
        ["localId": .string(account.uid)])
    }
    await emulator.register(functions, for: [.beforeSignIn])
    #expect(await emulator.signInWithPassword().errorMessage == "INVALID_PASSWORD")
  }

  /// Two threads read long bodies, those of the calls back as well.
  @Test func `requests that call a function block no thread that its calls back need`()
    async throws
  {
    let emulator = try TestEmulator.patient { $0.port = 0 }
    let url = try emulator.emulator.start().url
    let client = OutboundClient()
    defer { client.close() }
    let long = JSON.string(String(repeating: "a", count: 70_000))
    let functions = try FunctionServer { _ in
      Self.calling(
        client, "\(url)/v1/projects/demo-project/accounts",
        ["displayName": "back", "unknown": long])
    }
    await emulator.register(functions, for: [.beforeCreate])
    let statuses = await withTaskGroup(of: Int.self) { group in
      for number in 0..<20 {
        group.addTask {
          await emulator.client(
            "accounts:signUp",
            ["email": .string("u\(number)@example.com"), "password": "secret1", "unknown": long]
          ).status
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 200, count: 20))
    #expect(functions.calls.count == 20)
    #expect(await emulator.userCount() == 40)
  }

  @Test func `a request that calls a function reports each rule once`() async throws {
    let emulator = try TestEmulator.patient()
    let functions = try FunctionServer { _ in .changing(["displayName": "Ada"]) }
    await emulator.register(functions, for: [.beforeCreate, .beforeSignIn])
    let explained = await emulator.signUpReply("ada@example.com")
    #expect(
      explained.decisions.suffix(4)
        == ["beforeCreate: chose", "beforeSignIn: chose", "session: chose", "signUp: chose"])
    #expect(Set(explained.decisions).count == explained.decisions.count)
  }

  @Test func `a request that calls a function delays no other request`() async throws {
    let emulator = try TestEmulator.patient()
    let gate = Gate()
    let functions = try FunctionServer { _ in gate.answer }
    await emulator.register(functions, for: [.beforeCreate])
    async let waiting = emulator.signUp()
    _ = await functions.calls(1)
    _ = try await emulator.signUpAnonymously()
    gate.open()
    _ = try await waiting
    #expect(await emulator.userCount() == 2)
  }

  /// An answer that the test releases, before or after the request.
  private final class Gate: Sendable {
    private struct State {
      var waiting: [Deferred.Completion] = []
      var isOpen = false
    }

    private let state = Mutex(State())

    var answer: Answer {
      .later(
        Deferred { completion in
          let isOpen = self.state.withLock { state in
            if !state.isOpen { state.waiting.append(completion) }
            return state.isOpen
          }
          if isOpen { Self.complete(completion) }
        })
    }

    func open() {
      let waiting = state.withLock { state in
        state.isOpen = true
        return state.waiting
      }
      for completion in waiting { Self.complete(completion) }
    }

    private static func complete(_ completion: Deferred.Completion) {
      completion { .json(Array("{}".utf8)) }
    }
  }
}
