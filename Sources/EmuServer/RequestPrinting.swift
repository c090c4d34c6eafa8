internal import EmuControl
internal import EmuHTTP
internal import EmuModel

/// Creates a line for every request that the request log records, such as for the command's access log, and for
/// every rejected one.
struct RequestPrinting: Middleware {
  let clock: EmulatorClock
  let stopwatch: @Sendable () -> Duration
  /// True when passwords and tokens are printed unmasked.
  let showsSecrets: Bool
  let printer: RequestPrinter

  func handle(_ request: Request, next: (Request) -> Answer) -> Answer {
    let time = clock.now
    let start = stopwatch()
    return next(request).map { response in
      guard RequestLogMiddleware.records(request) || response.status.rawValue >= 400 else {
        return response
      }
      let latency = (stopwatch() - start) / .microseconds(1)
      var annotations = response.annotations ?? Annotations()
      annotations.decisions.removeAll { !printer.prints($0) }
      printer.print(
        RequestLine(
          time: time, method: request.method.rawValue,
          path: showsSecrets ? request.path : AccessLogMask.path(request.path),
          status: response.status.rawValue, latencyMicroseconds: Int64(latency),
          annotations: showsSecrets
            ? annotations : AccessLogMask.annotations(annotations, of: request, response)))
      return response
    }
  }
}
