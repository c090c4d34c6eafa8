package import EmuHTTP

/// The control API: what tests and people do to the emulator itself, all under `/emulator/v1`.
///
/// There is no authentication; web pages of foreign origins are kept out by the Origin rule.
package struct Control: Sendable {
  let services: ControlServices

  package init(_ services: ControlServices) { self.services = services }

  /// Every path of the control API, to be mounted.
  package var routes: [Route<Handler>] {
    [
      route(.get, "health", health),
      route(.get, "projects/{project}/settings", showSettings),
      route(.patch, "projects/{project}/settings", changeSettings),
      route(.post, "projects/{project}/apiKeys", registerAPIKey),
      route(.post, "reset", reset),
      route(.post, "seed", bodyLimit: Seed.limit, memoryLimit: Seed.memoryLimit, seed),
      route(.get, "clock", showClock),
      route(.post, "clock:advance", advanceClock),
      route(.post, "clock:set", setClock),
      route(.post, "clock:freeze", freezeClock),
      route(.post, "clock:reset", resetClock),
      route(.get, "requests", listRequests),
      route(.get, "requests/{id}", showRequest),
      route(.get, "requests:stream", streamRequests),
    ]
  }

  private func route(
    _ method: Method, _ path: String, bodyLimit: Int = 1 << 20,
    memoryLimit: Int = .max,
    _ answer: @escaping @Sendable (ControlCall) throws -> Answer
  ) -> Route<Handler> {
    Route(
      method, "/emulator/v1/" + path, name: path,
      Handler(bodyLimit: bodyLimit, memoryLimit: memoryLimit) { request, parameters in
        let call = ControlCall(name: path, request: request, parameters: parameters)
        do {
          let origin = request.headers["Origin"]
          guard services.origins.admits(origin) else {
            throw ControlError.originNotAllowed(origin ?? "null")
          }
          return try answer(call).map(call.annotated)
        } catch {
          return .ready(call.annotated(ControlError(translating: error).response))
        }
      })
  }
}
