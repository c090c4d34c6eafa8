package import EmuHTTP
package import EmuModel

/// Records every request in the log, and names in a header where its explanation is.
///
/// The outermost step but for the guards and CORS, so that the latency is what the client waits
/// for. Requests for the log itself and for `health` are not recorded, nor what the console loads: who
/// watches an app sees the app.
package struct RequestLogMiddleware: Middleware {
  /// The header that names the entry of a response with decisions.
  package static let header = "X-Emulator-Explain"

  private let log: RequestLog
  private let clock: EmulatorClock
  private let stopwatch: @Sendable () -> Duration

  /// - Parameter stopwatch: the time since some fixed moment, by a clock that is never set.
  package init(
    log: RequestLog, clock: EmulatorClock, stopwatch: @escaping @Sendable () -> Duration
  ) {
    self.log = log
    self.clock = clock
    self.stopwatch = stopwatch
  }

  package func handle(_ request: Request, next: (Request) -> Answer) -> Answer {
    if Self.isUnrecorded(request) { return next(request) }
    let time = clock.now
    let start = stopwatch()
    return next(request).map { response in
      let number = log.record(
        request, response, at: time,
        latencyMicroseconds: (stopwatch() - start).wholeMicroseconds)
      guard response.annotations?.decisions.isEmpty == false else { return response }
      var response = response
      response.headers[Self.header] = log.id(of: number)
      return response
    }
  }

  /// What the console reads is not recorded; what it changes is.
  private static func isUnrecorded(_ request: Request) -> Bool {
    let path = request.path
    return path.hasPrefix("/emulator/v1/requests") || path == "/emulator/v1/health"
      || path.hasPrefix("/emulator/ui")
      || request.method == .get && request.headers[Request.toolHeader] == "console"
  }
}

extension Duration {
  fileprivate var wholeMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000
  }
}
