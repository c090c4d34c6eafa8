import EmuTestSupport
import Testing

/// An emulator with data for every published method, and a valid call of each.
struct SampleCalls {
  let emulator: TestEmulator
  private let ada: JSON
  private let tenantUser: JSON

  init(on given: TestEmulator? = nil) async throws {
    emulator = try given ?? TestEmulator(isStored: true)
    try emulator.configure(testNumbers: ["+15555550100": "123456"])
    ada = await emulator.client(
      "accounts:signUp", ["email": "ada@example.com", "password": "secret1", "displayName": "Ada"]
    ).json
    _ = await emulator.admin(
      "accounts:update",
      [
        "localId": ada["localId"] ?? "", "phoneNumber": "+15555550111",
        "customAttributes": #"{"role":"admin"}"#, "photoUrl": "https://example.com/a.png",
      ])
    tenantUser = await emulator.client(
      "accounts:signUp", ["email": "bob@example.com", "password": "secret1", "tenantId": "acme"]
    ).json
    for scope in ["", "/tenants/acme"] {
      for (kind, query, body) in Self.providers {
        _ = await emulator.api(
          .post, "/v2/projects/demo-project\(scope)/\(kind)", body, query: query, bearer: "owner")
      }
    }
  }

  private static let providers: [(String, String, JSON)] = [
    ("oauthIdpConfigs", "oauthIdpConfigId=oidc.corp", oidc),
    ("inboundSamlConfigs", "inboundSamlConfigId=saml.corp", saml),
    ("defaultSupportedIdpConfigs", "idpId=google.com", google),
  ]

  private static let oidc: JSON = [
    "clientId": "c", "issuer": "https://idp.example.com", "enabled": true, "displayName": "Corp",
    "clientSecret": "s", "responseType": ["code": true],
  ]
  private static let saml: JSON = [
    "displayName": "Corp", "enabled": true,
    "idpConfig": [
      "idpEntityId": "idp", "ssoUrl": "https://idp.example.com/sso", "signRequest": true,
      "idpCertificates": [["x509Certificate": "-----BEGIN CERTIFICATE-----"]],
    ],
    "spConfig": ["spEntityId": "sp", "callbackUri": "https://example.com/__/auth/handler"],
  ]
  private static let google: JSON = ["enabled": true, "clientId": "g", "clientSecret": "s"]

  struct Sample: Sendable {
    var reply: Reply
    var logged: [String: String]
  }

  private static let samples = DiscoveryMethod.all.reduce(into: [String: LazyValue<Sample>]()) {
    $0[$1.name] = LazyValue()
  }

  /// Returns the sample of a method, made on a separate emulator.
  static func sample(of method: DiscoveryMethod) async throws -> Sample {
    try await #require(samples[method.name]).value {
      let watch = try await LogWatch(.compatible)
      let calls = try await SampleCalls(on: watch.emulator)
      _ = await watch.news()
      return Sample(reply: try await calls.call(method), logged: await watch.news())
    }
  }

  func call(_ method: DiscoveryMethod) async throws -> Reply {
    await emulator.api(method, try await body(of: method), query: Self.query(of: method))
  }

  private static func query(of method: DiscoveryMethod) -> String {
    guard method.id.hasSuffix(".create") else {
      return method.id.hasSuffix("recaptchaConfig")
        ? "clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE" : ""
    }
    if method.path.hasSuffix("oauthIdpConfigs") { return "oauthIdpConfigId=oidc.new" }
    if method.path.hasSuffix("inboundSamlConfigs") { return "inboundSamlConfigId=saml.new" }
    return method.path.hasSuffix("defaultSupportedIdpConfigs") ? "idpId=github.com" : ""
  }

  private func body(of method: DiscoveryMethod) async throws -> JSON? {
    let isTenants = method.path.contains("/tenants/")
    let user = Person(json: isTenants ? tenantUser : ada)
    switch method.id.split(separator: ".").last {
    case "signUp", "signupNewUser":
      return ["email": "new@example.com", "password": "secret1", "returnSecureToken": true]
    case "accounts": return ["email": "new@example.com", "password": "secret1"]
    case "signInWithPassword", "verifyPassword":
      return ["email": "ada@example.com", "password": "secret1", "returnSecureToken": true]
    case "signInWithCustomToken", "verifyCustomToken":
      return ["token": #"{"uid":"carl","claims":{"level":3}}"#, "returnSecureToken": true]
    case "signInWithIdp", "verifyAssertion":
      return [
        "requestUri": "http://localhost", "returnSecureToken": true, "returnIdpCredential": true,
        "postBody": .string(
          #"providerId=google.com&id_token={"sub":"g1","email":"g@example.com","#
            + #""email_verified":true,"name":"G","picture":"https://example.com/g.png"}"#),
      ]
    case "createAuthUri":
      return ["identifier": "ada@example.com", "continueUri": "http://localhost"]
    case "lookup", "getAccountInfo":
      return method.isAdministrators ? ["localId": [user.uid]] : ["idToken": user.idToken]
    case "update", "setAccountInfo":
      return method.isAdministrators
        ? ["localId": user.uid, "displayName": "A"]
        : ["idToken": user.idToken, "displayName": "A", "returnSecureToken": true]
    case "delete" where method.path.contains("accounts"), "deleteAccount":
      return method.isAdministrators ? ["localId": user.uid] : ["idToken": user.idToken]
    case "sendOobCode", "getOobConfirmationCode":
      var body: JSONObject = [
        "requestType": "PASSWORD_RESET",
        "email": isTenants ? "bob@example.com" : "ada@example.com",
      ]
      if method.isAdministrators { body["returnOobLink"] = true }
      return .object(body)
    case "resetPassword":
      return ["oobCode": try await oobCode("PASSWORD_RESET"), "newPassword": "secret2"]
    case "signInWithEmailLink", "emailLinkSignin":
      return ["email": "ada@example.com", "oobCode": try await oobCode("EMAIL_SIGNIN")]
    case "sendVerificationCode": return ["phoneNumber": "+15555550100"]
    case "signInWithPhoneNumber", "verifyPhoneNumber":
      return ["sessionInfo": await emulator.text().session, "code": "123456"]
    case "createSessionCookie":
      return ["idToken": user.idToken, "validDuration": "600"]
    case "queryAccounts", "query": return ["returnUserInfo": true, "limit": "10"]
    case "batchCreate", "uploadAccount":
      return ["users": [["localId": "imported", "email": "i@example.com"], ["email": "x"]]]
    case "batchDelete": return ["localIds": [user.uid]]
    case "downloadAccount": return ["maxResults": 10]
    case "signInWithGameCenter":
      return [
        "playerId": "G:1", "teamPlayerId": "T:1", "gamePlayerId": "A:1", "displayName": "Ada",
        "publicKeyUrl": "https://static.gc.apple.com/public-key/gc-prod-4.cer",
        "signature": "AAAA", "salt": "AAAA", "timestamp": "1800000000000",
      ]
    case "verifyIosClient": return ["appToken": "00ff", "isSandbox": true]
    case "issueSamlResponse":
      return ["idToken": user.idToken, "rpId": "google.com", "samlAppEntityId": "app"]
    case "signOutUser": return ["localId": user.uid]
    case "start" where method.id.contains("mfaEnrollment"):
      return ["idToken": try await verified(), "totpEnrollmentInfo": [:]]
    case "finalize" where method.id.contains("mfaEnrollment"):
      return try await enrollment(await verified())
    case "withdraw":
      let eve = await emulator.guardedPerson("eve@example.com")
      return ["idToken": eve.person.idToken, "mfaEnrollmentId": eve.phoneID]
    case "start" where method.id.contains("mfaSignIn"): return await signInStart()
    case "finalize" where method.id.contains("mfaSignIn"): return try await secondFactor()
    case "revokeToken":
      return [
        "providerId": "apple.com", "tokenType": "ACCESS_TOKEN", "token": "opaque",
        "idToken": user.idToken,
      ]
    case "setIamPolicy":
      return ["policy": ["bindings": [["role": "roles/viewer", "members": ["user:a@b.c"]]]]]
    case "testIamPermissions": return ["permissions": ["firebaseauth.users.get"]]
    case "create" where method.path.hasSuffix("tenants"): return ["displayName": "Acme-Corp"]
    case "create" where method.path.hasSuffix("oauthIdpConfigs"): return Self.oidc
    case "create" where method.path.hasSuffix("inboundSamlConfigs"): return Self.saml
    case "create" where method.path.hasSuffix("defaultSupportedIdpConfigs"): return Self.google
    case "updateConfig": return ["signIn": ["allowDuplicateEmails": false]]
    case "setProjectConfig": return ["allowPasswordUser": true]
    case "patch" where method.path.hasSuffix("acme"): return ["displayName": "Acme-Corp"]
    case "patch": return ["enabled": true]
    default: return method.method == .get || method.method == .delete ? JSON?.none : [:]
    }
  }

  // MARK: Second factors

  private func verified() async throws -> JSON {
    _ = await emulator.admin(
      "accounts:update", ["localId": ada["localId"] ?? "", "emailVerified": true])
    return ada["idToken"] ?? ""
  }

  private func enrollment(_ idToken: JSON) async throws -> JSON {
    let start = await emulator.client(
      "accounts/mfaEnrollment:start",
      ["idToken": idToken, "phoneEnrollmentInfo": ["phoneNumber": "+15555550100"]])
    return [
      "idToken": idToken, "displayName": "My phone",
      "phoneVerificationInfo": [
        "sessionInfo": try #require(start["phoneSessionInfo"]?["sessionInfo"]), "code": "123456",
      ],
    ]
  }

  /// The call for a message to the phone of Eve, who has signed in with her password.
  private func signInStart() async -> JSON {
    let eve = await emulator.guardedPerson("eve@example.com")
    let pending = await emulator.pending("eve@example.com")
    return [
      "mfaPendingCredential": pending, "mfaEnrollmentId": eve.phoneID, "phoneSignInInfo": [:],
    ]
  }

  private func secondFactor() async throws -> JSON {
    let call = await signInStart()
    let start = await emulator.client("accounts/mfaSignIn:start", call)
    let session = try #require(start["phoneResponseInfo"]?["sessionInfo"], "\(start.json)")
    return [
      "mfaPendingCredential": call["mfaPendingCredential"] ?? "",
      "phoneVerificationInfo": ["sessionInfo": session, "code": "123456"],
    ]
  }

  private func oobCode(_ type: JSON) async throws -> JSON {
    let reply = await emulator.admin(
      "accounts:sendOobCode",
      ["requestType": type, "email": "ada@example.com", "returnOobLink": true])
    return try #require(reply["oobCode"])
  }
}
