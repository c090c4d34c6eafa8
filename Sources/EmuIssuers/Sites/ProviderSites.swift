package import EmuControlCalls
package import EmuIdentity
internal import EmuModel

/// All providers, one line each. Backend, issuers, seeds and tests have no other list.
package struct ProviderSites: Sendable {
  /// The providers with an issuer, except `oidc.*`.
  let issuers: [any FakeIssuer]
  package let providers: ProviderRegistry

  /// The providers without an issuer.
  let others: [ProviderRoutes]

  init(_ issuers: [any FakeIssuer], others: [ProviderRoutes] = []) {
    self.issuers = issuers
    self.others = others
    providers = ProviderRegistry(issuers.map(\.provider) + others.map(\.provider))
  }
}

/// A provider without an issuer, and its routes.
struct ProviderRoutes: Sendable {
  var provider: any IdentityProvider
  /// The routes below `/issuers/` and the provider's id.
  var paths: [IssuerRoute] = []
  /// The control calls, created by ``ControlRoutes/route(_:_:_:_:)``.
  var controls: [IssuerRoute] = []
}

extension ProviderSites {
  package static let standard = ProviderSites(
    [
      AppleIssuer(),
      GoogleIssuer(),
      MicrosoftIssuer(),
      FacebookIssuer(),
      GitHubIssuer(),
      TwitterIssuer(),
      LinkedInIssuer(),
      YahooIssuer(),
    ],
    others: [
      GameCenterProvider.site,
      ProviderRoutes(provider: PlayGames()),
    ])

  /// Returns the issuer of a provider id. Every id `oidc.…` and `saml.…` has an issuer.
  ///
  /// - Throws: `notFound` with the known issuers.
  func issuer(_ id: String) throws(ControlError) -> any FakeIssuer {
    if let issuer = issuers.first(where: { $0.id == id }) { return issuer }
    guard ProviderID.isOfFamily(id) else {
      let known = issuers.map(\.id).joined(separator: ", ")
      throw ControlError.notFound(
        "There is no issuer \(id.prefix(128)). Known are \(known), and oidc.NAME and saml.NAME for any NAME of "
          + "letters, digits, '.', '-' and '_'; `auth-emulator issuers` shows them.")
    }
    return switch ProviderFamily(of: id) {
    case .saml: SAMLIssuer(id: id)
    case .oidc, .social: OIDCIssuer(id: id)
    }
  }

  var routes: [IssuerRoute] {
    issuers.flatMap(\.routes)
      + others.flatMap { site in
        site.paths.map { $0.moved(behind: "/issuers/\(site.provider.id)") }
      } + OIDCIssuer.routes + SAMLIssuer.routes
  }

  var controls: [IssuerRoute] {
    issuers.flatMap(\.ownControls) + others.flatMap(\.controls)
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

extension ProviderSites {
  /// Returns the issuers, endpoints and providers that a fault can match.
  package func faultLocations(among operations: OperationNames) -> FaultLocations {
    FaultLocations(
      operations: operations, endpoints: IssuerEndpoint.allCases.map(\.rawValue),
      providers: providers.ids + ["password", "phone", "anonymous", "emailLink", "custom"],
      assertionDefects: SAMLDefect.allCases.map(\.rawValue)
    ) { id throws(ControlError) in
      let issuer = try issuer(id)
      return (issuer.id, issuer.endpoints.map(\.rawValue), issuer.makesIDTokens)
    }
  }
}
