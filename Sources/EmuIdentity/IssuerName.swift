package import EmuModel

package enum IssuerName {
  /// Returns the issuer string for a person, with the person's tenant where the provider has
  /// tenants.
  ///
  /// - Parameters:
  ///   - options: the user's options of the issuer.
  ///   - configured: the string that the project expects; used where the user has set none.
  package static func name(
    of provider: some IdentityProvider, person: Person?, _ options: IssuerOptions,
    configured: String? = nil, baseURL: String
  ) -> String {
    name(
      of: provider, tenant: provider.tenancy?.issuerTenant(of: person) ?? "", options,
      configured: configured, baseURL: baseURL)
  }

  /// The issuer string for a tenant's id; without tenants the id is not used.
  package static func name(
    of provider: some IdentityProvider, tenant: String, _ options: IssuerOptions,
    configured: String? = nil, baseURL: String
  ) -> String {
    let local = baseURL + (provider.issuer?.path ?? "/issuers/\(provider.id)")
    let pattern =
      switch options.issuer ?? configured {
      case nil, "local": local
      case "production": provider.issuer?.productionIssuer ?? local
      case let own?: own
      }
    // Few have a hole to fill, and looking for one letter by letter is slow for every token.
    return pattern.utf8.contains(UInt8(ascii: "{"))
      ? pattern.replacing("{tenant}", with: tenant) : pattern
  }

  /// Returns true for the provider's issuer: the local one at any address, also below the path of a
  /// proxy, or the real one.
  package static func matches(_ issuer: String, of provider: some IdentityProvider) -> Bool {
    guard let traits = provider.issuer else { return false }
    if fits(issuer[...], traits.productionIssuer) || traits.otherIssuers.contains(issuer) {
      return true
    }
    guard let scheme = issuer.firstRange(of: "://") else { return false }
    let path = issuer[scheme.upperBound...].drop { $0 != "/" }
    if fits(path, traits.path) { return true }
    let own = path.ranges(of: "/issuers/").last
    return own.map { fits(path[$0.lowerBound...], traits.path) } ?? false
  }

  /// Returns true for the string that the user has set for an issuer.
  package static func isOwn(_ issuer: String, _ options: IssuerOptions) -> Bool {
    guard let own = options.issuer, !isMode(own) else { return false }
    return fits(issuer[...], own)
  }

  /// Returns true for a word that selects one of the names.
  package static func isMode(_ issuer: String) -> Bool {
    issuer == "local" || issuer == "production"
  }

  /// Returns true for an http or https address without query and fragment.
  package static func isAddress(_ issuer: String) -> Bool {
    guard let url = AbsoluteURL(issuer) else { return false }
    return url.isWeb && issuer.utf8.count <= 1024 && !url.hasFragment
      && !issuer.utf8.contains(UInt8(ascii: "?"))
  }

  /// Returns true for a name without a scheme, which production accepts in a configuration.
  package static func isName(_ issuer: String) -> Bool {
    !issuer.isEmpty && issuer.utf8.count <= 1024
      && issuer.utf8.allSatisfy { (33...126).contains($0) && !":?#".utf8.contains($0) }
  }

  /// Returns true for a text that matches the pattern, with any text without a slash for
  /// `{tenant}`.
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
