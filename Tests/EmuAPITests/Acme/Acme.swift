import EmuJOSE
import EmuJSON
import EmuModel
import EmuIdentity

/// A provider of the tests: the content and format of its tokens.
struct Acme: IdentityProvider {
  let id = "acme.example"
  let emailTrust = TrustRule.EmailTrust.trusted
  let listing: ProviderListing? = ProviderListing("Acme")

  let issuer: IssuerTraits? = IssuerTraits(
    productionIssuer: "https://id.acme.example", path: "/issuers/acme.example",
    algorithms: [.es256], accessTokenLifetime: .seconds(1200),
    redirect: BackendRedirect("/login", scopes: ["openid", "email", "profile"]))

  func federatedID(rawID: String) -> String { "acme:\(rawID)" }

  func idTokenClaims(for subject: TokenSubject) -> JSONObject {
    var claims = subject.standardClaims
    claims["department"] = "roadrunners"
    return claims
  }

  func newSecret(_ kind: SecretKind, for person: Person, _ ids: IDGenerator) -> String {
    switch kind {
    case .code: "acme_code_\(ids.alphanumeric(20))"
    case .accessToken: "acme_access_\(ids.alphanumeric(20))"
    case .refreshToken: "acme_refresh_\(ids.alphanumeric(20))"
    }
  }

  func newKeyID(_ ids: IDGenerator) -> String { "acme-key-\(ids.digits(6))" }

  func newSubject(_ ids: IDGenerator) -> String { "acme-\(ids.digits(8))" }
}
