import EmuJSON
import EmuModel
import EmuIdentity

@testable import EmuIssuers

/// The issuer of the tests' provider: its endpoints and its discovery metadata.
struct AcmeIssuer: FakeIssuer {
  let provider: any IdentityProvider = Acme()
  var options = IssuerOptions()
  let paths = IssuerPaths(
    authorize: "/login", keys: "/keys", token: "/exchange", revocation: "/revoke", userInfo: "/me")
  let words = IssuerWords(brand: "Acme")

  func metadata(at site: IssuerSite) -> JSONObject {
    ["response_types_supported": ["code"], "subject_types_supported": ["public"]]
  }
}
