package import EmuHTTP
package import EmuModel

/// Records every request in the log, and names the entry of its explanation in a header.
///
/// It is the outermost step except the guards and CORS, so the latency is the client's waiting
/// time. Requests for the log itself, for `health` and for what tools read are not recorded, so that
/// the log shows the app's requests.
package struct RequestLogMiddleware: Middleware {
  /// The header with the id of a response's entry, if it has decisions or is of an inner request.
  package static let header = "X-Emulator-Explain"

  private let log: RequestLog
  private let clock: EmulatorClock
  private let stopwatch: @Sendable () -> Duration

  /// - Parameter stopwatch: the time since a fixed moment, by a monotonic clock.
  package init(
    log: RequestLog, clock: EmulatorClock, stopwatch: @escaping @Sendable () -> Duration
  ) {
    self.log = log
    self.clock = clock
    self.stopwatch = stopwatch
  }

  package func handle(_ request: Request, next: (Request) -> Answer) -> Answer {
    guard Self.records(request) else { return next(request) }
    let time = clock.now
    let start = stopwatch()
    return next(request).map { response in
      let latency = (stopwatch() - start) / .microseconds(1)
      let number = log.record(
        request, response, at: time, latencyMicroseconds: Int64(latency))
      guard request.isInner || response.annotations?.decisions.isEmpty == false else {
        return response
      }
      var response = response
      response.headers[Self.header] = log.id(of: number)
      return response
    }
  }

  /// Returns false for requests that are not recorded: tools poll the control API, and the console
  /// also reads the Admin API.
  package static func records(_ request: Request) -> Bool {
    let path = request.path
    let tool = request.method == .get ? request.headers[Request.toolHeader] : nil
    return !path.hasPrefix("/emulator/v1/requests") && path != "/emulator/v1/health"
      && !path.hasPrefix("/emulator/ui") && tool != "console"
      && (tool == nil || !path.hasPrefix("/emulator/v1/"))
  }
}
