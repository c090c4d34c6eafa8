package import EmuModel

/// The strings under which our issuers sign.
package enum IssuerName {
  /// The issuer string of a local issuer, with a person's tenant where the provider has tenants.
  package static func local(
    of provider: some IdentityProvider, person: Person?, baseURL: String
  ) -> String {
    local(
      of: provider, tenant: person.map(Microsoft.tenant(of:)) ?? Microsoft.defaultTenant,
      baseURL: baseURL)
  }

  /// The issuer string of a local issuer for a tenant's id; without tenants the id is not used.
  package static func local(
    of provider: some IdentityProvider, tenant: String, baseURL: String
  ) -> String {
    let path = provider.issuer?.path ?? "/issuers/\(provider.id)"
    return baseURL + path.replacing("{tenant}", with: tenant)
  }

  /// The issuer string that a project has configured: a URL, `production`, or `local`.
  ///
  /// - Returns: nil where the project leaves it open.
  package static func configured(
    _ config: ProviderConfig?, of provider: some IdentityProvider, person: Person?, baseURL: String
  ) -> String? {
    switch config?.issuer {
    case nil: nil
    case "local": local(of: provider, person: person, baseURL: baseURL)
    case "production":
      provider.issuer?.productionIssuer.replacing(
        "{tenant}", with: person.map(Microsoft.tenant(of:)) ?? Microsoft.defaultTenant)
    case let name?: name
    }
  }

  /// Whether a string names the provider's issuer: the local one at any address, or the real one.
  package static func matches(_ issuer: String, of provider: some IdentityProvider) -> Bool {
    guard let traits = provider.issuer else { return false }
    if fits(issuer[...], traits.productionIssuer) { return true }
    guard let scheme = issuer.firstRange(of: "://") else { return false }
    return fits(issuer[scheme.upperBound...].drop { $0 != "/" }, traits.path)
  }

  /// Whether a string names an issuer of an emulator, wherever it listens.
  ///
  /// Other servers may keep issuers under `/issuers/` as well, so what follows must be an id of ours.
  package static func isLocal(_ issuer: String) -> Bool {
    guard let scheme = issuer.firstRange(of: "://") else { return false }
    let segments = issuer[scheme.upperBound...].split(separator: "/").dropFirst()
    guard segments.first == "issuers", let id = segments.dropFirst().first else { return false }
    return id.hasPrefix("oidc.") || ProviderRegistry.issuerIDs.contains(String(id))
  }

  /// Whether a text is the pattern, with something without a slash for `{tenant}`.
  private static func fits(_ text: Substring, _ pattern: String) -> Bool {
    guard let hole = pattern.firstRange(of: "{tenant}") else { return text == pattern }
    let prefix = pattern[..<hole.lowerBound]
    let suffix = pattern[hole.upperBound...]
    guard text.hasPrefix(prefix), text.hasSuffix(suffix),
      text.count > prefix.count + suffix.count
    else { return false }
    return !text.dropFirst(prefix.count).dropLast(suffix.count).contains("/")
  }
}
