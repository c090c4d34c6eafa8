internal import EmuJOSE
internal import EmuIdentity

extension ProviderSites {
  var routes: [IssuerRoute] {
    issuers.flatMap(\.routes)
      + others.flatMap { site in
        site.paths.map { $0.moved(behind: "/issuers/\(site.provider.id)") }
      } + OIDCIssuer.routes + SAMLIssuer.routes
  }

  var controls: [IssuerRoute] {
    issuers.flatMap(\.ownControls) + others.flatMap(\.controls)
  }

  /// Returns the algorithms of a provider with keys and without an issuer; nil for any other.
  func keyAlgorithms(withoutIssuer id: String) -> [JWSAlgorithm]? {
    others.first { $0.provider.id == id }?.keyAlgorithms
  }
}

extension FakeIssuer {
  fileprivate var routes: [IssuerRoute] {
    let root = "/issuers/\(id)"
    return
      (paths.routes(root: root) { call in call.services.configured(self) }
      + ownRoutes.map { $0.moved(behind: root) }).map { $0.translated(by: self) }
  }
}
