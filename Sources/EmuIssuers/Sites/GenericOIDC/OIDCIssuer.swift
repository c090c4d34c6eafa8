internal import EmuJOSE
internal import EmuJSON
internal import EmuProviders

/// An OpenID Connect issuer without peculiarities, called `oidc.…`.
struct OIDCIssuer: FakeIssuer {
  static let paths = IssuerPaths(keys: "/jwks")

  let provider: any IdentityProvider
  var paths: IssuerPaths { Self.paths }

  init(id: String) { provider = GenericOIDC(id: id) }

  func metadata(at site: IssuerSite) -> JSONObject {
    [
      "response_types_supported": ["code", "id_token", "code id_token"],
      "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": .array(
        algorithms.map { .string($0.rawValue) }),
      "scopes_supported": ["openid", "email", "profile"],
      "claims_supported": [
        "iss", "aud", "sub", "iat", "exp", "auth_time", "nonce", "email", "email_verified", "name",
        "given_name", "family_name", "picture",
      ],
    ]
  }
}
