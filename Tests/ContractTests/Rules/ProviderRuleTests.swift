import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// The rules for OpenID Connect providers, with production's messages.
@Suite struct `OpenID Connect providers` {
  private static let good: JSONObject = [
    "clientId": "c", "issuer": "https://idp.example.com", "enabled": true,
  ]

  private static func create(
    _ emulator: TestEmulator, _ changes: JSONObject = [:], id: String = "oidc.corp"
  ) async -> Reply {
    var body = good
    for member in changes { body[member.key] = member.value.isNull ? nil : member.value }
    return await emulator.admin(
      "v2/oauthIdpConfigs", .object(body), query: "oauthIdpConfigId=\(id)")
  }

  private static let refusals: [(changes: JSONObject, id: String, message: String)] = [
    (
      ["clientId": nil], "oidc.corp",
      "MISSING_OAUTH_CLIENT_ID : Client_id in OAuthIdpConfig cannot be empty."
    ),
    (["issuer": nil], "oidc.corp", "MISSING_ISSUER"),
    (
      ["responseType": ["code": true]], "oidc.corp",
      "INVALID_CONFIG : client_secret cannot be empty for code flow."
    ),
    (
      ["responseType": ["code": true, "idToken": true], "clientSecret": "s"], "oidc.corp",
      "INVALID_CONFIG : response_type should have exactly one of 'idToken' and 'code' being true. "
        + "Setting both types to be true ('{code: true, idToken: true}') is not yet supported."
    ),
    (
      ["issuer": "http://idp.example.com"], "oidc.corp",
      "INVALID_ISSUER : Issuer in OAuthIdpConfig should be a valid URL."
    ),
    (
      ["issuer": "ftp://idp"], "oidc.corp",
      "INVALID_ISSUER : Issuer in OAuthIdpConfig should be a valid URL."
    ),
    (
      [:], "corp",
      "INVALID_CONFIG_ID : Oauth_idp_config_id must start with 'oidc.' and can only have "
        + "alphanumeric characters, hyphens, underscores or periods. The part after 'oidc.' must "
        + "also start with a lowercase letter, end with an alphanumeric character, and have at "
        + "least 2 characters."
    ),
  ]

  @Test(arguments: refusals.indices)
  func `OpenID Connect providers are rejected with production's messages`(_ row: Int) async throws {
    let (changes, id, message) = Self.refusals[row]
    let reply = await Self.create(try TestEmulator(profile: .production), changes, id: id)
    #expect(reply.status == 400)
    #expect(reply.errorMessage == message)
  }

  @Test func `OpenID Connect providers exist once, and missing ones are named`() async throws {
    let emulator = try TestEmulator(profile: .production)
    let missing = await emulator.admin("v2/oauthIdpConfigs/oidc.corp", nil, method: .get)
    #expect((missing.status, missing.errorMessage) == (404, "CONFIGURATION_NOT_FOUND"))
    #expect(missing.json["error"]?["status"] == "NOT_FOUND")
    #expect(await Self.create(emulator).status == 200)
    let again = await Self.create(emulator)
    #expect(again.status == 409)
    #expect(
      again.errorMessage
        == "CONFIGURATION_EXISTS : The OAuthIdpConfig already exists with config_id: oidc.corp")
    #expect(again.json["error"]?["status"] == "ALREADY_EXISTS")
  }

  @Test func `OpenID Connect providers work over http where the issuer is ours`() async throws {
    let emulator = try TestEmulator(profile: .production)
    let ours: JSONObject = ["issuer": "http://localhost:9099/issuers/oidc.corp"]
    #expect(await Self.create(emulator, ours).status == 200)
  }

  @Test func `OpenID Connect providers with fixed names are Google's`() async throws {
    let reply = await (try TestEmulator()).api(
      .get, "/v2/defaultSupportedIdps", nil, bearer: "owner")
    let ids = reply.json["defaultSupportedIdps"]?.array?.compactMap { $0["idpId"]?.string }
    #expect(
      ids == [
        "apple.com", "facebook.com", "gc.apple.com", "github.com", "google.com", "linkedin.com",
        "microsoft.com", "playgames.google.com", "twitter.com", "yahoo.com",
      ])
  }
}
