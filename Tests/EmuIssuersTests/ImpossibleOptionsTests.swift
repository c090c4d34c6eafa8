import EmuTestSupport
import Testing

@Suite final class `issuers: options that cannot work`: BenchSuite {
  /// The elliptic key of RFC 7517 appendix A.1.
  private static let keys: JSON = [
    "keys": [
      [
        "kty": "EC", "crv": "P-256", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
        "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
      ]
    ]
  ]

  struct Refusal: Sendable {
    var issuer: String
    var options: JSON
    var message: String

    init(_ issuer: String, _ options: JSON, _ message: String) {
      (self.issuer, self.options, self.message) = (issuer, options, message)
    }

    init(_ options: JSON, _ message: String) { self.init("oidc.corp", options, message) }

    /// - Parameter client: members of the issuer's client.
    init(client: JSONObject, _ message: String) {
      var client = client
      client["clientId"] = "a"
      self.init(["clients": [.object(client)]], "clients[0].\(message)")
    }
  }

  private static let tenanted: JSON = "https://id.example/{tenant}"

  static let refusals = [
    Refusal(
      "google.com", ["issuer": tenanted],
      "issuer: google.com has no tenants to replace {tenant}; write the whole address"),
    Refusal(["issuer": tenanted], "issuer: oidc.corp has no"),
    Refusal(
      "google.com", ["rotatesRefreshTokens": true],
      "rotatesRefreshTokens: google.com does it as the real one does; leave it out"),
    Refusal("apple.com", ["rotatesRefreshTokens": false], "rotatesRefreshTokens: apple.com"),
    Refusal(
      "saml.corp", ["requiresPKCE": true],
      "requiresPKCE: saml.corp has no such option, since it answers by SAML; set it of an oidc.*"),
    Refusal("saml.corp", ["claims": [:]], "claims: saml.corp has no such option"),
    Refusal("saml.corp", ["issuer": "local"], "issuer: saml.corp has no such option"),
    Refusal("saml.corp", ["rotatesRefreshTokens": true], "rotatesRefreshTokens: saml.corp has no"),
    Refusal(
      ["claimNames": ["email": "sub"]],
      "claimNames: email and sub would both be called sub, and one of them be lost"),
    Refusal(
      ["claimNames": ["email": "mail", "name": "mail"]],
      "claimNames: name and email would both be called mail"),
    Refusal(
      ["claimNames": ["email": "hd"], "claims": ["hd": "corp.example"]],
      "claimNames: email and hd would both be called hd"),
    Refusal("microsoft.com", ["claimNames": ["name": "tid"]], "claimNames: name and tid"),
    Refusal(["claimNames": ["email": ""]], "claimNames: a name has 1 to 256 bytes"),
    Refusal(["issuer": "corp"], "issuer: write local, production, or an http or https address"),
    Refusal(["issuer": "https://a.example?x=1"], "without query and fragment"),
    Refusal(["algorithms": ["HS256"]], "algorithms: HS256 is unknown; use one of RS256"),
    Refusal(["algorithms": []], "algorithms: name each once, and at least one"),
    Refusal(["defects": ["late"]], "defects: late is unknown; use one of expired"),
    Refusal(["idTokenLifetimeSeconds": 0], "idTokenLifetimeSeconds: give 1 to"),
    Refusal(["timeOffsetSeconds": 999_999_999], "timeOffsetSeconds: give -"),
    Refusal(
      ["clients": [["clientId": "a"], ["clientId": "a"]]],
      "clients[1].clientId: another client has this id"),
    Refusal(
      "google.com",
      ["clients": [["clientId": "a", "authentication": "private_key_jwt", "clientKeys": keys]]],
      "clients[0].authentication: it may be client_secret_post, client_secret_basic, none here"),
    Refusal(["colour": "red"], "colour: there is no such field; the fields are issuer"),
    Refusal(
      client: ["redirectUris": ["https://a.example/cb", "nope"]],
      "redirectUris[1]: \"nope\" is not an absolute URI"),
    Refusal(
      client: ["redirectUris": ["javascript:alert(1)"]],
      "redirectUris[0]: \"javascript:alert(1)\" has the scheme javascript:"),
    Refusal(
      client: ["redirectUris": ["view-source:http://a.example/"]],
      "redirectUris[0]: \"view-source:http://a.example/\" has the scheme view-source:"),
    Refusal(
      client: ["redirectUris": ["http://[]/cb"]],
      "redirectUris[0]: \"http://[]/cb\" has no valid host"),
    Refusal(
      client: ["postLogoutRedirectUris": ["/out"]],
      "postLogoutRedirectUris[0]: \"/out\" is not an absolute URI"),
    Refusal(client: ["authentication": "mtls"], "authentication: it may be client_secret_basic"),
    Refusal(
      client: ["authentication": "private_key_jwt"],
      "authentication: private_key_jwt is checked against the client's public keys; give clientKeys"
    ),
    Refusal(
      client: ["authentication": "private_key_jwt", "clientSecret": "s"],
      "authentication: private_key_jwt is checked"),
    Refusal(
      client: ["authentication": "client_secret_basic", "clientKeys": keys],
      "authentication: client_secret_basic is checked against the client's secret; give clientSecret"
    ),
    Refusal(client: ["authentication": "client_secret_jwt"], "authentication: client_secret_jwt"),
    Refusal(client: ["authentication": "client_secret_post"], "authentication: client_secret_post"),
    Refusal(
      client: ["authentication": "none", "clientSecret": "s"],
      "authentication: none shows nothing; leave clientSecret and clientKeys out"),
    Refusal(client: ["clientKeys": "x"], "clientKeys: write a JWK set"),
    Refusal(client: ["clientKeys": ["keys": []]], "clientKeys: write a JWK set with at least one"),
    Refusal(
      client: ["clientKeys": ["keys": [["kty": "RSA", "n": "AQAB"]]]],
      "clientKeys.keys[0]: the key's members make no key"),
    Refusal(
      client: ["clientKeys": ["keys": [["kty": "oct", "k": "AA"]]]],
      "clientKeys: none of the keys checks signatures"),
    Refusal(
      client: ["colour": "red"],
      "colour: there is no such field; the fields are clientId, clientSecret, clientKeys, "
        + "redirectUris, postLogoutRedirectUris, authentication."),
  ]

  @Test(arguments: refusals)
  func `options that cannot work are refused with the next step`(refusal: Refusal) async throws {
    let path = "/emulator/v1/issuers/\(refusal.issuer)"
    await bench.call(.patch, path, refusal.options).expectRefusal(refusal.message)
    #expect(await bench.get(path)["options"] == [:])
  }

  /// Stored options are checked too.
  @Test func `options that do not go with those before are refused`() async throws {
    let path = "/emulator/v1/issuers/oidc.corp"
    await bench.set("oidc.corp", ["claims": ["hd": "corp.example"]])
    await bench.call(.patch, path, ["claimNames": ["email": "hd"]]).expectRefusal("called hd")
    #expect(await bench.get(path)["options"] == ["claims": ["hd": "corp.example"]])
  }

  static let good: [(String, JSON)] = [
    ("microsoft.com", ["issuer": "https://id.example/{tenant}/v2.0"]),
    ("oidc.corp", ["rotatesRefreshTokens": false]),
    ("saml.corp", ["defects": ["expired"]]),
    ("oidc.corp", ["claimNames": ["email": "sub", "sub": "email"]]),
    ("oidc.corp", ["claimNames": ["email": "picture"], "claims": ["picture": nil]]),
    ("oidc.corp", ["claimNames": ["email": "upn"]]),
    (
      "oidc.corp",
      ["clients": [["clientId": "a", "redirectUris": ["com.example.app:/cb", "http://[::1]/cb"]]]]
    ),
    ("oidc.corp", ["clients": [["clientId": "a", "authentication": "none"]]]),
    (
      "oidc.corp",
      ["clients": [["clientId": "a", "authentication": "private_key_jwt", "clientKeys": keys]]]
    ),
  ]

  @Test(arguments: good)
  func `options that can work are accepted`(issuer: String, options: JSON) async throws {
    await bench.set(issuer, options)
    #expect(await bench.get("/emulator/v1/issuers/\(issuer)")["options"] != [:])
  }
}
