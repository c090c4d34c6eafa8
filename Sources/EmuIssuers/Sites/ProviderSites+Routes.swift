internal import EmuJOSE
internal import EmuProviders

extension ProviderSites {
  /// What the providers publish and answer.
  var routes: [IssuerRoute] {
    issuers.flatMap(\.routes)
      + others.flatMap { site in
        site.paths.map { $0.moved(behind: "/issuers/\(site.provider.id)") }
      } + OIDCIssuer.routes
  }

  /// The control calls that few of them have.
  var controls: [IssuerRoute] {
    issuers.flatMap(\.ownControls) + others.flatMap(\.controls)
  }
}

extension ProviderSites {
  /// The algorithms of a provider that signs and has no issuer; nil for any other.
  func keyAlgorithms(withoutIssuer id: String) -> [JWSAlgorithm]? {
    others.first { $0.provider.id == id }?.keyAlgorithms
  }
}

extension FakeIssuer {
  /// Its endpoints and what it has of its own, behind its root.
  fileprivate var routes: [IssuerRoute] {
    let root = "/issuers/\(id)"
    return
      (paths.routes(root: root) { call in call.services.configured(self) }
      + ownRoutes.map { $0.moved(behind: root) }).map { $0.worded(by: self) }
  }
}
