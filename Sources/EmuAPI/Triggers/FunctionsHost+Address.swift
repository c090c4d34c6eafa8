internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuOutbound

extension FunctionsHost {
  /// The reason why no function can be called, as a sentence with the next step.
  struct Unreachable: Error {
    var message: String
  }

  /// Passes the address of the Functions emulator, as `host:port`, to the completion: immediately, or
  /// after the hub's answer on any thread. The hub is asked for each event: either may restart.
  func findAddress(
    by outbound: OutboundClient,
    _ completion: @escaping @Sendable (Result<String, Unreachable>) -> Void
  ) {
    switch self {
    case .functions(let address): completion(.success(address))
    case .hub(let hub):
      var request = OutboundRequest(.get, "http://\(hub)/emulators")
      request.timeout = .seconds(5)
      outbound.send(request) { completion(Self.address(in: $0, hub)) }
    }
  }

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
