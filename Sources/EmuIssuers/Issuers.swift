package import EmuControlCalls
package import EmuHTTP

/// The fake identity providers with their endpoints and control calls.
package struct Issuers: Sendable {
  let services: IssuerServices

  /// Declares the keys of every issuer, and generates none. An `oidc.*` issuer gets its keys when it is
  /// first used.
  package init(services: IssuerServices) {
    self.services = services
    for issuer in services.sites.issuers { services.declareKeys(of: services.configured(issuer)) }
  }

  package var routes: [Route<Handler>] {
    lines.map { line in
      let call: @Sendable (Request, PathParameters) -> IssuerCall = { request, parameters in
        IssuerCall(services: services, route: line, request: request, parameters: parameters)
      }
      return Route(
        line.method, line.pattern, name: line.name,
        Handler(bodyLimits: BodyLimits(total: 1 << 20), site: line.site(call)) {
          request, parameters in
          let call = call(request, parameters)
          return call.withKeys(of: line.signer?(call)) {
            call.storingFaults(
              of: call.withDefects {
                call.answer {
                  try call.checkEmulatorParameters()
                  return try line.run(call)
                }
              })
          }
        })
    }
  }

  package var controlEntries: [ControlEntry] { lines.compactMap(\.entry) }

  private var lines: [IssuerRoute] {
    services.sites.routes + SecureTokenKeys.routes + ControlRoutes.common + services.sites.controls
  }
}
