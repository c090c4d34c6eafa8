import EmuTestSupport
import Testing

/// A kind of provider configurations, with a complete body.
struct ProviderKind: Sendable, CustomTestStringConvertible {
  var collection: String
  /// The query's field with the id.
  var idField: String
  var id: String
  var body: JSONObject
  /// A masked change, and the member that shows it.
  var mask: String
  var change: JSON

  var testDescription: String { collection }

  func path(tenant: String?, _ rest: String) -> String {
    (tenant.map { "tenants/\($0)/" } ?? "") + collection + rest
  }

  static let oauth = ProviderKind(
    collection: "oauthIdpConfigs", idField: "oauthIdpConfigId", id: "oidc.acme",
    body: [
      "displayName": "Acme", "enabled": true, "clientId": "client", "clientSecret": "secret",
      "issuer": "https://acme.example.com", "responseType": ["code": true, "idToken": false],
    ], mask: "displayName,issuer",
    change: ["displayName": "Other", "issuer": "https://other.example.com", "clientId": "no"])

  static let saml = ProviderKind(
    collection: "inboundSamlConfigs", idField: "inboundSamlConfigId", id: "saml.acme",
    body: [
      "displayName": "Acme", "enabled": true,
      "idpConfig": [
        "idpEntityId": "idp", "ssoUrl": "https://acme.example.com/sso",
        "idpCertificates": [["x509Certificate": "CERT1"], ["x509Certificate": "CERT2"]],
        "signRequest": false,
      ],
      "spConfig": ["spEntityId": "sp", "callbackUri": "https://demo.example.com/cb"],
    ], mask: "displayName,idpConfig.idpCertificates",
    change: [
      "displayName": "Other",
      "idpConfig": ["idpEntityId": "no", "idpCertificates": [["x509Certificate": "CERT3"]]],
    ])

  static let known = ProviderKind(
    collection: "defaultSupportedIdpConfigs", idField: "idpId", id: "apple.com",
    body: [
      "enabled": true, "clientId": "com.example.web", "clientSecret": "s",
      "appleSignInConfig": [
        "bundleIds": ["com.example.app"],
        "codeFlowConfig": [
          "teamId": "T", "keyId": "K", "privateKey": "-----BEGIN PRIVATE KEY-----",
        ],
      ],
    ], mask: "appleSignInConfig.bundleIds,enabled",
    change: ["enabled": false, "appleSignInConfig": ["bundleIds": ["a", "b"]], "clientId": "no"])

  static let all = [oauth, saml, known]
}

@Suite final class `Provider configurations`: EmulatorSuite {
  @Test(arguments: ProviderKind.all, [nil, "t1"] as [String?])
  func `provider configurations are made, shown, changed and deleted`(
    _ kind: ProviderKind, _ tenant: String?
  ) async {
    let create = kind.path(tenant: tenant, "?\(kind.idField)=\(kind.id)")
    let one = kind.path(tenant: tenant, "/\(kind.id)")
    let golden = "providers/\(kind.collection)\(tenant == nil ? "" : "-tenant")"

    let made = await emulator.postV2(create, .object(kind.body))
    #expect(made.status == 200)
    Golden.expect(made.json, golden)
    #expect(await emulator.getV2(one).json == made.json)
    #expect(await emulator.getV2(kind.path(tenant: tenant, ""))[kind.collection] == [made.json])

    await emulator.postV2(create, .object(kind.body)).expect(409, message: "CONFIGURATION_EXISTS")
    // The other level has separate configurations.
    let elsewhere = kind.path(tenant: tenant == nil ? "t1" : nil, "/\(kind.id)")
    #expect(await emulator.getV2(elsewhere).status == 404)

    let changed = await emulator.patchV2(one + "?updateMask=\(kind.mask)", kind.change)
    #expect(changed.status == 200)
    Golden.expect(changed.json, golden + "-changed")
    #expect(await emulator.getV2(one).json == changed.json)

    #expect(await emulator.configuration(.delete, one).json == [:])
    for method in [Method.get, .patch, .delete] {
      let gone = await emulator.configuration(method, one, [:])
      gone.expect(404, ["error.status": "NOT_FOUND"]).expect(message: "CONFIGURATION_NOT_FOUND")
    }
  }

  @Test(
    arguments: [
      (.oauth, "", #"{"clientId":""}"#, "MISSING_OAUTH_CLIENT_ID"),
      (.oauth, "", #"{"issuer":"an issuer"}"#, "INVALID_ISSUER"),
      (.oauth, "", #"{"issuer":"https://"}"#, "INVALID_ISSUER"),
      (.oauth, "saml.x", "{}", "INVALID_CONFIG_ID"),
      (.oauth, "oidc.", "{}", "INVALID_CONFIG_ID"),
      (.oauth, "oidc.a/b", "{}", "INVALID_CONFIG_ID"),
      (.saml, "oidc.x", "{}", "INVALID_CONFIG_ID"),
      (.saml, "", #"{"idpConfig":{}}"#, "INVALID_CONFIG"),
      (.saml, "", #"{"idpConfig":{"idpEntityId":"i","ssoUrl":"no url"}}"#, "INVALID_CONFIG"),
      (.saml, "", #"{"idpConfig":{"idpEntityId":"i","ssoUrl":"https://a.b"}}"#, "INVALID_CONFIG"),
      (.saml, "", #"{"spConfig":{}}"#, "MISSING_SAML_RELYING_PARTY_CONFIG"),
      (.saml, "", #"{"spConfig":{"spEntityId":"s","callbackUri":"x"}}"#, "INVALID_CONFIG"),
      (.known, "oidc.x", "{}", "INVALID_CONFIG_ID"),
      (.known, "phone", "{}", "INVALID_CONFIG_ID"),
      (.known, "google.com", #"{"clientId":""}"#, "MISSING_OAUTH_CLIENT_ID"),
      (.known, "google.com", "{}", "INVALID_CONFIG"),
      (.known, "", #"{"appleSignInConfig":{"codeFlowConfig":{"teamId":"T"}}}"#, "INVALID_CONFIG"),
    ] as [(ProviderKind, String, String, String)])
  func `provider configurations refuse what is wrong`(
    _ kind: ProviderKind, _ id: String, _ change: String, _ code: String
  ) async throws {
    let body = kind.body.merging(try #require(try JSON(parsing: change).object))
    let id = id.isEmpty ? kind.id : id
    let reply = await emulator.postV2(
      kind.path(tenant: nil, "?\(kind.idField)=\(id)"), .object(body))
    reply.expect(400, code: code)
    if id.hasPrefix("oidc."), kind.collection == ProviderKind.known.collection {
      #expect(reply.errorMessage == "INVALID_CONFIG_ID")
    }
    #expect(await emulator.getV2(kind.path(tenant: nil, ""))[kind.collection] == [])
  }

  @Test(arguments: ProviderKind.all, ["", "?updateMask="])
  func `provider configurations without a mask change nothing in production, where it says so`(
    _ kind: ProviderKind, _ query: String
  ) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator(profile: profile)
      _ = await emulator.postV2("\(kind.collection)?\(kind.idField)=\(kind.id)", .object(kind.body))
      let reply = await emulator.patchV2(
        "\(kind.collection)/\(kind.id)\(query)", ["enabled": false])
      #expect(reply.status == 200)
      let isKept = profile == .production && kind.collection != ProviderKind.known.collection
      #expect((reply["enabled"] == true) == isKept)
    }
  }

  @Test(arguments: [
    "https://acme.example.com": 200, "issuer": 200, "acme.example.com/realm": 200,
    "http://localhost:9099/issuers/oidc.acme": 200, "http://acme.example.com": 400,
    "http://127.0.0.1:4000/issuers/oidc.acme": 200,
  ])
  func `provider configurations take plain http from our own issuers, and in compatible from all`(
    _ issuer: String, _ status: Int
  ) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator(profile: profile)
      let body = ProviderKind.oauth.body.merging(["issuer": .string(issuer)])
      let reply = await emulator.postV2("oauthIdpConfigs?oauthIdpConfigId=oidc.acme", .object(body))
      #expect(reply.status == (profile == .compatible ? 200 : status))
    }
  }

  @Test(arguments: [
    "defaultSupportedIdpConfigs/google.com", "oauthIdpConfigs/oidc.acme",
    "tenants/t1/oauthIdpConfigs/oidc.acme",
  ])
  func `a provider that a seed stored without client and issuer can be changed`(
    _ path: String
  ) async throws {
    for profile in Profile.allCases {
      let emulator = try TestEmulator(profile: profile)
      let providers: JSON = ["google.com": [:], "oidc.acme": [:]]
      let project: JSON = [
        "providers": providers, "tenants": [["id": "t1", "providers": providers]],
        "config": ["multiTenant": ["allowTenants": true]],
      ]
      let seed: JSON = ["version": 1, "projects": ["demo-project": project]]
      #expect(await emulator.control(.post, "seed", seed.serialized()).status == 200)
      let changed = await emulator.patchV2(path + "?updateMask=enabled", ["enabled": false])
      #expect(changed.status == 200)
      #expect(changed["enabled"] != true)
      await emulator.patchV2(path + "?updateMask=clientId", ["clientId": "c"]).expect(200)
      await emulator.patchV2(path + "?updateMask=clientId", ["clientId": ""])
        .expect(400, code: "MISSING_OAUTH_CLIENT_ID")
    }
  }

  @Test func `provider configurations are listed page by page`() async {
    for id in ["oidc.a", "oidc.b", "oidc.c"] {
      _ = await emulator.postV2(
        "oauthIdpConfigs?oauthIdpConfigId=\(id)", .object(ProviderKind.oauth.body))
    }
    let first = await emulator.getV2("oauthIdpConfigs?pageSize=2")
    #expect(first["oauthIdpConfigs"]?.array?.count == 2)
    let token = first["nextPageToken"]?.string ?? ""
    let second = await emulator.getV2("oauthIdpConfigs?pageSize=2&pageToken=\(token)")
    let last = second["oauthIdpConfigs"]?[0]
    #expect(last?["name"] == "projects/demo-project/oauthIdpConfigs/oidc.c")
    #expect(second["nextPageToken"] == nil)
  }

  @Test func `provider configurations can be made for every provider that Google knows`() async {
    let reply = await emulator.get(
      "/identitytoolkit.googleapis.com/v2/defaultSupportedIdps",
      headers: ["Authorization": "Bearer owner"])
    Golden.expect(reply.json, "providers/defaultSupportedIdps")
    for idp in reply["defaultSupportedIdps"]?.array ?? [] {
      let id = idp["idpId"]?.string ?? ""
      let made = await emulator.postV2(
        "defaultSupportedIdpConfigs?idpId=\(id)", ["enabled": true, "clientId": "c"])
      #expect(made.status == 200)
    }
  }
}
