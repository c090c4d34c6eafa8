internal import EmuHTTP
internal import EmuModel

/// Tells every answered request to whoever asked to hear of them, such as the command's access log.
struct RequestReporter: Middleware {
  let clock: EmulatorClock
  let report: @Sendable (LoggedRequest) -> Void

  func handle(_ request: Request, next: (Request) -> Answer) -> Answer {
    let time = clock.now
    let start = ContinuousClock.now
    return next(request).map { response in
      let latency = (ContinuousClock.now - start) / .microseconds(1)
      report(
        LoggedRequest(
          time: time, method: request.method.rawValue, path: request.path,
          status: response.status.rawValue, latencyMicroseconds: Int64(latency),
          annotations: response.annotations ?? Annotations()))
      return response
    }
  }
}
