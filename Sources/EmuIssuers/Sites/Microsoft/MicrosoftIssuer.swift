internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// Microsoft's issuer, one for every tenant.
///
/// Facts: Microsoft, "OpenID Connect on the Microsoft identity platform"; "Access tokens", on keys.
struct MicrosoftIssuer: FakeIssuer {
  let provider: any IdentityProvider = Microsoft()
  var settings = IssuerSettings()
  let paths = IssuerPaths(
    discovery: "/{tenant}/v2.0/.well-known/openid-configuration",
    keys: "/{tenant}/discovery/v2.0/keys")

  /// A native sign-in's token comes from the token endpoint, where Microsoft binds it to nothing.
  let nativeBindings: Set<TokenBinding> = []

  let defaultScopes = ["openid", "email", "profile"]

  /// A template with `{tenantid}` where accounts of several tenants sign in.
  func issuerName(at site: IssuerSite) throws -> String {
    guard let tenant = MicrosoftTenant(site.tenant ?? "") else {
      throw MicrosoftError.unknownTenant(site.tenant ?? "")
    }
    return IssuerName.name(
      of: provider, tenant: tenant.issuerID, settings, baseURL: site.baseURL)
  }

  func metadata(at site: IssuerSite) -> JSONObject {
    [
      "response_types_supported": ["code", "id_token", "code id_token", "id_token token"],
      "response_modes_supported": ["query", "fragment", "form_post"],
      "subject_types_supported": ["pairwise"],
      "id_token_signing_alg_values_supported": ["RS256"],
      "scopes_supported": ["openid", "profile", "email", "offline_access"],
      "claims_supported": [
        "sub", "iss", "aud", "exp", "iat", "auth_time", "acr", "nonce", "preferred_username",
        "name", "tid", "ver", "at_hash", "c_hash", "email",
      ],
      "request_uri_parameter_supported": false,
      "tenant_region_scope": .null,
      "cloud_instance_name": "microsoftonline.com",
      "cloud_graph_host_name": "graph.windows.net",
      "msgraph_host": "graph.microsoft.com",
    ]
  }

  /// With a certificate and the template of the issuers it signs for, and without `alg`.
  func published(_ key: SigningKey, at site: IssuerSite) throws -> JWK {
    var published = key.publicJWK
    published.algorithm = nil
    published.certificate = try KeyCertificate.make(
      for: key, commonName: "accounts.accesscontrol.windows.net")
    published.issuer = IssuerName.name(
      of: provider, tenant: MicrosoftTenant.common.issuerID, settings, baseURL: site.baseURL)
    return published
  }
}
