import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import EmuTestTools
import Testing

@Suite struct `control: export of a project as a seed` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  static let plain = "export?format=seed&plainPasswords=true"

  /// Expects that an export, seeded into a second emulator, is exported again unchanged, without
  /// and with passwords.
  private static func expectRoundTrip(_ first: TestEmulator) async throws -> TestEmulator {
    var last: TestEmulator?
    for call in ["export", plain] {
      let export = await first.control(.get, call)
      #expect(export.status == 200)
      let second = try TestEmulator(seed: 2, machine: Timestamp(seconds: 1_900_000_000))
      let seeded = await second.control(.post, "seed", export.text)
      #expect(seeded.status == 200, "\(seeded.text)")
      let again = await second.control(.get, call)
      #expect(again.text == export.text)
      #expect(
        await second.control(.post, "seed", again.text).json == `control: counts of seeds`.unchanged
      )
      last = second
    }
    return try #require(last)
  }

  @Test func `demo.json is exported, seeded and exported again without a change`() async throws {
    _ = await emulator.control(.post, "seed", try Repository.text("seed-data/demo.json"))
    let second = try await Self.expectRoundTrip(emulator)
    let signedIn = await second.client(
      "accounts:signInWithPassword",
      ["email": "paula@example.com", "password": "demo-password", "returnSecureToken": true])
    #expect(signedIn["localId"] == "password-user")
  }

  /// Returns an emulator with users and settings from clients' and administrators' calls.
  static func everyKind() async throws -> TestEmulator {
    let emulator = try TestEmulator()
    _ = await emulator.admin(
      "v2/config",
      [
        "signIn": ["email": ["enabled": true, "passwordRequired": true]],
        "passwordPolicyConfig": [
          "passwordPolicyEnforcementState": "ENFORCE",
          "passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 7]]],
        ],
        "blockingFunctions": [
          "triggers": ["beforeSignIn": ["functionUri": "http://localhost:1/f"]]
        ],
        "mfa": ["providerConfigs": [["totpProviderConfig": ["adjacentIntervals": 3]]]],
        "notification": ["defaultLocale": "de"], "recaptchaConfig": ["useAccountDefender": true],
        "authorizedDomains": ["example.com"],
      ], method: .patch)
    _ = await emulator.admin(
      "v2/config", ["blockingFunctions": [:]], method: .patch, query: "updateMask=blockingFunctions"
    )
    _ = await emulator.admin(
      "v2/passkeyConfig", ["rpId": "example.com"], method: .patch, query: "updateMask=rpId")
    _ = await emulator.control(.patch, "projects/demo-project/settings", #"{"recentLogin":"on"}"#)
    _ = await emulator.control(.post, "projects/demo-project/apiKeys", #"{"apiKey":"AIzaB"}"#)
    let tenant = await emulator.admin(
      "v2/tenants", ["displayName": "Acme", "allowPasswordSignup": true, "disableAuth": false])
    let tenantID = try #require(tenant["tenantId"]?.string)
    _ = await emulator.admin(
      "v2/oauthIdpConfigs", ["clientId": "c", "issuer": "https://x.test", "enabled": true],
      tenant: tenantID, query: "oauthIdpConfigId=oidc.acme")
    _ = await emulator.client(
      "accounts:signUp",
      ["tenantId": .string(tenantID), "email": "t@x.test", "password": "secret12"])
    _ = await emulator.client("accounts:signUp", ["returnSecureToken": true])
    _ = await emulator.client(
      "accounts:signUp", ["email": "p@x.test", "password": "secret12", "displayName": "P"])
    // Google first, then a password: not the usual order.
    let google = await emulator.signIn(
      "google.com", claims: ["sub": "g1", "email": "g@x.test", "email_verified": true])
    _ = await emulator.client(
      "accounts:update", ["idToken": google["idToken"] ?? .null, "password": "secret12"])
    let imported = await emulator.admin(
      "accounts:batchCreate",
      [
        "hashAlgorithm": "SCRYPT", "signerKey": "c2lnbmVy", "saltSeparator": "Bw==", "rounds": 8,
        "memoryCost": 14,
        "users": [
          [
            "localId": "hashed", "email": "h@x.test", "emailVerified": true,
            "passwordHash": "aGFzaA==", "salt": "c2FsdA==",
            "customAttributes": #"{"b": 1, "a": [true]}"#, "validSince": "1700000000",
            "createdAt": "1600000000000", "lastLoginAt": "1700000000000",
            "mfaInfo": [
              [
                "mfaEnrollmentId": "m1", "phoneInfo": "+15555550123",
                "enrolledAt": "2024-01-02T03:04:05Z",
              ]
            ],
          ],
          [
            "localId": "scrypt", "email": "s@x.test", "salt": "c2FsdA==",
            "passwordHash": .string(String(repeating: "A", count: 86) + "=="),
          ],
          ["localId": "phone", "phoneNumber": "+15555550100", "disabled": true],
        ],
      ])
    #expect(imported["error"] == [], "\(imported.text)")
    _ = await emulator.control(
      .post, "seed",
      #"""
      {version:1,projects:{"demo-project":{
        people:{"apple.com":[{email:"a@x.test",hideEmail:true,relayForwards:false,authorizedClients:["c"]}]},
        users:[{localId:"keys",customAuth:true,screenName:"k",initialEmail:"old@x.test",
          emailLinkSignin:true,email:"new@x.test",
          passkeys:[{credentialId:"YWJj",publicKey:"pQ",signCount:7,backupEligible:true,name:"Key"}],
          mfa:[{totpSecret:"JBSWY3DPEHPK3PXP"}]}]}}}
      """#)
    _ = await emulator.control(.patch, "issuers/oidc.acme", #"{"idTokenLifetimeSeconds":60}"#)
    _ = await emulator.control(.patch, "issuers/saml.acme", #"{"defects":["expired"]}"#)
    _ = await emulator.control(.post, "issuers/saml.corp/accounts", #"{"email":"s@x.test"}"#)
    return emulator
  }

  @Test func `users, tenants and settings of every kind are exported and seeded again unchanged`()
    async throws
  {
    let first = try await Self.everyKind()
    let second = try await Self.expectRoundTrip(first)
    let (before, after) = (try first.currentProject(), try second.currentProject())
    #expect(before.switches == after.switches)
    #expect(before.providers == after.providers)
    #expect(try second.people("saml.corp", in: "demo-project").map(\.email) == ["s@x.test"])
    #expect(before.config == after.config)
    for uid in ["hashed", "scrypt", "phone", "keys"] {
      let (before, after) = (
        try Self.comparable(first.user(uid)), try Self.comparable(second.user(uid))
      )
      #expect(before == after, "\(uid)")
    }
    let signedIn = await second.client(
      "accounts:signInWithPassword", ["email": "g@x.test", "password": "secret12"])
    #expect(signedIn.status == 200)
    let uid = try #require(signedIn["localId"]?.string)
    #expect(try second.user(uid)?.providers == ["google.com", "password"])
  }

  private static func comparable(_ user: User?) throws -> User {
    var user = try #require(user)
    user.key = 0
    user.sessionsEndedAt = nil
    // In the JSON format of a seed.
    user.customAttributes = user.customAttributes?.replacing(" ", with: "")
    user.emptyFields = []
    return user
  }

  @Test func `an export has passwords in clear only where plainPasswords asks for them`()
    async throws
  {
    let emulator = try await Self.everyKind()
    #expect(!(await emulator.control(.get, "export").text.contains("secret12")))
    #expect(
      !(await emulator.control(.get, "export?plainPasswords=false").text.contains("secret12")))
    #expect(await emulator.control(.get, Self.plain).text.contains(#""password":"secret12""#))
  }

  @Test func `an export of more users than fit a page has each once, by id`() async {
    let users = (0..<1200).map { #"{"localId":"u\#($0)"}"# }.joined(separator: ",")
    _ = await emulator.control(
      .post, "seed", #"{"version":1,"projects":{"demo-project":{"users":[\#(users)]}}}"#)
    let export = await emulator.control(.get, "export").json
    let ids = export["projects"]?["demo-project"]?["users"]?.array?.compactMap {
      $0["localId"]?.string
    }
    #expect(ids == (0..<1200).map { "u\($0)" }.sorted())
  }

  @Test func `an export omits the rest of a tenant that is deleted meanwhile`() async throws {
    let seeded = await emulator.control(
      .post, "seed",
      #"""
      {version:1,projects:{"demo-project":{tenants:[{id:"t"}],users:[{localId:"ann"},{localId:"bob",tenantId:"t"}]}}}
      """#)
    #expect(seeded.status == 200, "\(seeded.text)")
    let response = await emulator.answer(
      Request(method: .get, path: "/emulator/v1/export", headers: ["Host": emulator.host]))
    guard case .stream(let stream) = response.body else {
      Issue.record("the answer is no stream")
      return
    }
    let source = stream.open {}
    var text: [UInt8] = []
    for number in 0... {
      // The head and the users of the project are read.
      if number == 2 {
        let deleted = await emulator.call(
          .delete, "/v2/projects/demo-project/tenants/t",
          headers: ["Authorization": "Bearer owner"])
        #expect(deleted.status == 200, "\(deleted.text)")
      }
      guard case .bytes(let bytes) = source.next() else { break }
      text += bytes
    }
    source.close()
    let users = try JSON(parsing: text)["projects"]?["demo-project"]?["users"]?.array
    #expect(users?.compactMap { $0["localId"]?.string } == ["ann"])
  }

  @Test(arguments: [
    ("export?project=nowhere", 404, "There is no project nowhere."),
    ("export?format=csv", 400, "format: the value must be seed, ndjson or supplement."),
    ("export?plainPasswords=1", 400, "plainPasswords: the value must be true or false."),
  ])
  func `an export that cannot be made says why`(_ call: String, _ status: Int, _ message: String)
    async throws
  {
    _ = try emulator.currentProject()
    let reply = await emulator.control(.get, call)
    #expect(reply.status == status)
    #expect(reply.errorMessage?.hasPrefix(message) == true, "\(reply.text)")
  }
}
