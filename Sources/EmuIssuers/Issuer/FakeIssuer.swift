internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// What every fake issuer says of itself; the endpoints, pages and tokens are the engine's.
///
/// Only `provider`, `settings` and `paths` have to be there. How an issuer differs is said in values,
/// and what only few issuers do are abilities: small protocols such as ``ClientChecking`` that a
/// conformance names or does not. A new issuer is a folder and a line in ``ProviderSites/standard``.
protocol FakeIssuer: Sendable {
  /// What its tokens say.
  var provider: any IdentityProvider { get }

  /// What the user has set; the engine fills it in for each call.
  var settings: IssuerSettings { get set }

  /// Where it has what.
  var paths: IssuerPaths { get }

  /// What the sign-in page calls things.
  var words: IssuerWords { get }

  /// The scopes of a native sign-in that names none.
  var defaultScopes: [String] { get }

  /// The members of the discovery document beside `issuer` and the endpoints.
  func metadata(at site: IssuerSite) -> JSONObject

  /// How the authorization endpoint differs from the plain one.
  var authorizeRules: AuthorizeRules { get }

  /// How the token endpoint differs from the plain one.
  var tokenRules: TokenRules { get }

  /// How the revocation endpoint differs from the plain one.
  var revocationRules: RevocationRules { get }

  /// How a sign-in on a device goes.
  var deviceRules: DeviceRules { get }

  /// How a sign-out goes.
  var signOutRules: SignOutRules { get }

  /// What no other issuer has; the patterns begin behind the issuer's root.
  var ownRoutes: [IssuerRoute] { get }
}

// What the plain provider does, so that each says only how it differs.
extension FakeIssuer {
  var words: IssuerWords { IssuerWords(brand: id) }

  var defaultScopes: [String] { ["openid", "email", "profile"] }

  func metadata(at site: IssuerSite) -> JSONObject { [:] }

  var authorizeRules: AuthorizeRules { AuthorizeRules() }

  var tokenRules: TokenRules { TokenRules() }

  var revocationRules: RevocationRules { RevocationRules() }

  var deviceRules: DeviceRules { DeviceRules() }

  var signOutRules: SignOutRules { SignOutRules() }

  var ownRoutes: [IssuerRoute] { [] }
}
