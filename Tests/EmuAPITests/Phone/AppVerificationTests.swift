import EmuTestSupport
import Testing

@Suite final class `Proofs of a real app`: EmulatorSuite {
  private func verifyClient(
    _ emulator: TestEmulator, _ body: JSON, bundle: String? = "com.example.app"
  ) async -> Reply {
    var headers: Headers = [:]
    headers["X-Ios-Bundle-Identifier"] = bundle
    return await emulator.post(
      "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyClient?key=k", body,
      headers: headers)
  }

  @Test(arguments: Profile.allCases)
  func `the proof of an iOS app is a receipt and a secret`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    let reply = await verifyClient(emulator, ["appToken": "aaBB0011", "isSandbox": true])
    Golden.expect(reply.json, "verifyIosClient/receipt")
    let receipt = try #require(reply["receipt"])
    let sentence = try #require(emulator.outbox.messages.last?.sentence)
    #expect(sentence.hasPrefix("To verify the iOS app with the token aaBB0011…, use the secret "))
    let secret = JSON.string(String(try #require(sentence.split(separator: " ").last)))
    let logged = await emulator.control(.get, "requests?operation=accounts:verifyIosClient")
    #expect(logged.text.contains("its secret is \(secret.string ?? "")"))
    #expect(await emulator.text(proof: ["iosReceipt": receipt, "iosSecret": secret]).status == 200)
    #expect(
      await emulator.text(proof: ["iosReceipt": receipt, "iosSecret": "no"]).errorMessage
        == "INVALID_APP_CREDENTIAL")
  }

  @Test func `incomplete or foreign proofs of an app are refused by switch`() async throws {
    let receipt = try #require(await verifyClient(emulator, ["appToken": "00"])["receipt"])
    let rows: [(JSONObject, String)] = [
      (["iosReceipt": receipt], "MISSING_APP_CREDENTIAL"),
      (["iosReceipt": "a.b", "iosSecret": "c"], "INVALID_APP_CREDENTIAL"),
    ]
    for (proof, _) in rows { #expect(await emulator.text(proof: proof).status == 200) }
    try emulator.set([.verifyCredentials: .on])
    for (proof, code) in rows { #expect(await emulator.text(proof: proof).errorMessage == code) }
    for proof: JSONObject in [
      [:], ["playIntegrityToken": "t"], ["safetyNetToken": "t"], ["recaptchaToken": "t"],
      ["captchaResponse": "NO_RECAPTCHA", "autoRetrievalInfo": ["appSignatureHash": "h"]],
    ] { #expect(await emulator.text(proof: proof).status == 200) }
  }

  @Test func `proofs of a real app are looked at for second factors as well`() async throws {
    let user = try await emulator.enrolPhone()
    let pending = try await emulator.pendingCredential()
    try emulator.set([.verifyCredentials: .on])
    let proof: JSONObject = ["iosReceipt": "a.b", "iosSecret": "c"]
    let enrollment = await emulator.startPhone(user.idToken, "+15555550101", proof)
    #expect(enrollment.errorMessage == "INVALID_APP_CREDENTIAL")
    let signIn = await emulator.startSignIn(user, pending, .object(proof))
    #expect(signIn.errorMessage == "INVALID_APP_CREDENTIAL")
  }

  @Test func `proofs of a real app are not asked of a client without a token`() async throws {
    for token in ["xyz0", "abc", String(repeating: "a", count: 514)] {
      #expect(
        await verifyClient(emulator, ["appToken": .string(token)]).errorMessage
          == "INVALID_APP_CREDENTIAL")
    }
    #expect(await verifyClient(emulator, ["appToken": "00"], bundle: nil).status == 200)
    try emulator.set([.verifyCredentials: .on])
    #expect(
      await verifyClient(emulator, ["appToken": "00"], bundle: nil).errorMessage
        == "MISSING_IOS_BUNDLE_ID")
  }
}

@Suite struct `reCAPTCHA enforcement` {
  private static let phones: String? =
    "INVALID_RECAPTCHA_PHONE_AUTH_CONFIGURATION : Phone auth enforcement state must be aligned with "
    + "toll fraud or bot score enablement."

  private static func odd(_ name: String) -> String {
    "INVALID_CONFIG : The \(name) score in reCAPTCHA managed rules must be a value between 0.0 and "
      + "1.0, at 11 discrete values; e.g. 0.1, 0.2, 0.3, 0.4, ... 0.9, 1.0."
  }

  private func enforce(_ emulator: TestEmulator, _ states: JSON) async {
    #expect(await emulator.patchV2("config", ["recaptchaConfig": states]).status == 200)
  }

  @Test func `reCAPTCHA enforcement is reported as configured`() async throws {
    let emulator = try TestEmulator()
    let states: JSON = [
      "phoneEnforcementState": "ENFORCE", "emailPasswordEnforcementState": "AUDIT",
      "useSmsBotScore": true, "recaptchaKeys": [["key": "projects/p/keys/ios-key", "type": "IOS"]],
    ]
    await enforce(emulator, states)
    for (client, name) in [("CLIENT_TYPE_IOS", "ios"), ("CLIENT_TYPE_WEB", "web")] {
      let reply = await emulator.get(
        "/identitytoolkit.googleapis.com/v2/recaptchaConfig?key=k&clientType=\(client)")
      Golden.expect(reply.json, "recaptcha/enforced-\(name)")
    }
  }

  @Test(
    arguments: [
      (["managedRules": [["endScore": 7.5, "action": "BLOCK"]]] as JSON, odd("end")),
      (["tollFraudManagedRules": [["startScore": 0.75, "action": "BLOCK"]]] as JSON, odd("start")),
      (
        ["tollFraudManagedRules": [["startScore": 0.5]]],
        "INVALID_CONFIG : The action in reCAPTCHA managed rules must be set."
      ),
      (["useSmsBotScore": true] as JSON, Self.phones),
      (["useSmsTollFraudProtection": true, "phoneEnforcementState": "OFF"] as JSON, Self.phones),
      (["managedRules": [["action": "BLOCK"], ["endScore": 1, "action": "BLOCK"]]], nil),
      (["tollFraudManagedRules": [["startScore": 0.699999988079071, "action": "BLOCK"]]], nil),
      (["useSmsBotScore": true, "phoneEnforcementState": "AUDIT"], nil),
      (["useSmsBotScore": false, "phoneEnforcementState": "OFF"], nil),
    ] as [(JSON, String?)])
  func `reCAPTCHA scores are in tenths`(_ config: JSON, _ message: String?) async throws {
    for profile in Profile.allCases {
      for path in ["config", "tenants/blue"] {
        let emulator = try TestEmulator(profile: profile)
        try emulator.set([.autoCreateTenants: .on])
        await emulator.allowTenants()
        let reply = await emulator.patchV2(
          "\(path)?updateMask=recaptchaConfig", ["recaptchaConfig": config])
        let expected = profile == .compatible ? nil : message
        #expect(reply.errorMessage == expected, "\(path): \(reply.json)")
      }
    }
  }

  @Test(arguments: Profile.allCases)
  func `reCAPTCHA enforcement returns the key of a site`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    func hasKey() async -> Bool {
      let path = "/identitytoolkit.googleapis.com/v2/recaptchaConfig?key=k"
      return await emulator.get(path)["recaptchaKey"] != nil
    }
    #expect(await hasKey() == (profile == .compatible))
    await enforce(emulator, ["phoneEnforcementState": "AUDIT"])
    #expect(await hasKey())
    await enforce(emulator, ["phoneEnforcementState": "OFF"])
    #expect(await hasKey() == (profile == .compatible))
  }

  @Test func `reCAPTCHA enforcement asks as much of second factors`() async throws {
    let emulator = try await TestEmulator.withSecondFactors()
    let user = try await emulator.enrolPhone()
    let pending = try await emulator.pendingCredential()
    await enforce(emulator, ["phoneEnforcementState": "ENFORCE"])
    let good: JSONObject = [
      "captchaResponse": "t", "clientType": "CLIENT_TYPE_WEB",
      "recaptchaVersion": "RECAPTCHA_ENTERPRISE",
      "autoRetrievalInfo": ["appSignatureHash": "h"],
    ]
    let rows: [(JSONObject, String?)] = [
      ([:], nil), (["captchaResponse": "NO_RECAPTCHA"], "INVALID_RECAPTCHA_TOKEN"), (good, nil),
      (good.merging(["iosReceipt": "x"]), "INVALID_APP_CREDENTIAL"),
    ]
    for (proofs, code) in rows {
      let replies = [
        await emulator.startPhone(user.idToken, "+15555550101", proofs),
        await emulator.startSignIn(user, pending, .object(proofs)),
      ]
      #expect(replies.map(\.errorMessage) == [code, code], "\(replies.map(\.json))")
    }
  }

  @Test func `reCAPTCHA enforcement asks for a token, a client type and a version`() async throws {
    let emulator = try TestEmulator(profile: .production)
    let credentials: JSONObject = ["email": "ada@example.com", "password": "secret1"]
    #expect(await emulator.client("accounts:signUp", .object(credentials)).status == 200)
    await enforce(
      emulator, ["phoneEnforcementState": "ENFORCE", "emailPasswordEnforcementState": "ENFORCE"])
    let calls: [(String, JSONObject)] = [
      ("accounts:signInWithPassword", credentials),
      ("accounts:signUp", ["email": "bob@example.com", "password": "secret1"]),
      ("accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "ada@example.com"]),
      ("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"]),
    ]
    let good: JSONObject = [
      "captchaResponse": "t", "clientType": "CLIENT_TYPE_WEB",
      "recaptchaVersion": "RECAPTCHA_ENTERPRISE",
    ]
    let proofs: [(JSONObject, String?)] = [
      ([:], "MISSING_RECAPTCHA_TOKEN"),
      (["captchaResponse": "NO_RECAPTCHA"], "INVALID_RECAPTCHA_TOKEN"),
      (["captchaResponse": "t"], "MISSING_CLIENT_TYPE"),
      (["captchaResponse": "t", "clientType": "CLIENT_TYPE_WEB"], "MISSING_RECAPTCHA_VERSION"),
      (good, nil),
    ]
    for (operation, input) in calls {
      for (proof, code) in proofs {
        let reply = await emulator.client(operation, .object(input.merging(proof)))
        // An SDK that talks to an emulator sends no token for a text message.
        let isTestMode = proof.isEmpty && operation == "accounts:sendVerificationCode"
        #expect(
          reply.errorMessage == (isTestMode ? nil : code),
          "\(operation) \(JSON.object(proof).serialized())")
      }
    }
    try emulator.configure(testNumbers: ["+15555550199": "123456"])
    #expect(
      await emulator.text("+15555550199", proof: ["captchaResponse": "NO_RECAPTCHA"]).status == 200)
    try emulator.set([.verifyCredentials: .warn])
    #expect(await emulator.signInWithPassword().status == 200)
  }
}
