internal import EmuControlCalls
internal import EmuJOSE
internal import EmuModel
internal import EmuStore

/// `GET issuers`: all issuers with their addresses and existing keys.
enum IssuerList {
  static func answer(_ call: IssuerCall) throws -> ControlAnswer<IssuerPage> {
    let inventory = call.services.keys.inventory
    // Issuers with a stored key: one whose keys were dropped counts as unused.
    let signing = inventory.filter { !$0.keys.isEmpty }.map(\.issuer)
    let ids = Set(signing + call.services.store.issuersWithOptions)
    let named = ids.filter { ProviderFamily(of: $0) != .social }.sorted()
      .compactMap { try? call.services.sites.issuer($0) }
    let issuers = try (call.services.sites.issuers + named).map { issuer in
      try entry(call.services.configured(issuer), call)
    }
    return try ControlAnswer(IssuerPage(issuers: issuers))
  }

  /// Returns the entry of an issuer. Microsoft's addresses are those of `common`, where every
  /// account may sign in.
  static func entry(_ issuer: any FakeIssuer, _ call: IssuerCall) throws -> IssuerReport {
    let site = IssuerSite(issuer, call, tenant: "common")
    return IssuerReport(
      id: issuer.id, issuer: try issuer.issuerName(at: site),
      discoveryUrl: issuer.paths.discovery.map(site.url),
      ssoUrl: issuer is SAMLIssuer ? site.url("/sso") : nil,
      jwksUri: issuer.paths.keys.map(site.url),
      keys: call.services.keys.shownKeys(of: issuer.id).map { key in
        IssuerReport.KeyReport(
          kid: key.kid, alg: key.algorithm.rawValue, state: key.state.rawValue)
      })
  }
}
