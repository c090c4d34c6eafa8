internal import EmuHTTP
internal import EmuJOSE
internal import EmuJSON
internal import EmuIdentity
internal import EmuModel
internal import EmuStore

/// `GET issuers`: all issuers with their addresses and existing keys.
enum IssuerList {
  static func answer(_ call: IssuerCall) throws -> Answer {
    let inventory = call.services.keys.inventory
    // Issuers with a stored key: one whose keys were dropped counts as unused.
    let signing = inventory.filter { !$0.keys.isEmpty }.map(\.issuer)
    let ids = Set(signing + call.services.store.issuersWithOptions)
    let named = ids.filter { ProviderFamily(of: $0) != .social }.sorted()
      .compactMap { try? call.services.sites.issuer($0) }
    let issuers = try (call.services.sites.issuers + named).map { issuer in
      JSON.object(try entry(call.services.configured(issuer), call))
    }
    let body: JSON = ["issuers": .array(issuers)]
    return .ready(.json(body))
  }

  /// Returns the entry of an issuer. Microsoft's addresses are those of `common`, where every
  /// account may sign in.
  static func entry(_ issuer: any FakeIssuer, _ call: IssuerCall) throws -> JSONObject {
    let keys = call.services.keys.shownKeys(of: issuer.id)
    var site = IssuerSite(issuer, call)
    site.tenant = "common"
    var entry: JSONObject = [
      "id": .string(issuer.id), "issuer": .string(try issuer.issuerName(at: site)),
    ]
    entry.setText("discoveryUrl", issuer.paths.discovery.map(site.url))
    if issuer.saml != nil { entry["ssoUrl"] = .string(site.url("/sso")) }
    entry.setText("jwksUri", issuer.paths.keys.map(site.url))
    entry["keys"] = .array(
      keys.map { key in
        [
          "kid": .string(key.kid), "alg": .string(key.algorithm.rawValue),
          "state": .string(key.state.rawValue),
        ]
      })
    return entry
  }
}
