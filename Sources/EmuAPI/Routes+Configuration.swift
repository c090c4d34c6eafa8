internal import EmuHTTP

extension Routes {
  /// The v2 calls for configuration, tenants and providers.
  static let configuration: [Line] =
    configurationLines + providerLines(OAuthIdpConfigs.self)
    + providerLines(InboundSamlConfigs.self) + providerLines(DefaultSupportedIdpConfigs.self)

  /// Returns the calls on one kind of provider configurations, of a project and of a tenant.
  private static func providerLines<Kind: ProviderCollection>(_ kind: Kind.Type) -> [Line] {
    [project, tenant].flatMap { parent -> [Line] in
      let all = "\(parent)/\(Kind.name)"
      let one = all + "/{id}"
      return [
        settings(.post, all, CreateProvider<Kind>.self, "\(Kind.name):create"),
        settings(.get, all, ListProviders<Kind>.self, "\(Kind.name):list"),
        settings(.get, one, GetProvider<Kind>.self, "\(Kind.name):get"),
        settings(.patch, one, UpdateProvider<Kind>.self, "\(Kind.name):patch"),
        settings(.delete, one, DeleteProvider<Kind>.self, "\(Kind.name):delete"),
      ]
    }
  }

  private static func settings(
    _ method: Method, _ path: String, _ operation: any Operation.Type, _ name: String,
    input: Endpoint.InputSource = .resource
  ) -> Line {
    Line(
      method: method, paths: [path],
      endpoint: operation.endpoint(name, access: .configuration, input: input))
  }

  private static let configurationLines: [Line] = [
    // MARK: Clients
    .get("/v2/", GetPasswordPolicy.self, "passwordPolicy"),

    // MARK: Project
    settings(
      .get, "/v2/defaultSupportedIdps", ListDefaultSupportedIdps.self, "defaultSupportedIdps:list"),
    settings(.get, project + "/config", GetConfig.self, "projects:getConfig"),
    settings(.patch, project + "/config", UpdateConfig.self, "projects:updateConfig"),
    settings(
      .post, project + "/identityPlatform:initializeAuth", InitializeIdentityPlatform.self,
      "identityPlatform:initializeAuth", input: .body),

    // MARK: Passkeys
    settings(.get, project + "/passkeyConfig", GetPasskeyConfig.self, "passkeyConfig:get"),
    settings(.patch, project + "/passkeyConfig", UpdatePasskeyConfig.self, "passkeyConfig:patch"),
    settings(.get, tenant + "/passkeyConfig", GetPasskeyConfig.self, "passkeyConfig:get"),
    settings(.patch, tenant + "/passkeyConfig", UpdatePasskeyConfig.self, "passkeyConfig:patch"),

    // MARK: Tenants
    settings(.post, tenants, CreateTenant.self, "tenants:create"),
    settings(.get, tenants, ListTenants.self, "tenants:list"),
    settings(.get, tenant, GetTenant.self, "tenants:get"),
    settings(.patch, tenant, UpdateTenant.self, "tenants:patch"),
    settings(.delete, tenant, DeleteTenant.self, "tenants:delete"),
    settings(
      .post, tenant + ":getIamPolicy", GetIamPolicy.self, "tenants:getIamPolicy", input: .body),
    settings(
      .post, tenant + ":setIamPolicy", SetIamPolicy.self, "tenants:setIamPolicy", input: .body),
    settings(
      .post, tenant + ":testIamPermissions", TestIamPermissions.self, "tenants:testIamPermissions",
      input: .body),
  ]

  private static let project = "/v2/projects/{project}"
  private static let tenants = project + "/tenants"
  private static let tenant = tenants + "/{tenant}"
}
