internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// The ability to name itself by its address, as an issuer with tenants does.
protocol SiteNaming {
  /// The `iss` that discovery announces at an address.
  ///
  /// - Throws: the provider's own error for an address that is none.
  func siteName(at site: IssuerSite) throws -> String

  /// A key as the issuer publishes it at an address.
  func publishedKey(_ key: SigningKey, at site: IssuerSite) throws -> JWK
}

/// The ability to say in the discovery document what depends on the caller's project.
protocol DiscoveryCompleting {
  func completeDiscovery(_ document: inout JSONObject, _ call: IssuerCall) throws
}

extension FakeIssuer {
  /// The `iss` that discovery announces at an address.
  func issuerName(at site: IssuerSite) throws -> String {
    try (self as? any SiteNaming)?.siteName(at: site)
      ?? IssuerName.name(of: provider, tenant: "", settings, baseURL: site.baseURL)
  }

  func published(_ key: SigningKey, at site: IssuerSite) throws -> JWK {
    try (self as? any SiteNaming)?.publishedKey(key, at: site) ?? key.publicJWK
  }

  func complete(_ document: inout JSONObject, _ call: IssuerCall) throws {
    try (self as? any DiscoveryCompleting)?.completeDiscovery(&document, call)
  }
}
