package import EmuJOSE
package import EmuModel

package struct IssuerTraits: Sendable {
  /// The client of a project that has configured none.
  package static let unconfiguredClient = "auth-emulator-client"

  /// The issuer string of the real provider; `{tenant}` is replaced by a tenant's id.
  package var productionIssuer: String
  /// The path after the emulator's base URL that forms the local issuer string.
  package var path: String
  /// Other issuer strings that the real provider uses, or used.
  package var otherIssuers: [String]
  /// The algorithms whose keys are generated at the first start. The first signs by default; a
  /// provider without ID tokens has none.
  package var algorithms: [JWSAlgorithm]
  package var keysPerAlgorithm: Int
  /// True when a `rawNonce` is hashed for the token, as the provider's SDK does.
  package var hashesRawNonce: Bool
  package var idTokenLifetime: Duration
  /// Nil for tokens that live as long as the consent.
  package var accessTokenLifetime: Duration?
  /// The lifetime of tokens directly from the authorization endpoint, where it differs.
  package var frontTokenLifetime: Duration?
  package var codeLifetime: Duration
  /// Nil for refresh tokens that live as long as the consent.
  package var refreshTokenLifetime: Duration?
  package var hasRefreshTokens: Bool
  /// The accepted client authentication methods, in the order of discovery.
  package var clientAuthentication: [ClientAuthentication]
  package var redirect: BackendRedirect?

  package init(
    productionIssuer: String, path: String, otherIssuers: [String] = [],
    algorithms: [JWSAlgorithm],
    keysPerAlgorithm: Int = 1, hashesRawNonce: Bool = false,
    idTokenLifetime: Duration = .seconds(3600), accessTokenLifetime: Duration? = .seconds(3600),
    frontTokenLifetime: Duration? = nil,
    codeLifetime: Duration = .seconds(600), refreshTokenLifetime: Duration? = nil,
    hasRefreshTokens: Bool = true,
    clientAuthentication: [ClientAuthentication] = ClientAuthentication.allCases,
    redirect: BackendRedirect? = nil
  ) {
    self.productionIssuer = productionIssuer
    self.path = path
    self.otherIssuers = otherIssuers
    self.algorithms = algorithms
    self.keysPerAlgorithm = keysPerAlgorithm
    self.hashesRawNonce = hashesRawNonce
    self.idTokenLifetime = idTokenLifetime
    self.accessTokenLifetime = accessTokenLifetime
    self.frontTokenLifetime = frontTokenLifetime ?? accessTokenLifetime
    self.codeLifetime = codeLifetime
    self.refreshTokenLifetime = refreshTokenLifetime
    self.hasRefreshTokens = hasRefreshTokens
    self.clientAuthentication = clientAuthentication
    self.redirect = redirect
  }
}

extension IssuerTraits {
  /// The lifetime of an access token in seconds; 0 for one without an end.
  package var accessTokenSeconds: Int64 { (accessTokenLifetime ?? .zero).components.seconds }

  /// The traits as the user has set them.
  package func changed(by options: IssuerOptions) -> IssuerTraits {
    var traits = self
    if let algorithms = options.algorithms {
      traits.algorithms = algorithms.compactMap(JWSAlgorithm.init(rawValue:))
    }
    if let seconds = options.idTokenLifetimeSeconds { traits.idTokenLifetime = .seconds(seconds) }
    if let seconds = options.accessTokenLifetimeSeconds {
      traits.accessTokenLifetime = .seconds(seconds)
      traits.frontTokenLifetime = .seconds(seconds)
    }
    if let seconds = options.codeLifetimeSeconds { traits.codeLifetime = .seconds(seconds) }
    return traits
  }
}

extension IdentityProvider {
  /// Returns the lifetime of a person's ID token, by the user's options.
  package func idTokenLifetime(for person: Person, _ options: IssuerOptions) -> Duration {
    options.idTokenLifetimeSeconds.map(Duration.seconds) ?? idTokenLifetime(for: person)
  }
}
