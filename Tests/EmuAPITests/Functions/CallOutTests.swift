import EmuOutbound
import EmuServer
import EmuTestSupport
import Synchronization
import Testing

/// Requests that call a server: they block no other request, and run again after its answer.
@Suite struct `A request that asks a function` {
  private let emulator: TestEmulator
  private let caller: Caller

  init() throws {
    emulator = try TestEmulator.patient { $0.port = 0 }
    caller = Caller(url: try emulator.emulator.start().url)
  }

  private final class Caller: Sendable {
    let client = OutboundClient()
    let url: String

    init(url: String) { self.url = url }

    deinit { client.close() }

    /// Calls the emulator over its socket, and answers the function's caller afterwards.
    func callAsFunction(_ operation: String, _ body: JSON, answer: JSON = [:]) -> Answer {
      .later(
        Deferred { [client, url] completion in
          let request = OutboundRequest(
            .post, "\(url)/v1/projects/demo-project/\(operation)",
            headers: ["Content-Type": "application/json", "Authorization": "Bearer owner"],
            body: body.serializedBytes())
          client.send(request) { result in
            let status = (try? result.get().status) ?? .internalServerError
            completion { .json(answer.serializedBytes(), status: status) }
          }
        })
    }
  }

  @Test func `a request that calls a function waits for one that calls back`() async throws {
    // A write, so it needs the writer's thread while the sign-up waits.
    let functions = try await emulator.functions(for: [.beforeCreate]) { [caller] _ in
      caller("accounts", ["localId": "made-by-the-function"])
    }
    let account = try await emulator.signUp()
    #expect(try emulator.user(account.uid) != nil)
    #expect(try emulator.user("made-by-the-function") != nil)
    #expect(functions.calls.count == 1)
  }

  /// As in production; there the later writer overwrites the earlier one.
  @Test func `a function is called once about an account that changes meanwhile`() async throws {
    let account = try await emulator.signUp()
    let functions = try await emulator.functions(for: [.beforeSignIn]) { [caller] _ in
      caller(
        "accounts:update",
        ["localId": .string(account.uid), "customAttributes": #"{"role":"x"}"#],
        answer: ["userRecord": ["updateMask": "displayName", "displayName": "Ada"]])
    }
    let signedIn = try SignedIn(await emulator.signInWithPassword())
    signedIn.claims.expect(["role": "x", "name": "Ada"])
    #expect(functions.calls.count == 1)
    #expect(try emulator.user(account.uid)?.displayName == "Ada")
  }

  @Test func `a function is called about each of many sign-ins of an account`() async throws {
    let account = try await emulator.signUp()
    let count = Atomic(0)
    let functions = try await emulator.functions(for: [.beforeSignIn]) { _ in
      .changing(["displayName": .string("\(count.add(1, ordering: .relaxed).newValue)")])
    }
    let statuses = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<20 { group.addTask { [emulator] in await emulator.signInWithPassword().status } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses == Array(repeating: 200, count: 20))
    #expect(functions.calls.count == 20)
    #expect(try emulator.user(account.uid)?.displayName != nil)
  }

  @Test func `a function's caller gives up when the account changes each time`() async throws {
    _ = await emulator.signIn("google.com", claims: ["sub": "g1"])
    // Moves the identity to a new account.
    let functions = try await emulator.functions(for: [.beforeSignIn]) { [caller] call in
      let owner = call.claims["sub"]?.string ?? ""
      let link: JSON = ["providerId": "google.com", "rawId": "g1"]
      let next: JSON = ["localId": .string(owner + "x"), "providerUserInfo": [link]]
      let users: JSON = [["localId": .string(owner)], next]
      return caller("accounts:batchCreate", ["allowOverwrite": true, "users": users])
    }
    await emulator.signIn("google.com", claims: ["sub": "g1"]).expect(503, saying: "beforeSignIn")
    #expect(functions.calls.count == 8)
  }

  @Test func `a function's caller is refused when its data was deleted`() async throws {
    let account = try await emulator.signUp()
    let functions = try await emulator.functions(for: [.beforeSignIn]) { [caller] _ in
      caller("accounts:delete", ["localId": .string(account.uid)])
    }
    #expect(await emulator.signInWithPassword().errorMessage == "INVALID_PASSWORD")
    #expect(functions.calls.count == 1)
  }

  /// Two threads read long bodies, those of the calls back as well.
  @Test func `requests that call a function block no thread of its calls`() async throws {
    let long = JSON.repeating("a", 70_000)
    let functions = try await emulator.functions(for: [.beforeCreate]) { [caller] _ in
      caller("accounts", ["displayName": "back", "unknown": long])
    }
    let statuses = await withTaskGroup(of: Int.self) { group in
      for number in 0..<20 {
        group.addTask { [emulator] in
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
    let functions = try await emulator.functions(for: [.beforeCreate, .beforeSignIn]) { _ in
      .changing(["displayName": "Ada"])
    }
    let explained = await emulator.signUpReply("ada@example.com")
    #expect(
      explained.decisions.suffix(4)
        == ["beforeCreate: chose", "beforeSignIn: chose", "session: chose", "signUp: chose"])
    #expect(Set(explained.decisions).count == explained.decisions.count)
    #expect(functions.calls.count == 2)
  }

  @Test func `a request that calls a function delays no other request`() async throws {
    let gate = Gate()
    let functions = try await emulator.functions(for: [.beforeCreate]) { _ in gate.answer }
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
