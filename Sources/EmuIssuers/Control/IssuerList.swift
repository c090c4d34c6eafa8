internal import EmuHTTP
internal import EmuJOSE
internal import EmuJSON
internal import EmuProviders

/// `GET issuers`: every issuer with its addresses and the keys that exist so far.
enum IssuerList {
  static func answer(_ call: IssuerCall) throws -> Answer {
    let inventory = call.services.keys.inventory
    let named = inventory.map(\.issuer).filter { $0.hasPrefix("oidc.") }
      .compactMap { try? IssuerTable.issuer($0) }
    let issuers = try (IssuerTable.fixed + named).map { issuer in
      try entry(
        issuer, keys: inventory.first { $0.issuer == issuer.id }?.keys ?? [], call: call)
    }
    let body: JSON = ["issuers": .array(issuers)]
    return .ready(.json(body.serializedBytes()))
  }

  /// Microsoft is shown at `common`, where every account may sign in.
  private static func entry(
    _ issuer: any FakeIssuer, keys: [SigningKey], call: IssuerCall
  ) throws -> JSON {
    var site = IssuerSite(issuer, call)
    site.tenant = "common"
    var entry: JSONObject = [
      "id": .string(issuer.id), "issuer": .string(try issuer.issuerName(at: site)),
    ]
    entry.setText("discoveryUrl", issuer.paths.discovery.map(site.url))
    entry.setText("jwksUri", issuer.paths.keys.map(site.url))
    entry["keys"] = .array(
      keys.map { key in
        [
          "kid": .string(key.kid), "alg": .string(key.algorithm.rawValue),
          "state": .string(key.state.rawValue),
        ]
      })
    return .object(entry)
  }
}
