internal import EmuControl
internal import EmuHTTP
internal import EmuModel

/// Tells every answered request to whoever asked to hear of them, such as the command's access log.
struct RequestReporter: Middleware {
  let clock: EmulatorClock
  /// Whether passwords and tokens are reported as they are.
  let showsSecrets: Bool
  let report: @Sendable (LoggedRequest) -> Void

  func handle(_ request: Request, next: (Request) -> Answer) -> Answer {
    let time = clock.now
    let start = ContinuousClock.now
    return next(request).map { response in
      let latency = (ContinuousClock.now - start) / .microseconds(1)
      report(
        LoggedRequest(
          time: time, method: request.method.rawValue,
          path: showsSecrets ? request.path : AccessLogMask.path(request.path),
          status: response.status.rawValue, latencyMicroseconds: Int64(latency),
          annotations: showsSecrets
            ? response.annotations ?? Annotations()
            : AccessLogMask.annotations(of: request, response)))
      return response
    }
  }
}
