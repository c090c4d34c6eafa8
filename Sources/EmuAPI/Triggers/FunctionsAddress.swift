internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuOutbound
internal import Synchronization

/// The address of the Functions emulator as `host:port`: configured, or read from the emulator hub.
final class FunctionsAddress: Sendable {
  typealias Completion = @Sendable (Result<String, Unreachable>) -> Void

  /// The reason why no function can be called, as a sentence with the next step.
  struct Unreachable: Error {
    var message: String
  }

  private let source: FunctionsHost
  private let outbound: OutboundClient
  /// The hub's answer; nil before it.
  private let known = Mutex<String?>(nil)

  init(_ source: FunctionsHost, outbound: OutboundClient) {
    self.source = source
    self.outbound = outbound
  }

  /// Passes the address to the completion, immediately or after the hub's answer, on any thread.
  func find(_ completion: @escaping Completion) {
    switch source {
    case .functions(let address): completion(.success(address))
    case .hub(let hub):
      if let known = known.withLock({ $0 }) { return completion(.success(known)) }
      var request = OutboundRequest(.get, "http://\(hub)/emulators")
      request.timeout = .seconds(5)
      outbound.send(request) { result in
        let answer = Self.address(in: result, hub)
        self.known.withLock { $0 = try? answer.get() }
        completion(answer)
      }
    }
  }

  /// Drops the address, so that the next call requests it from the hub again.
  func forget() { known.withLock { $0 = nil } }

  /// Reads the hub's answer `{"functions":{"host":…,"port":…},…}`, with an entry for each running
  /// emulator.
  private static func address(
    in result: Result<OutboundResponse, OutboundError>, _ hub: String
  ) -> Result<String, Unreachable> {
    switch result {
    case .failure(let error):
      return .failure(Unreachable(message: "the emulator hub does not answer: \(error.message)"))
    case .success(let response):
      let entry = (try? JSON(parsing: response.body))?["functions"]
      guard let host = entry?["host"]?.string, let port = entry?["port"]?.int else {
        return .failure(
          Unreachable(
            message: "the emulator hub at \(hub) lists no Functions emulator; start one with "
              + "it, or set --functions-host"))
      }
      let isIPv6 = host.contains(":") && !host.hasPrefix("[")
      return .success(isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)")
    }
  }
}
