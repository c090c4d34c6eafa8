internal import EmuJSON
internal import EmuProviders

/// Google's issuer.
///
/// Facts: Google's discovery document at `https://accounts.google.com`.
struct GoogleIssuer: FakeIssuer {
  let provider: any IdentityProvider = Google()
  let paths = IssuerPaths(keys: "/oauth2/v3/certs")

  func metadata(at site: IssuerSite) -> JSONObject {
    [
      "response_types_supported": [
        "code", "token", "id_token", "code token", "code id_token", "token id_token",
        "code token id_token", "none",
      ],
      "subject_types_supported": ["public"],
      "id_token_signing_alg_values_supported": ["RS256"],
      "scopes_supported": ["openid", "email", "profile"],
      "claims_supported": [
        "aud", "email", "email_verified", "exp", "family_name", "given_name", "iat", "iss",
        "locale", "name", "picture", "sub",
      ],
    ]
  }
}
