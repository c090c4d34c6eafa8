import EmuCrypto
import EmuTestSupport
import Testing

@testable import EmuControl
@testable import EmuModel

@Suite final class `control: advice on requests`: EmulatorSuite {
  @Test func `each part and scenario of the advice belongs to a code or rule, and exists`() {
    #expect(Set(Advice.parts.keys).subtracting(RefusalReason.sentences.keys).isEmpty)
    #expect(Set(Advice.scenarios.values).subtracting(ScenarioCatalogue.names).isEmpty)
    for name in Advice.scenarios.keys where name.uppercased() == name {
      #expect(RefusalReason.sentences[name] != nil, "\(name)")
    }
  }

  @Test func `a refusal in the log has the change and the part in which it is made`() async throws {
    _ = await emulator.signIn("no@x.test")
    let entry = await emulator.logged().first
    let sentence = try #require(RefusalReason.sentences["EMAIL_NOT_FOUND"])
    #expect(
      entry?["advice"] == [["text": .string(sentence), "part": "users"]],
      "\(entry?.serialized() ?? "")")
  }

  @Test func `an account that exists with a password has steps with its address`() async throws {
    _ = await emulator.signUp("sam@x.test")
    _ = await emulator.signIn("facebook.com", claims: ["sub": "1", "email": "sam@x.test"])
    let entry = await emulator.logged().first
    let text = entry?["advice"]?[0]?["text"]?.string ?? ""
    #expect(text.hasPrefix("Sign in as sam@x.test with password, then link the credential"))
    let id = entry?["id"]?.string ?? ""
    let report = await emulator.control(.get, "requests/\(id)?format=text").text
    for part in [
      "What to change\n- \(text)\n", "In an SDK\n- android: ",
      "`auth-emulator scenarios show account-exists-with-password`",
    ] { #expect(report.contains(part), "\(report)") }
  }

  @Test(arguments: [
    ("needConfirmation", "account-exists-with-password"), ("EMAIL_EXISTS", "email-in-use-on-link"),
    ("FEDERATED_USER_ID_ALREADY_LINKED", "identity-of-another-user-on-link"),
    ("CREDENTIAL_TOO_OLD_LOGIN_AGAIN", "recent-login-required"),
    ("MISSING_OR_INVALID_NONCE", "nonce-mismatch"), ("INVALID_IDP_RESPONSE", "oidc-expired-token"),
    ("INVALID_PASSWORD", "takeover-of-unverified-address"), ("USER_DISABLED", "disabled-user"),
    ("TOKEN_EXPIRED", "sessions-revoked"), ("INVALID_LOGIN_CREDENTIALS", "enumeration-protection"),
    ("TOO_MANY_ATTEMPTS_TRY_LATER", "quota-exceeded"), ("INVALID_OOB_CODE", "reset-link-replaced"),
  ])
  func `the SDKs' errors of a code are those of its scenario`(code: String, name: String) throws {
    #expect(try SDKError.names(of: code) == ScenarioCatalogue.scenario(name).errors)
  }

  @Test func `a refusal of an app has each SDK's error, and an admin's none`() async throws {
    let rows: [(JSON, [String: String])] = [
      (
        ["idToken": "garbage"],
        [
          "ios": "invalidUserToken (17017)", "web": "auth/invalid-user-token",
          "android": "FirebaseAuthInvalidUserException ERROR_INVALID_USER_TOKEN",
          "cpp": "kAuthErrorInvalidUserToken", "flutter": "invalid-user-token",
        ]
      ),
      ([:], ["ios": "internalError (17999)", "web": "auth/missing-id-token"]),
    ]
    for (body, names) in rows {
      _ = await emulator.client("accounts:lookup", body)
      let errors = await emulator.logged().first?["errors"]
      let shown = errors?.object?.map { ($0.key, $0.value.string) } ?? []
      #expect(Dictionary(uniqueKeysWithValues: shown) == names, "\(body)")
    }
    _ = await emulator.admin("accounts", ["email": "no address"])
    let entry = await emulator.logged().first
    #expect(entry?["outcome"] == "refused" && entry?["errors"] == nil, "\(entry ?? .null)")
  }

  @Test func `a refused sign-in names the person of the request or the token`() async throws {
    let minted = await emulator.control(
      .post, "issuers/google.com/tokens", #"{"account":{"email":"ann@x.test"},"defect":"expired"}"#)
    let form = "providerId=google.com&id_token=\(minted["idToken"]?.string ?? "")"
    for reply in [
      await emulator.signIn("ann@x.test"),
      await emulator.signIn(form: form, ["autoCreate": false]),
    ] {
      #expect(reply.status == 400, "\(reply.text)")
      let id = reply.headers["X-Emulator-Explain"] ?? ""
      await emulator.control(.get, "requests/\(id)").expect(["user.email": "ann@x.test"])
    }
  }

  private static let disabled = RefusalReason.sentences["USER_DISABLED"] ?? ""
  private static let accepts = ", which accepts such requests."

  /// Decisions of a rule with the code of the refusal, and the advice.
  private static let decisions:
    [(rule: String, outcome: Decision.Outcome, reason: String, code: String?, advice: Advice)] = [
      // A sentence that the decision has is not repeated.
      ("refusal", .refused, disabled, "USER_DISABLED", Advice(part: .users)),
      (
        "codeExpiry", .refused, "Old.", nil,
        Advice(
          text: "Or set the switch codeExpiry to warn" + accepts, part: .switches,
          name: "codeExpiry")
      ),
      (
        "codeExpiry", .warned, "Old.", nil,
        Advice(
          text:
            "Use the latest code, within its lifetime, or request a new one. The switch codeExpiry "
            + "only warns: set it to on to get the answer of production.", part: .switches,
          name: "codeExpiry")
      ),
      (
        "oobCode", .refused, "It was used at 8:00.", "EXPIRED_OOB_CODE",
        Advice(text: "The link's code has expired. Send a new one.", part: .inbox)
      ),
    ]

  @Test(arguments: decisions.indices)
  func `a decision has the change that its rule and code advise`(_ index: Int) {
    let row = Self.decisions[index]
    let note = Decision(.operation(row.rule), row.outcome, Reason(row.reason))
    #expect(Advice.on(note, code: row.code) == [row.advice], "\(row.rule) \(row.outcome)")
  }

  @Test(arguments: [
    "verifyCredentials": "warn", "emailEnumerationProtection": "off", "autoCreateTenants": "on",
  ]) func `advice names a value that accepts the request`(_ name: String, _ value: String) {
    let note = Decision(.operation(name), .refused, "It is refused.")
    #expect(
      Advice.on(note, code: nil).first?.text == "Or set the switch \(name) to \(value)"
        + Self.accepts)
  }

  /// Returns a token that no issuer of the emulator signed.
  private static func token(_ claims: JSONObject) throws -> JSON {
    let claims = JSON.object(claims).serializedBytes()
    return .string("eyJhbGciOiJSUzI1NiIsImtpZCI6IngifQ.\(Base64URL.encode(claims)).eA")
  }

  private static let providers = [
    "google.com", "apple.com", "microsoft.com", "facebook.com", "github.com", "twitter.com",
    "playgames.google.com", "oidc.corp", "saml.corp",
  ]

  @Test(
    arguments: providers, [(Profile.production, true), (.production, false), (.compatible, true)])
  func `advice names verifyCredentials only where the request then succeeds`(
    _ provider: String, _ project: (profile: Profile, isConfigured: Bool)
  ) async throws {
    let person: JSONObject = ["sub": "1", "email": "ann@example.com"]
    let withoutSubject: JSONObject = ["email": "ann@example.com"]
    var credentials: [(String, JSON)] = [
      ("code", "none"), ("access_token", "opaque"), ("id_token", "garbage"),
    ]
    for claims in [person, withoutSubject] {
      for form in [try Self.token(claims), .string(JSON.object(claims).serialized())] {
        credentials += [("id_token", form), ("access_token", form)]
      }
    }
    let emulator = try TestEmulator(profile: project.profile)
    try emulator.set([.requireConfiguredProviders: .off, .checkNonce: .off])
    if project.isConfigured {
      try emulator.configure(provider: provider, .init(clientID: "client"))
    }
    for (name, value) in credentials {
      try emulator.set([.verifyCredentials: .on])
      let form: FormFields = ["providerId": provider, name: value.string ?? ""]
      let body: JSON = ["postBody": .string(form.encoded), "requestUri": "http://localhost"]
      #expect(await emulator.client("accounts:signInWithIdp", body).status == 400)
      let entry = await emulator.logged().first
      let advised = entry?["advice"]?.array?.contains { $0["name"] == "verifyCredentials" } == true
      try emulator.set([.verifyCredentials: .warn])
      let reply = await emulator.client("accounts:signInWithIdp", body)
      #expect(advised == (reply.status == 200), "\(provider) \(name) \(value) \(reply.json)")
    }
  }

  @Test func `a fault is the only advice`() {
    let note = Decision(.fault, .refused, "A fault is set.")
    #expect(Advice.on(note, code: "EMAIL_EXISTS").map(\.part) == [.faults])
  }
}
