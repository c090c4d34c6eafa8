import EmuTestSupport
import Testing

@Suite final class `OpenID Connect providers`: ProductionSuite {
  private static let good: JSONObject = [
    "clientId": "c", "issuer": "https://idp.example.com", "enabled": true,
  ]

  private func create(_ changes: JSONObject = [:], id: String = "oidc.corp") async -> Reply {
    var body = Self.good
    for member in changes { body[member.key] = member.value.isNull ? nil : member.value }
    return await emulator.admin(
      "v2/oauthIdpConfigs", .object(body), query: "oauthIdpConfigId=\(id)")
  }

  private static let invalidIssuer =
    "INVALID_ISSUER : Issuer in OAuthIdpConfig should be a valid URL."

  static let invalidID =
    "INVALID_CONFIG_ID : Oauth_idp_config_id must start with 'oidc.' and can only have alphanumeric "
    + "characters, hyphens, underscores or periods. The part after 'oidc.' must also start with a "
    + "lowercase letter, end with an alphanumeric character, and have at least 2 characters."

  private static let refusals: [(changes: JSONObject, id: String, message: String)] = [
    (
      ["clientId": nil], "oidc.corp",
      "MISSING_OAUTH_CLIENT_ID : Client_id in OAuthIdpConfig cannot be empty."
    ),
    (
      ["issuer": nil], "oidc.corp", "MISSING_ISSUER : Issuer in OAuthIdpConfig cannot be empty."
    ),
    (
      ["responseType": ["code": true]], "oidc.corp",
      "INVALID_CONFIG : client_secret cannot be empty for code flow."
    ),
    (
      ["responseType": ["code": true, "idToken": true], "clientSecret": "s"], "oidc.corp",
      "INVALID_CONFIG : response_type should have exactly one of 'idToken' and 'code' being true. "
        + "Setting both types to be true ('{code: true, idToken: true}') is not yet supported."
    ),
    (["issuer": "http://idp.example.com"], "oidc.corp", invalidIssuer),
    (["issuer": "ftp://idp"], "oidc.corp", invalidIssuer), ([:], "corp", invalidID),
    ([:], "oidc.a", invalidID), ([:], "oidc.1a", invalidID), ([:], "oidc.Ab", invalidID),
    ([:], "oidc.ab-", invalidID), ([:], "oidc.ab.", invalidID),
  ]

  @Test(arguments: refusals.indices)
  func `OpenID Connect providers are rejected with production's messages`(_ row: Int) async throws {
    let (changes, id, message) = Self.refusals[row]
    await create(changes, id: id).expect(400, message: message)
  }

  @Test(arguments: ["corp", "saml.a", "oidc.corp"])
  func `OpenID Connect providers and SAML ones have the same rule of ids`(_ id: String) async {
    let message = Self.invalidID.replacing("Oauth_idp", with: "Inbound_saml")
      .replacing("oidc.", with: "saml.")
    await emulator.admin("v2/inboundSamlConfigs", [:], query: "inboundSamlConfigId=\(id)")
      .expect(400, message: message)
  }

  @Test func `OpenID Connect providers exist once, and missing ones are named`() async throws {
    let missing = await emulator.admin("v2/oauthIdpConfigs/oidc.corp", nil, method: .get)
    #expect((missing.status, missing.errorMessage) == (404, "CONFIGURATION_NOT_FOUND"))
    #expect(missing["error"]?["status"] == "NOT_FOUND")
    #expect(await create().status == 200)
    let again = await create().expect(
      409,
      message: "CONFIGURATION_EXISTS : The OAuthIdpConfig already exists with config_id: oidc.corp")
    #expect(again["error"]?["status"] == "ALREADY_EXISTS")
  }

  @Test func `a provider is found, changed and deleted by the name that production returns`()
    async throws
  {
    let name = try #require(await create()["name"]?.string)
    #expect(name == "projects/12345/oauthIdpConfigs/oidc.corp")
    await emulator.api(.get, "/v2/\(name)", nil, bearer: "owner").expect(["clientId": "c"])
    await emulator.api(
      .patch, "/v2/\(name)", ["clientId": "d"], query: "updateMask=clientId", bearer: "owner"
    ).expect(["clientId": "d", "name": .string(name)])
    await emulator.api(.delete, "/v2/\(name)", nil, bearer: "owner").expect(200)
    #expect(await emulator.admin("v2/oauthIdpConfigs/oidc.corp", nil, method: .get).status == 404)
  }

  @Test func `the name is found where the default project alone has production's profile`()
    async throws
  {
    let emulator = try TestEmulator()
    await emulator.control(.patch, "projects/demo-project/settings", #"{"profile":"production"}"#)
      .expect(200)
    let made = await emulator.admin(
      "v2/oauthIdpConfigs", .object(Self.good), query: "oauthIdpConfigId=oidc.corp")
    let name = try #require(made["name"]?.string)
    #expect(name == "projects/12345/oauthIdpConfigs/oidc.corp")
    await emulator.api(.get, "/v2/\(name)", nil, bearer: "owner").expect(["clientId": "c"])
  }

  @Test func `OpenID Connect providers work over http where the issuer is ours`() async throws {
    let ours: JSONObject = ["issuer": "http://localhost:9099/issuers/oidc.corp"]
    #expect(await create(ours).status == 200)
  }

  @Test func `OpenID Connect providers with fixed names are Google's`() async throws {
    let reply = await emulator.api(.get, "/v2/defaultSupportedIdps", nil, bearer: "owner")
    let ids = reply["defaultSupportedIdps"]?.array?.compactMap { $0["idpId"]?.string }
    #expect(
      ids == [
        "apple.com", "facebook.com", "gc.apple.com", "github.com", "google.com", "linkedin.com",
        "microsoft.com", "playgames.google.com", "twitter.com", "yahoo.com",
      ])
  }
}

@Suite final class `Link settings`: ProductionSuite {
  private static let rows: [(settings: JSONObject, compatible: String?, production: String?)] = [
    (["continueUrl": "http://localhost:3000/x?y=1"], nil, nil),
    (["continueUrl": "https://127.0.0.1/"], nil, nil),
    (["continueUrl": "https://demo-project.firebaseapp.com/"], nil, nil),
    (["continueUrl": "https://demo-project.web.app/"], nil, nil),
    (["continueUrl": "https://elsewhere.example/"], nil, notAllowed),
    (["continueUrl": "https://web.app/"], nil, notAllowed),
    (["continueUrl": "/relative"], notAbsolute, notAbsolute),
    (["continueUrl": "javascript:alert(1)"], notAbsolute, notAbsolute),
    (["canHandleCodeInApp": true], nil, "MISSING_CONTINUE_URI"),
    // Apps on Android have no further requirements, nor have dynamic links, which no longer exist.
    (["iOSAppStoreId": "1"], nil, "MISSING_IOS_BUNDLE_ID"),
    (["iOSAppStoreId": "1", "iOSBundleId": "com.example"], nil, nil),
    (["androidInstallApp": true], nil, nil), (["androidMinimumVersion": "3"], nil, nil),
    (["androidMinimumVersion": "3", "androidPackageName": "com.example"], nil, nil),
    (["linkDomain": "links.example.com"], nil, noHosting),
    // The two domains of every project open no app.
    (["linkDomain": "demo-project.web.app"], nil, noHosting),
    (["dynamicLinkDomain": "x.page.link"], nil, nil),
  ]

  private static let notAllowed = "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project"
  private static let notAbsolute = "INVALID_CONTINUE_URI : Missing domain in continue url"

  static let noHosting =
    "INVALID_HOSTING_LINK_DOMAIN : The provided hosting link domain is not configured in "
    + "Firebase Hosting or is not owned by the current project. This cannot be a default hosting "
    + "domain (web.app or firebaseapp.com)."

  @Test(arguments: rows.indices)
  func `link settings are checked by profile`(_ row: Int) async throws {
    let (settings, compatible, production) = Self.rows[row]
    for (profile, message) in [(Profile.compatible, compatible), (.production, production)] {
      let emulator = try TestEmulator(profile: profile)
      _ = await emulator.person()
      let body: JSONObject = ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]
      let reply = await emulator.client("accounts:sendOobCode", .object(body.merging(settings)))
      #expect(reply.errorMessage == message, "\(profile)")
      #expect(emulator.outbox.messages.count == (message == nil ? 1 : 0), "\(profile)")
    }
  }

  @Test func `link settings follow the project's own list of domains`() async throws {
    _ = await emulator.person()
    try emulator.configure(["authorizedDomains": ["app.example"]])
    for (url, status): (JSON, Int) in [
      ("https://app.example/", 200), ("https://www.app.example/", 200), ("http://localhost/", 400),
    ] {
      let reply = await emulator.client(
        "accounts:sendOobCode",
        ["requestType": "PASSWORD_RESET", "email": "ada@example.com", "continueUrl": url])
      #expect(reply.status == status, "\(url)")
    }
  }
}
