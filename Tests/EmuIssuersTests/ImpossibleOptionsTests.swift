import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@Suite struct `issuers: options that cannot work` {
  struct Refusal: Sendable, CustomTestStringConvertible {
    var issuer: String
    var body: JSON
    var message: String
    var testDescription: String { "\(issuer): \(message)" }

    init(_ issuer: String, _ body: JSON, _ message: String) {
      self.issuer = issuer
      self.body = body
      self.message = message
    }

    init(client: JSONObject, _ message: String) {
      var client = client
      client["clientId"] = "a"
      self.init("oidc.corp", ["clients": [.object(client)]], "clients[0].\(message)")
    }
  }

  /// The elliptic key of RFC 7517 appendix A.1.
  private static let keys: JSON = [
    "keys": [
      [
        "kty": "EC", "crv": "P-256", "x": "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4",
        "y": "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM",
      ]
    ]
  ]

  static let refusals = [
    Refusal(
      "google.com", ["issuer": "https://id.example/{tenant}"],
      "issuer: google.com has no tenants to replace {tenant}; write the whole address"),
    Refusal("oidc.corp", ["issuer": "https://id.example/{tenant}"], "issuer: oidc.corp has no"),
    Refusal(
      "google.com", ["rotatesRefreshTokens": true],
      "rotatesRefreshTokens: google.com does it as the real one does; leave it out"),
    Refusal("apple.com", ["rotatesRefreshTokens": false], "rotatesRefreshTokens: apple.com"),
    Refusal(
      "oidc.corp", ["claimNames": ["email": "sub"]],
      "claimNames: email and sub would both be called sub, and one of them be lost"),
    Refusal(
      "oidc.corp", ["claimNames": ["email": "mail", "name": "mail"]],
      "claimNames: name and email would both be called mail"),
    Refusal(
      "oidc.corp", ["claimNames": ["email": "hd"], "claims": ["hd": "corp.example"]],
      "claimNames: email and hd would both be called hd"),
    Refusal("microsoft.com", ["claimNames": ["name": "tid"]], "claimNames: name and tid"),
    Refusal("oidc.corp", ["claimNames": ["email": ""]], "claimNames: a name has 1 to 256 bytes"),
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
    Refusal(
      "google.com",
      ["clients": [["clientId": "a", "authentication": "private_key_jwt", "clientKeys": keys]]],
      "clients[0].authentication: it may be client_secret_post, client_secret_basic, none here"),
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
  func `options that cannot work are refused with the next step, and nothing is changed`(
    refusal: Refusal
  ) async throws {
    let bench = try Bench()
    let path = "/emulator/v1/issuers/\(refusal.issuer)"
    let reply = await bench.call(.patch, path, refusal.body)
    #expect(reply.status == 400, "\(reply.text)")
    let message = reply.json["error"]?["message"]?.string ?? ""
    #expect(message.contains(refusal.message), "\(message)")
    #expect(await bench.get(path)["options"] == [:])
  }

  /// Stored options are checked too.
  @Test func `options that cannot work are refused where they do not go with those before`()
    async throws
  {
    let bench = try Bench()
    let path = "/emulator/v1/issuers/oidc.corp"
    let first: JSON = ["claims": ["hd": "corp.example"]]
    #expect(await bench.call(.patch, path, first).status == 200)
    let names: JSON = ["claimNames": ["email": "hd"]]
    let reply = await bench.call(.patch, path, names)
    #expect(reply.json["error"]?["message"]?.string?.contains("called hd") == true)
    #expect(await bench.get(path)["options"] == first)
  }

  static let good: [(String, JSON)] = [
    ("microsoft.com", ["issuer": "https://id.example/{tenant}/v2.0"]),
    ("oidc.corp", ["rotatesRefreshTokens": false]),
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
    let bench = try Bench()
    let path = "/emulator/v1/issuers/\(issuer)"
    let reply = await bench.call(.patch, path, options)
    #expect(reply.status == 200, "\(reply.text)")
    #expect(await bench.get(path)["options"] != [:])
  }
}
