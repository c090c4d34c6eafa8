internal import EmuProviders

/// Every issuer, by provider id: one line each, and `oidc.*` besides.
enum IssuerTable {
  static let fixed: [any FakeIssuer] = [
    AppleIssuer(),
    GoogleIssuer(),
    MicrosoftIssuer(),
    FacebookIssuer(),
    GitHubIssuer(),
    TwitterIssuer(),
    LinkedInIssuer(),
    YahooIssuer(),
  ]

  /// The issuer of a provider id; one called `oidc.…` exists as soon as somebody names it.
  ///
  /// - Throws: `notFound`, naming those that there are.
  static func issuer(_ id: String) throws(ControlError) -> any FakeIssuer {
    if let issuer = fixed.first(where: { $0.id == id }) { return issuer }
    guard id.hasPrefix("oidc."), id.utf8.count > "oidc.".utf8.count,
      ProviderRegistry.isAcceptable(id: id)
    else {
      throw ControlError(
        .notFound,
        "There is no issuer \(id.prefix(128)). Known are \(known), and oidc.NAME for any NAME of "
          + "letters, digits, '.', '-' and '_'; GET /emulator/v1/issuers shows their addresses.")
    }
    return OIDCIssuer(id: id)
  }

  private static let known = fixed.map(\.id).joined(separator: ", ")
}
