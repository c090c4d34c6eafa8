package import EmuHTTP
internal import EmuHTTPServer
package import EmuJSON
package import EmuModel
package import EmuServer
internal import EmuThread
package import Testing

/// A server of functions on a real socket, which records its calls.
package final class FunctionServer: Sendable {
  package struct Call: Sendable {
    package let path: String
    package let contentType: String?
    package let body: JSON

    /// The token of a blocking event.
    package var token: String? { body["data"]?["jwt"]?.string }
    package var claims: JSON { JSON.claims(ofToken: token) }
  }

  private struct State {
    var calls: [Call] = []
    var waiting: [(count: Int, resume: CheckedContinuation<Void, Never>)] = []
  }

  /// The port on 127.0.0.1.
  package let port: UInt16
  private let server: HTTPServer
  private let state: Monitor<State>

  /// - Parameter answer: returns the response to each call, on a thread of the server.
  package init(_ answer: @escaping @Sendable (Call) -> Answer) throws {
    let state = Monitor(State())
    self.state = state
    var configuration = HTTPServer.Configuration()
    configuration.address = .host("127.0.0.1")
    // Some functions never respond.
    configuration.drainTimeout = .milliseconds(50)
    server = HTTPServer(
      configuration,
      responder: Answering { request in
        let call = Call(
          path: request.path, contentType: request.contentType,
          body: (try? JSON(parsing: request.body)) ?? .null)
        let ready = state.withLock { state in
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

  package var calls: [Call] { state.withLock { $0.calls } }

  package func url(_ function: String) -> String { "http://127.0.0.1:\(port)/\(function)" }

  /// Returns the first calls, once the number is reached.
  package func calls(_ count: Int) async -> [Call] {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
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
  package static func json(_ value: JSON, status: Status = .ok) -> Answer {
    .ready(.json(value.serializedBytes(), status: status))
  }

  /// Returns the response of a function that changes fields of the account.
  package static func changing(_ record: JSONObject, more: JSONObject = [:]) -> Answer {
    var record = record
    record["updateMask"] = record["updateMask"] ?? .string(record.keys.joined(separator: ","))
    var answer = more
    answer["userRecord"] = .object(record)
    return .json(.object(answer))
  }
}

extension TestEmulator {
  /// Creates an emulator that allows functions enough time for a busy machine.
  package static func patient(
    _ profile: Profile = .compatible, configure: (inout Configuration) -> Void = { _ in }
  ) throws -> TestEmulator {
    try TestEmulator(profile: profile) { configuration in
      configuration.functionTimeLimit = .seconds(300)
      configure(&configuration)
    }
  }

  /// Registers functions as the Functions emulator does.
  package func register(
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
