import EmuHTTP
import EmuJSON
import EmuTestTools

/// Random calls of clients and administrators, with texts and numbers of every kind in every member. An
/// emulator stores or rejects each of them.
struct HostileCalls {
  private var generator: SeededGenerator
  private var count = 0

  /// - Parameter seed: the same one makes the same calls.
  init(seed: Int) { generator = SeededGenerator(seed: seed) }

  // MARK: - Values

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func one<Value>(of values: [Value]) -> Value {
    values[number(0...values.count - 1)]
  }

  private mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }

  /// Returns a text that a file's format may confuse, a usual one, or one about as long as a limit.
  private mutating func text() -> JSON {
    switch number(0...9) {
    case 0: return ""
    case 1:
      let length = one(of: [128, 255, 256, 257, 300, 512, 600, 1024, 1025, 2048, 2049, 4097])
      let letter = one(of: ["a", "é", "\u{1F600}", "\u{130}", "\u{0}"])
      return .string(String(repeating: letter, count: letter == "a" ? length : length / 2))
    case 2, 3:
      return .string(one(of: ["https://x.test/a", "http://[::1]:1/", "a@x.test", "google.com"]))
    default:
      let parts = (0..<number(1...3)).map { _ in one(of: `Stored values in exports`.nasty) }
      return .string(parts.joined())
    }
  }

  private mutating func time() -> Int64 {
    one(of: [-1, 0, 1, 1_700_000_000_000, 253_402_300_799_999, 253_402_300_800_000, .max])
  }

  private mutating func unique(_ prefix: String) -> String {
    count += 1
    return "\(prefix)\(count)"
  }

  /// Returns some of the members, with values made for each.
  private mutating func members(
    _ names: [String], _ value: (inout HostileCalls) -> JSON
  ) -> JSONObject {
    var object = JSONObject()
    for name in names where chance(50) { object[name] = value(&self) }
    return object
  }

  private mutating func texts(_ names: String...) -> JSONObject { members(names) { $0.text() } }

  // MARK: - Calls

  /// Returns the path below `/identitytoolkit.googleapis.com/` or `/emulator/v1/`, and the body.
  mutating func next() -> (Method, String, JSON) {
    let api = "/identitytoolkit.googleapis.com"
    let project = "\(api)/v1/projects/demo-project", settings = "\(api)/v2/projects/demo-project"
    var body: JSONObject
    switch number(0...11) {
    case 0, 1, 2: return (.post, "\(project)/accounts:batchCreate", ["users": [user(), user()]])
    case 3:
      body = texts("localId", "displayName", "photoUrl", "phoneNumber")
      if chance(80) { body["email"] = .string(unique("u") + "@x.test") }
      return (.post, "\(project)/accounts", .object(body))
    case 4:
      body = texts("displayName", "photoUrl")
      body["email"] = .string(unique("C") + "@X.test")
      body["password"] = "secret1"
      return (.post, "\(api)/v1/accounts:signUp?key=k", .object(body))
    case 5:
      let id = one(of: ["google.com", "apple.com", "myidp", "oidc.corp", "x_1"])
      var claims = texts("name", "picture", "screen_name", "email")
      claims["sub"] = chance(50) ? text() : .string(unique("s"))
      let token = PercentEncoding.queryComponent(JSON.object(claims).serialized())
      body = ["requestUri": "http://localhost", "returnSecureToken": true]
      body["postBody"] = .string("providerId=\(id)&id_token=\(token)")
      return (.post, "\(api)/v1/accounts:signInWithIdp?key=k", .object(body))
    case 6:
      body = texts("displayName", "clientId", "clientSecret", "issuer")
      if chance(60) { body["issuer"] = "https://x.test" }
      let id = "oauthIdpConfigId=\(unique("oidc.p"))"
      return (.post, "\(settings)/oauthIdpConfigs?\(id)", .object(body))
    case 7:
      var idp = texts("idpEntityId", "ssoUrl")
      idp["idpCertificates"] = [["x509Certificate": text()]]
      if chance(60) { idp["ssoUrl"] = "https://x.test/sso" }
      body = texts("displayName")
      body["idpConfig"] = .object(idp)
      body["spConfig"] = .object(texts("spEntityId", "callbackUri"))
      let id = "inboundSamlConfigId=\(unique("saml.p"))"
      return (.post, "\(settings)/inboundSamlConfigs?\(id)", .object(body))
    case 8:
      let flow = texts("teamId", "keyId", "privateKey")
      let apple: JSON = ["bundleIds": [text()], "codeFlowConfig": .object(flow)]
      let path = "\(settings)/defaultSupportedIdpConfigs/apple.com?updateMask=appleSignInConfig"
      return (.patch, path, ["appleSignInConfig": apple])
    case 9: return (.patch, "\(settings)/config", .object(config("mfa")))
    case 10:
      body = config("mfaConfig")
      body["displayName"] = text()
      for name in ["signIn", "authorizedDomains", "notification"] { body[name] = nil }
      return (.post, "\(settings)/tenants", .object(body))
    default:
      let issuer = one(of: ["google.com", "apple.com", "github.com", "oidc.corp", "saml.corp"])
      body = texts("sub", "name", "picture", "relayEmail")
      if chance(70) { body["email"] = .string(unique("P") + "@X.test") }
      if chance(30) { body["authorizedClients"] = [text(), text()] }
      if chance(30) { body["claims"] = ["a": text()] }
      return (.post, "/emulator/v1/issuers/\(issuer)/accounts", .object(body))
    }
  }

  private mutating func user() -> JSON {
    var user = texts(
      "displayName", "photoUrl", "screenName", "initialEmail", "phoneNumber", "passwordHash",
      "salt", "rawPassword", "lastRefreshAt")
    user["localId"] = chance(50) ? text() : .string(unique("u"))
    if chance(70) { user["email"] = .string(unique("É") + "@X.test") }
    for name in ["createdAt", "lastLoginAt", "validSince"] where chance(30) {
      user[name] = .string(String(time()))
    }
    if chance(30) { user["passwordUpdatedAt"] = .int(time()) }
    if chance(30) { user["customAttributes"] = .string(JSON.object(["a": text()]).serialized()) }
    for name in ["emailVerified", "disabled", "customAuth", "emailLinkSignin"] where chance(40) {
      user[name] = .bool(chance(50))
    }
    if chance(50) {
      var identity = texts("rawId", "email", "displayName", "photoUrl", "screenName")
      identity["providerId"] = chance(30) ? text() : .string(one(of: ["google.com", "myidp"]))
      user["providerUserInfo"] = [.object(identity)]
    }
    if chance(30) {
      user["emailVerified"] = true
      var factor = texts("mfaEnrollmentId", "displayName", "enrolledAt")
      factor["phoneInfo"] = "+15555550100"
      user["mfaInfo"] = [.object(factor)]
    }
    return .object(user)
  }

  private mutating func config(_ mfa: String) -> JSONObject {
    let state = one(of: ["STATE_UNSPECIFIED", "DISABLED", "ENABLED", "MANDATORY", "x"])
    let code = one(of: ["123456", "12345"])
    let number = one(of: ["+15555550100", "+1 (5)", "5", "+\u{E9}1"])
    let all: JSONObject = [
      mfa: ["state": .string(state), "providerConfigs": [["totpProviderConfig": [:]]]],
      "passwordPolicyConfig": [
        "passwordPolicyVersions": [
          ["customStrengthOptions": ["minPasswordLength": .int(Int64(self.number(-1...40)))]]
        ]
      ],
      "smsRegionConfig": [
        "allowlistOnly": ["allowedRegions": [one(of: ["US", "de", "x", "\u{E9}"])]]
      ],
      "authorizedDomains": [text()], "notification": ["defaultLocale": text()],
      "signIn": ["phoneNumber": ["testPhoneNumbers": [number: .string(code)]]],
    ]
    var some = JSONObject()
    for member in all where chance(40) { some[member.key] = member.value }
    return some
  }
}
