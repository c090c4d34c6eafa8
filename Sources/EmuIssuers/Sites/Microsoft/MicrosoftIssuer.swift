internal import EmuCrypto
internal import EmuHTTP
internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// Microsoft's issuer for all tenants.
///
/// Source: docs/reference/microsoft.md#authorities to
/// docs/reference/microsoft.md#logout-and-devices.
struct MicrosoftIssuer: FakeIssuer {
  let provider: any IdentityProvider
  var options = IssuerOptions()
  let version: MicrosoftVersion
  let paths: IssuerPaths
  let authorizeRules: AuthorizeRules

  init(_ version: MicrosoftVersion = .two) {
    self.version = version
    provider = Microsoft(version)
    paths = version.paths
    authorizeRules = version.authorizeRules
  }

  let words = IssuerWords(
    brand: "Microsoft", pick: "Pick an account", create: "Use another account",
    deny: "Do not accept the permissions")

  let defaultScopes = ["openid", "email", "profile"]

  /// MSAL presents the same assertion for minutes.
  var tokenRules: TokenRules {
    TokenRules(
      addsRefreshTokens: true, keptScopes: MicrosoftScopes.standard, spendsClientAssertions: false,
      clientGrantTypes: [MicrosoftClientCredentials(version: version)],
      ownGrantTypes: [PasswordGrant.self, MicrosoftOnBehalfOfGrant.self])
  }

  let deviceRules = DeviceRules(
    lifetime: 900, hasCompletePage: false, hasMessage: true, authenticatesClients: false,
    slowsDown: false)

  /// Returns the issuer, with `{tenantid}` as a placeholder if accounts of several tenants sign in.
  func issuerName(at site: IssuerSite) throws -> String {
    let name = site.tenant ?? ""
    guard let tenant = MicrosoftTenant(name) else {
      throw MicrosoftError(
        90002, ["tenant": String(name.prefix(128))],
        reason: "A tenant is common, organizations, consumers, a GUID, or a domain.")
    }
    return version.issuerName(
      IssuerName.name(
        of: provider, tenant: tenant.issuerID, options, baseURL: site.baseURL))
  }

  func nameOfLatestVersion(_ name: String) -> String {
    name.hasSuffix("/") ? name + "v2.0" : name
  }

  func metadata(at site: IssuerSite) -> JSONObject {
    [
      "token_endpoint_auth_methods_supported": [
        "client_secret_post", "private_key_jwt", "client_secret_basic",
      ],
      "response_modes_supported": ["query", "fragment", "form_post"],
      "subject_types_supported": ["pairwise"],
      "scopes_supported": ["openid", "profile", "email", "offline_access"],
      "claims_supported": [
        "sub", "iss", "cloud_instance_name", "cloud_instance_host_name", "cloud_graph_host_name",
        "msgraph_host", "aud", "exp", "iat", "auth_time", "acr", "nonce", "preferred_username",
        "name", "tid", "ver", "at_hash", "c_hash", "email",
      ],
      "request_uri_parameter_supported": false,
      "http_logout_supported": true,
      "frontchannel_logout_supported": true,
      "userinfo_endpoint": .string(site.url("/graph/oidc/userinfo")),
      "tenant_region_scope": MicrosoftTenant(site.tenant ?? "")?.id == nil ? .null : "WW",
      "cloud_instance_name": "microsoftonline.com",
      "cloud_graph_host_name": "graph.windows.net",
      // The address of Graph without https://, which clients add.
      "msgraph_host": .string(MicrosoftInstance.host(of: site.url("/graph"))),
      "rbac_url": "https://pas.windows.net",
    ]
  }

  /// Sets the issuer of the project's tenant in place of Microsoft's template, if the project
  /// requires it.
  func complete(_ document: inout JSONObject, _ call: IssuerCall) throws {
    guard let tenant = MicrosoftTenant(call.parameters["tenant"] ?? ""), tenant.id == nil else {
      return
    }
    // Clients identify themselves with appid, as at Microsoft, to get their keys.
    let parameters = call.request.query
    let client = try AuthorizeClient(parameters.filled("appid") ?? "", parameters, id, call)
    guard let registration = client.config?.registration, registration.commonIssuer == .concrete
    else { return }
    document["issuer"] = .string(
      version.issuerName(
        IssuerName.name(
          of: provider, tenant: registration.homeTenant, options, baseURL: call.baseURL)))
  }

  /// Returns a key with the template of its issuers, without `alg`. The last key has the issuer of
  /// personal accounts, which it signs for. An RSA key has a certificate; one that another key signs
  /// would have other bytes in each answer.
  func published(_ key: SigningKey, isLast: Bool, at site: IssuerSite) throws -> JWK {
    var published = key.publicJWK
    published.algorithm = nil
    if key.privateKey.publicKey.kind == .rsa {
      published.certificate = try KeyCertificate.make(
        for: key, commonName: "accounts.accesscontrol.windows.net")
    }
    let isPersonal = isLast || MicrosoftTenant(site.tenant ?? "") == .consumers
    published.issuer = version.issuerName(
      IssuerName.name(
        of: provider, tenant: (isPersonal ? MicrosoftTenant.consumers : .common).issuerID, options,
        baseURL: site.baseURL))
    return published
  }
}

extension AppRegistration {
  var homeTenant: String {
    tenantId.flatMap(MicrosoftTenant.init)?.id ?? Microsoft.defaultTenant
  }

  /// Returns the version of access tokens for the app's API. Personal accounts have the second.
  func accessTokenVersion(of account: MicrosoftAccount? = nil) -> MicrosoftVersion {
    requestedAccessTokenVersion == 2 || account?.tenant == MicrosoftTenant.consumers.id
      ? .two : .one
  }
}

extension MicrosoftIssuer {
  var ownRoutes: [IssuerRoute] {
    let first = MicrosoftIssuer(.one)
    return [
      IssuerRoute(
        .get, "/{tenant}/discovery/instance", "issuer.instance", style: .oauth,
        MicrosoftInstance.answer),
      tokensByGet, first.tokensByGet,
    ] + first.paths.routes(root: "") { call in call.services.configured(first) } + Graph.routes
  }

  /// The token endpoint by GET, which has a separate error number.
  private var tokensByGet: IssuerRoute {
    IssuerRoute(.get, paths.token ?? "", endpoint: .token, style: .oauth) { call in
      throw OAuthError(
        .invalidRequest, reason: "Tokens are requested by POST.",
        problem: .method(call.request.method.rawValue))
    }
  }
}
