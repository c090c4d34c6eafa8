internal import EmuHTTP

extension Routes {
  /// The v2 calls for configuration, tenants and providers, with and without the host's name. Those
  /// of administrators are also below `/admin`, as in production.
  static let configuration: [Route<Endpoint>] =
    (configurationLines + providerLines(OAuthIdpConfigs.self)
    + providerLines(InboundSamlConfigs.self)
    + providerLines(DefaultSupportedIdpConfigs.self)).flatMap { method, path, endpoint in
      let paths = endpoint.access == .configuration ? [path, "/admin" + path] : [path]
      return ["/identitytoolkit.googleapis.com", ""].flatMap { host in
        paths.map { route(method, host + $0, endpoint.refusing(as: path)) }
      }
    }

  private typealias ConfigurationLine = (Method, String, Endpoint)

  /// Returns the calls on one kind of provider configurations, of a project and of a tenant.
  private static func providerLines<Kind: ProviderCollection>(
    _ kind: Kind.Type
  ) -> [ConfigurationLine] {
    ["/v2/projects/{project}", tenant].flatMap { parent -> [ConfigurationLine] in
      let all = "\(parent)/\(Kind.name)"
      let one = all + "/{id}"
      return [
        (.post, all, settingsWrite(CreateProvider<Kind>.self, "\(Kind.name):create")),
        (.get, all, settingsRead(ListProviders<Kind>.self, "\(Kind.name):list")),
        (.get, one, settingsRead(GetProvider<Kind>.self, "\(Kind.name):get")),
        (.patch, one, settingsWrite(UpdateProvider<Kind>.self, "\(Kind.name):patch")),
        (.delete, one, settingsWrite(DeleteProvider<Kind>.self, "\(Kind.name):delete")),
      ]
    }
  }

  private static func settingsRead<O: ReadOperation>(_ operation: O.Type, _ name: String)
    -> Endpoint
  {
    .read(operation, name, access: .configuration, input: .resource)
  }

  private static func settingsWrite<O: WriteOperation>(_ operation: O.Type, _ name: String)
    -> Endpoint
  {
    .write(operation, name, access: .configuration, input: .resource)
  }

  private static let configurationLines: [ConfigurationLine] = [
    // MARK: Clients
    (
      .get, "/v2/passwordPolicy",
      .read(GetPasswordPolicy.self, "passwordPolicy", access: .client, input: .query)
    ),

    // MARK: Project
    (
      .get, "/v2/defaultSupportedIdps",
      settingsRead(ListDefaultSupportedIdps.self, "defaultSupportedIdps:list")
    ),
    (.get, "/v2/projects/{project}/config", settingsRead(GetConfig.self, "projects:getConfig")),
    (
      .patch, "/v2/projects/{project}/config",
      settingsWrite(UpdateConfig.self, "projects:updateConfig")
    ),

    (
      .post, "/v2/projects/{project}/identityPlatform:initializeAuth",
      .read(
        InitializeIdentityPlatform.self, "identityPlatform:initializeAuth", access: .configuration)
    ),

    // MARK: Passkeys
    (
      .get, "/v2/projects/{project}/passkeyConfig",
      settingsRead(GetPasskeyConfig.self, "passkeyConfig:get")
    ),
    (
      .patch, "/v2/projects/{project}/passkeyConfig",
      settingsWrite(UpdatePasskeyConfig.self, "passkeyConfig:patch")
    ),
    (.get, tenant + "/passkeyConfig", settingsRead(GetPasskeyConfig.self, "passkeyConfig:get")),
    (
      .patch, tenant + "/passkeyConfig",
      settingsWrite(UpdatePasskeyConfig.self, "passkeyConfig:patch")
    ),

    // MARK: Tenants
    (.post, tenants, settingsWrite(CreateTenant.self, "tenants:create")),
    (.get, tenants, settingsRead(ListTenants.self, "tenants:list")),
    (.get, tenant, settingsRead(GetTenant.self, "tenants:get")),
    (.patch, tenant, settingsWrite(UpdateTenant.self, "tenants:patch")),
    (.delete, tenant, settingsWrite(DeleteTenant.self, "tenants:delete")),
    (
      .post, tenant + ":getIamPolicy",
      .read(GetIamPolicy.self, "tenants:getIamPolicy", access: .configuration)
    ),
    (
      .post, tenant + ":setIamPolicy",
      .write(SetIamPolicy.self, "tenants:setIamPolicy", access: .configuration)
    ),
    (
      .post, tenant + ":testIamPermissions",
      .read(TestIamPermissions.self, "tenants:testIamPermissions", access: .configuration)
    ),
  ]

  private static let tenants = "/v2/projects/{project}/tenants"
  private static let tenant = tenants + "/{tenant}"
}
