package import EmuModel

/// What a fake issuer has of its own.
package struct IssuerTraits: Sendable {
  /// The client of a project that has configured none.
  package static let unconfiguredClient = "auth-emulator-client"

  /// The issuer string of the real provider; `{tenant}` stands for a tenant's id.
  package var productionIssuer: String
  /// The path behind the emulator's base URL that is the local issuer string.
  package var path: String
  /// Other strings under which the real provider signs, or once did.
  package var otherIssuers: [String]
  /// The algorithms whose keys are made at first start; the first signs by default, and a provider
  /// without ID tokens has none.
  package var algorithms: [SigningAlgorithm]
  /// How many keys are published per algorithm.
  package var keysPerAlgorithm: Int
  /// Whether a `rawNonce` is hashed before it goes into a token, as the provider's SDK does.
  package var hashesRawNonce: Bool
  package var idTokenLifetime: Duration
  /// Nil for tokens that live as long as the consent.
  package var accessTokenLifetime: Duration?
  /// Of tokens that come straight from the authorization endpoint, where it is another.
  package var frontTokenLifetime: Duration?
  package var codeLifetime: Duration
  /// Nil for refresh tokens that live as long as the consent.
  package var refreshTokenLifetime: Duration?
  /// Whether tokens can be renewed at all.
  package var hasRefreshTokens: Bool
  /// How clients may show who they are, in the order of discovery.
  package var clientAuthentication: [ClientAuthentication]
  /// How the backend sends a browser here.
  package var redirect: BackendRedirect?

  package init(
    productionIssuer: String, path: String, otherIssuers: [String] = [],
    algorithms: [SigningAlgorithm],
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
