package import EmuControlCalls
package import EmuHTTP

/// The fake identity providers: what they publish, what they hand out, and the calls that steer them.
package struct Issuers: Sendable {
  let services: IssuerServices

  /// Makes no key and touches no store; call ``declareKeys()`` next.
  package init(services: IssuerServices) {
    self.services = services
  }

  /// Every path of the issuers and of their controls, to be mounted.
  package var routes: [Route<Handler>] {
    lines.map { line in
      let call: @Sendable (Request, PathParameters) -> IssuerCall = { request, parameters in
        IssuerCall(
          services: services, operation: line.name, endpoint: line.endpoint, style: line.style,
          wording: line.wording,
          request: request, parameters: parameters)
      }
      return Route(
        line.method, line.pattern, name: line.name,
        Handler(bodyLimits: BodyLimits(total: 1 << 20), site: line.site(call)) {
          request, parameters in
          let call = call(request, parameters)
          return call.withKeys(of: line.signer?(call)) {
            AnswerDefects(call).answer { call.answer { try line.run(call) } }
          }
        })
    }
  }

  /// What each of the control calls is, takes and answers.
  package var controlEntries: [ControlEntry] { lines.compactMap(\.entry) }

  private var lines: [IssuerRoute] {
    services.sites.routes + SecureTokenKeys.routes + ControlRoutes.common + services.sites.controls
  }
}
