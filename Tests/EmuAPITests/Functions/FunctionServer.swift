import EmuHTTP
import EmuHTTPServer
import EmuJSON
import EmuModel
import EmuServer
import EmuTestSupport
import Synchronization
import Testing

/// A server of functions on a real socket, which remembers what it was asked.
final class FunctionServer: Sendable {
  /// One call of a function.
  struct Call: Sendable {
    let path: String
    let contentType: String?
    let body: JSON

    /// The token of a blocking event.
    var token: String? { body["data"]?["jwt"]?.string }
    var claims: JSON { JSON.claims(ofToken: token) }
  }

  private struct Answering: Responder {
    let answer: @Sendable (Request) -> Answer

    func respond(to request: Request) -> Answer { answer(request) }
  }

  private struct State {
    var calls: [Call] = []
    var waiting: [(count: Int, resume: CheckedContinuation<Void, Never>)] = []
  }

  let port: UInt16
  private let server: HTTPServer
  private let state: SharedState

  private final class SharedState: Sendable {
    let value = Mutex(State())
  }

  init(_ answer: @escaping @Sendable (Call) -> Answer) throws {
    let state = SharedState()
    self.state = state
    var configuration = HTTPServer.Configuration()
    configuration.address = .host("127.0.0.1")
    // Some functions never answer.
    configuration.drainTimeout = .milliseconds(50)
    server = HTTPServer(
      configuration,
      responder: Answering { request in
        let call = Call(
          path: request.path, contentType: request.contentType,
          body: (try? JSON(parsing: request.body)) ?? .null)
        let ready = state.value.withLock { state in
          state.calls.append(call)
          let count = state.calls.count
          defer { state.waiting.removeAll { $0.count <= count } }
          return state.waiting.filter { $0.count <= count }
        }
        for waiter in ready { waiter.resume.resume() }
        return answer(call)
      })
    port = try server.start().first?.port ?? 0
  }

  deinit { server.stop() }

  var calls: [Call] { state.value.withLock { $0.calls } }

  func url(_ function: String) -> String { "http://127.0.0.1:\(port)/\(function)" }

  /// The first calls, once there are so many.
  func calls(_ count: Int) async -> [Call] {
    await withCheckedContinuation { continuation in
      let isThere = state.value.withLock { state in
        if state.calls.count >= count { return true }
        state.waiting.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
    return Array(calls.prefix(count))
  }
}

extension Answer {
  static func json(_ value: JSON, status: Status = .ok) -> Answer {
    .ready(.json(value.serializedBytes(), status: status))
  }

  /// What a function that wants these fields of the account answers.
  static func changing(_ record: JSONObject, more: JSONObject = [:]) -> Answer {
    var record = record
    record["updateMask"] = record["updateMask"] ?? .string(record.keys.joined(separator: ","))
    var answer = more
    answer["userRecord"] = .object(record)
    return .json(.object(answer))
  }
}

extension TestEmulator {
  /// An emulator that gives functions all the time that a busy machine needs.
  static func patient(
    _ profile: Profile = .compatible, hasKeys: Bool = false,
    configure: (inout Configuration) -> Void = { _ in }
  ) throws -> TestEmulator {
    try TestEmulator(profile: profile, hasKeys: hasKeys) { configuration in
      configuration.functionTimeLimit = .seconds(300)
      configure(&configuration)
    }
  }

  /// Registers functions as the Functions emulator does.
  func register(
    _ functions: FunctionServer, for events: [BlockingEvent],
    forwarding credentials: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    var triggers = JSONObject()
    for event in events {
      triggers[event.rawValue] = ["functionUri": .string(functions.url(event.rawValue))]
    }
    var forwards = JSONObject()
    for name in credentials { forwards[name] = true }
    let reply = await call(
      .patch,
      "/identitytoolkit.googleapis.com/v2/projects/\(project)/config?updateMask=blockingFunctions",
      [
        "blockingFunctions": [
          "triggers": .object(triggers), "forwardInboundCredentials": .object(forwards),
        ]
      ], headers: ["Authorization": "Bearer owner"])
    #expect(reply.status == 200, "\(reply.json)", sourceLocation: sourceLocation)
  }
}
