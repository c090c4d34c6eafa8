internal import EmuHTTP

extension Routes {
  /// Configuration, tenants and providers: the v2 calls, with the host's name and bare.
  static let settings: [Route<Endpoint>] = settingsLines.flatMap { method, path, endpoint in
    ["/identitytoolkit.googleapis.com", ""].map { host in
      route(method, host + path, endpoint)
    }
  }

  private static let settingsLines: [(Method, String, Endpoint)] = [
    // MARK: Clients
    (
      .get, "/v2/passwordPolicy",
      .read(GetPasswordPolicy.self, "passwordPolicy", access: .client, input: .query)
    ),

    // MARK: Project
    (
      .get, "/v2/projects/{project}/config",
      .read(GetConfig.self, "projects:getConfig", access: .settings, input: .resource)
    ),
    (
      .patch, "/v2/projects/{project}/config",
      .write(UpdateConfig.self, "projects:updateConfig", access: .settings, input: .resource)
    ),

    // MARK: Tenants
    (
      .post, tenants,
      .write(CreateTenant.self, "tenants:create", access: .settings, input: .resource)
    ),
    (
      .get, tenants,
      .read(ListTenants.self, "tenants:list", access: .settings, input: .resource)
    ),
    (
      .get, tenant,
      .read(GetTenant.self, "tenants:get", access: .settings, input: .resource)
    ),
    (
      .patch, tenant,
      .write(UpdateTenant.self, "tenants:patch", access: .settings, input: .resource)
    ),
    (
      .delete, tenant,
      .write(DeleteTenant.self, "tenants:delete", access: .settings, input: .resource)
    ),
    (
      .post, tenant + ":getIamPolicy",
      .read(GetIamPolicy.self, "tenants:getIamPolicy", access: .settings)
    ),
    (
      .post, tenant + ":setIamPolicy",
      .write(SetIamPolicy.self, "tenants:setIamPolicy", access: .settings)
    ),
    (
      .post, tenant + ":testIamPermissions",
      .read(TestIamPermissions.self, "tenants:testIamPermissions", access: .settings)
    ),
  ]

  private static let tenants = "/v2/projects/{project}/tenants"
  private static let tenant = tenants + "/{tenant}"
}
