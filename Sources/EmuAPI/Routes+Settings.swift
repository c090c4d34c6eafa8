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
  ]
}
