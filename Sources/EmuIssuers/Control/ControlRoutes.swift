internal import EmuHTTP

/// The calls that steer the issuers: one line each. Those of one provider are in its folder
/// (``OwnControls``).
enum ControlRoutes {
  private static let root = "/emulator/v1/issuers"

  static let common: [IssuerRoute] = [
    route(.get, "", "issuers.list", IssuerList.answer),
    route(.get, "/{issuer}", "issuers.get", IssuerSettingsCalls.get),
    route(.patch, "/{issuer}", "issuers.update", IssuerSettingsCalls.update),
    route(.get, "/{issuer}/faults", "issuers.faults.list", FaultCalls.list),
    route(.post, "/{issuer}/faults", "issuers.faults.create", FaultCalls.create),
    route(.delete, "/{issuer}/faults", "issuers.faults.clear", FaultCalls.delete),
    route(.delete, "/{issuer}/faults/{fault}", "issuers.faults.delete", FaultCalls.delete),
    route(.get, "/{issuer}/accounts", "issuers.accounts.list", Accounts.list),
    route(.post, "/{issuer}/accounts", "issuers.accounts.create", Accounts.create),
    route(.patch, "/{issuer}/accounts/{sub}", "issuers.accounts.update", Accounts.update).signing,
    route(.delete, "/{issuer}/accounts/{sub}", "issuers.accounts.delete", Accounts.delete).signing,
    route(.post, "/{issuer}/tokens", "issuers.tokens", Mint.answer).signing,
    route(.post, "/{issuer}/keys:rotate", "issuers.keys:rotate", KeyRotation.answer),
    route(.get, "/{issuer}/grants", "issuers.grants.list", GrantList.answer),
  ]

  /// Every control call is guarded by the Origin rule; none wants a credential.
  ///
  /// - Parameter path: behind `/emulator/v1/issuers`.
  static func route(
    _ method: Method, _ path: String, _ name: String,
    _ run: @escaping @Sendable (IssuerCall) throws -> Answer
  ) -> IssuerRoute {
    IssuerRoute(method, root + path, name, style: .control) { call in
      let origin = call.request.headers["Origin"]
      guard call.services.origins.admits(origin) else {
        let origin = origin?.prefix(256) ?? ""
        throw ControlError(
          .forbidden,
          "Control calls are refused from the web origin \(origin). Start the emulator with "
            + "--allowed-origin \(origin) to let this page make them.")
      }
      return try run(call)
    }
  }
}
