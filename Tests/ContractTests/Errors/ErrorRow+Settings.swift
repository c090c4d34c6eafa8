import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport

extension ErrorRow {
  private static let oidc: JSON = ["clientId": "c", "issuer": "https://idp.example.com"]

  private static func create(
    _ emulator: TestEmulator, _ body: JSON = oidc, id: String = "oidc.corp"
  ) async -> Reply {
    await emulator.admin("v2/oauthIdpConfigs", body, query: "oauthIdpConfigId=\(id)")
  }

  static let settings: [ErrorRow] = [
    ErrorRow("CONFIGURATION_EXISTS", status: 409) { emulator in
      _ = await create(emulator)
      return await create(emulator)
    },
    ErrorRow("CONFIGURATION_NOT_FOUND", status: 404) { emulator in
      await emulator.admin("v2/oauthIdpConfigs/oidc.corp", nil, method: .get)
    },
    ErrorRow(
      "INVALID_BLOCKING_FUNCTION",
      "INVALID_BLOCKING_FUNCTION : functionUri of beforeCreate must be an absolute URL with a scheme "
        + "and a host."
    ) { emulator in
      await emulator.admin(
        "v2/config", ["blockingFunctions": ["triggers": ["beforeCreate": ["functionUri": "f"]]]],
        method: .patch)
    },
    ErrorRow("INVALID_CONFIG", "INVALID_CONFIG : client_secret cannot be empty for code flow.") {
      emulator in
      await create(
        emulator,
        ["clientId": "c", "issuer": "https://idp.example.com", "responseType": ["code": true]])
    },
    ErrorRow(
      "INVALID_CONFIG_ID",
      "INVALID_CONFIG_ID : Oauth_idp_config_id must start with 'oidc.' and can only have "
        + "alphanumeric characters, hyphens, underscores or periods. The part after 'oidc.' must "
        + "also start with a lowercase letter, end with an alphanumeric character, and have at "
        + "least 2 characters."
    ) { emulator in await create(emulator, id: "corp") },
    ErrorRow("INVALID_OAUTH_CLIENT_ID", in: .production) { emulator in
      await emulator.api(.get, "/v1/projects", nil, query: "clientId=of-another-project")
    },
    ErrorRow(
      "INVALID_PROJECT_ID",
      "INVALID_PROJECT_ID : A project id has 1 to 100 letters, digits, '-', '_', '.' and ':', and "
        + "not only dots; use one like demo-project."
    ) { emulator in
      await emulator.api(
        .post, "/v1/projects/no%20project/accounts:lookup", ["localId": ["x"]], bearer: "owner")
    },
    ErrorRow("INVALID_TENANT_ID", in: .production) { emulator in
      await emulator.client("accounts:signUp", ["tenantId": "nowhere"])
    },
    ErrorRow("PROJECT_DISABLED") { emulator in
      _ = await emulator.admin("v2/tenants/acme", nil, method: .get)
      _ = await emulator.admin("v2/tenants/acme", ["disableAuth": true], method: .patch)
      return await emulator.client("accounts:signUp", ["tenantId": "acme"])
    },
    ErrorRow("TENANT_NOT_FOUND") { emulator in
      try emulator.set([.autoCreateTenants: .off])
      return await emulator.admin("accounts:lookup", ["localId": ["x"]], tenant: "nowhere")
    },
    ErrorRow("UNSUPPORTED_TENANT_OPERATION") { emulator in
      await emulator.api(.get, "/v1/projects", nil, query: "tenantId=acme")
    },
  ]
}
