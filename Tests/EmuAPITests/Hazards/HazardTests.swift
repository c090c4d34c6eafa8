import EmuServer
import EmuTestSupport
import Testing

/// Answers that crash or mislead a client (docs/reference/errors.md#hazards), one test for each
/// kind.
@Suite final class `Client SDKs`: EmulatorSuite {
  /// Returns the answers of every successful client call.
  private static func successes(_ emulator: TestEmulator) async throws -> [(String, Reply)] {
    var replies: [(String, Reply)] = []
    func call(_ name: String, _ body: JSONObject = [:]) async {
      replies.append((name, await emulator.client("accounts:\(name)", .object(body))))
    }
    let google: JSON = ["sub": "g1", "email": "bob@gmail.com", "email_verified": true]
    await call("signUp")
    let anonymous = replies.last?.1.idToken ?? .null
    await call("signUp", ["email": "ada@example.com", "password": "secret1"])
    let signedIn = await emulator.signInWithPassword()
    let idToken = signedIn.idToken
    let link = await emulator.signIn(
      "github.com", claims: ["sub": "h1"],
      options: ["idToken": idToken, "returnIdpCredential": true])
    replies += [
      ("signInWithPassword", signedIn), ("signInWithIdp link", link),
      ("signInWithIdp", await emulator.signIn("google.com", claims: google)),
      ("signInWithIdp again", await emulator.signIn("google.com", claims: google)),
      ("token", await emulator.refresh(signedIn["refreshToken"]?.string ?? "")),
    ]
    await call("signInWithCustomToken", ["token": #"{"uid":"carl"}"#, "returnSecureToken": true])
    await call(
      "createAuthUri", ["identifier": "ada@example.com", "continueUri": "http://localhost"])
    await call("lookup", ["idToken": idToken])
    await call("update", ["idToken": idToken, "displayName": nil, "photoUrl": nil])
    await call("sendOobCode", ["requestType": "VERIFY_EMAIL", "idToken": idToken])
    let verify = await emulator.oobCodes().last?["oobCode"] ?? .null
    await call("resetPassword", ["oobCode": verify])
    await call("update", ["oobCode": verify])
    let code = try await emulator.oobCode("EMAIL_SIGNIN", ["email": "dora@example.com"])
    await call("signInWithEmailLink", ["email": "dora@example.com", "oobCode": .string(code)])
    await call("sendVerificationCode", ["phoneNumber": "+15555550101"])
    let phone = try await emulator.evidence()
    await call("signInWithPhoneNumber", phone.merging(["idToken": anonymous]))
    await call("delete", ["idToken": anonymous])
    return replies
  }

  @Test(arguments: Profile.allCases)
  func `client SDKs receive no harmful key and no null`(_ profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    try emulator.set([.customTokenSignature: .off, .authorizedDomains: .off])
    for (name, reply) in try await Self.successes(emulator) {
      #expect(reply.status == 200, "\(name): \(reply.json)")
      for key in ["needConfirmation", "errorMessage", "mfaPendingCredential", "mfaInfo"] {
        #expect(reply[key] == nil, "\(name) \(key)")
      }
      #expect(!reply.bytes.isEmpty && reply.json.object != nil, "\(name)")
      #expect(!reply.json.containsNull, "\(name): \(reply.json)")
      let isIssued = (reply["idToken"] ?? reply["id_token"]) != nil
      let lifetime = reply["expiresIn"] ?? reply["expires_in"]
      // iOS reads a text; C++ accepts nothing else.
      #expect(lifetime == (isIssued ? "3600" : nil), "\(name): \(reply.json)")
    }
  }

  @Test func `client SDKs get an object from every call without a result`() async throws {
    let owner: Headers = ["Authorization": "Bearer owner"]
    let project = "/identitytoolkit.googleapis.com/v2/projects/demo-project"
    let accounts = "/identitytoolkit.googleapis.com/v1/projects/demo-project/accounts"
    _ = await emulator.admin("accounts", ["localId": "ada"])
    let tenant = try await emulator.tenant(["displayName": "blue"])
    _ = await emulator.postV2(
      "defaultSupportedIdpConfigs?idpId=google.com", ["enabled": true, "clientId": "g"])
    let calls: [(Method, String, JSON?)] = [
      (.post, "\(accounts):batchDelete", ["localIds": ["nobody"]]),
      (.post, "\(accounts):batchCreate", ["users": [["localId": "b"]]]),
      (.post, "\(accounts):delete", ["localId": "ada"]),
      (.post, "\(accounts):lookup", ["localId": ["nobody"]]),
      (.get, "/identitytoolkit.googleapis.com/v1/projects/none-yet/accounts:batchGet", nil),
      (.delete, "\(project)/defaultSupportedIdpConfigs/google.com", nil),
      (.delete, "\(project)/tenants/\(tenant)", nil),
      (.delete, "/emulator/v1/projects/demo-project/accounts", nil),
    ]
    for (method, path, body) in calls {
      let reply = await emulator.call(method, path, body, headers: owner)
      #expect(reply.status == 200, "\(path): \(reply.json)")
      #expect(reply.json.object != nil, "\(path)")
      #expect(!reply.json.containsNull, "\(path)")
    }
  }

  @Test(arguments: Profile.allCases)
  func `client SDKs get tokens or an error for a link`(_ profile: Profile) async throws {
    let emulator = try TestEmulator.believing(profile)
    try await emulator.configureSecondFactors(.allSecondFactors)
    let user = try await emulator.enrolPhone()
    _ = try await emulator.signUp("eve@example.com")
    // iOS terminates the app if a successful link lacks one of these.
    func expectLink(_ reply: Reply, _ what: String, names provider: Bool = false) {
      guard reply.status == 200 else { return }
      #expect(reply["refreshToken"]?.string?.isEmpty == false, "\(what): \(reply.json)")
      #expect(reply["idToken"]?.string?.isEmpty == false, "\(what)")
      if provider { #expect(reply["providerId"]?.string?.isEmpty == false, "\(what)") }
      #expect(reply["needConfirmation"] == nil && reply["mfaPendingCredential"] == nil, "\(what)")
    }
    let link: JSONObject = ["idToken": user.idToken]
    let github = await emulator.signIn("github.com", claims: ["sub": "h1"], options: link)
    expectLink(github, "provider", names: true)
    for verified in [true, false] {
      let claims = Idp.claims("g1", email: "eve@example.com", verified: verified)
      let conflict = await emulator.signIn("google.com", claims: claims, options: link)
      #expect(conflict.errorMessage == "EMAIL_EXISTS", "\(conflict.json)")
      let inside = await emulator.signIn(
        "google.com", claims: claims, options: link.merging(["returnIdpCredential": true]))
      inside.expect(["errorMessage": "EMAIL_EXISTS", "needConfirmation": nil])
    }
    let email = JSON.string(user.email)
    let code = try await emulator.oobCode(
      "EMAIL_SIGNIN", ["email": email, "continueUrl": "http://localhost/"])
    let linking: JSON = ["idToken": user.idToken, "email": email, "oobCode": .string(code)]
    expectLink(await emulator.client("accounts:signInWithEmailLink", linking), "e-mail link")
    let anonymous = await emulator.client("accounts:signUp").idToken
    let updated = await emulator.signIn(
      text: try await emulator.evidence("+15555550103"),
      ["idToken": anonymous, "operation": "UPDATE"])
    #expect(updated.status == 200)
    expectLink(updated, "phone")
  }

  @Test func `client SDKs learn the address of every code that they inspect`() async throws {
    let user = try await emulator.enrolPhone()
    let idToken = user.idToken
    _ = try await emulator.oobCode("PASSWORD_RESET", ["email": .string(user.email)])
    _ = try await emulator.oobCode("VERIFY_EMAIL", ["idToken": idToken])
    _ = try await emulator.oobCode("EMAIL_SIGNIN", ["email": .string(user.email)])
    _ = try await emulator.oobCode(
      "VERIFY_AND_CHANGE_EMAIL", ["idToken": idToken, "newEmail": "new@example.com"])
    let bob = try await emulator.signUp("bob@example.com")
    _ = await emulator.update(bob, ["email": "robert@example.com"])
    let codes = await emulator.oobCodes()
    let types: Set = [
      "PASSWORD_RESET", "VERIFY_EMAIL", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL",
      "RECOVER_EMAIL", "REVERT_SECOND_FACTOR_ADDITION",
    ]
    #expect(Set(codes.compactMap { $0["requestType"]?.string }) == types)
    for code in codes {
      let reply = await emulator.inspect(code["oobCode"] ?? .null)
      let type = code["requestType"]
      reply.expect(["requestType": type, "email": code["email"], "newEmail": code["newEmail"]])
      let changesEmail = type == "VERIFY_AND_CHANGE_EMAIL" || type == "RECOVER_EMAIL"
      #expect((reply["newEmail"] != nil) == changesEmail, "\(reply.json)")
      #expect((reply["mfaInfo"] != nil) == (type == "REVERT_SECOND_FACTOR_ADDITION"))
    }
    #expect(await emulator.oobCodes() == codes)
  }

  @Test func `client SDKs can name every second factor, and read its date`() async throws {
    let user = try await emulator.enrolPhone()
    let start = await emulator.startTOTP(user.idToken)
    #expect(start["totpSessionInfo"]?["sharedSecretKey"]?.string?.isEmpty == false)
    // yyyy-MM-dd'T'HH:mm:ss.SSSZ only.
    func isDate(_ value: JSON?) -> Bool {
      guard let text = value?.string else { return false }
      return text.utf8.count == 24 && text.hasSuffix("Z") && text.utf8.dropFirst(19).first == 46
    }
    #expect(isDate(start["totpSessionInfo"]?["finalizeEnrollmentTime"]), "\(start.json)")
    let date: JSON = "2026-01-02T03:04:05Z"
    let both: JSON = [
      ["mfaEnrollmentId": "phone", "phoneInfo": "+15555550100", "enrolledAt": date],
      ["mfaEnrollmentId": "app", "totpInfo": [:], "emulatorTotpSecret": "JBSWY3DPEHPK3PXP"],
    ]
    _ = await emulator.change(user.uid, ["mfa": ["enrollments": both]])
    let pending = await emulator.signInWithPassword()
    for list in [pending["mfaInfo"], try await emulator.shown(user.uid)["mfaInfo"]] {
      let factors = list?.array ?? []
      #expect(factors.count == 2)
      for factor in factors {
        #expect(factor["mfaEnrollmentId"]?.string?.isEmpty == false)
        #expect(isDate(factor["enrolledAt"]), "\(factor)")
        #expect((factor["phoneInfo"] == nil) != (factor["totpInfo"] == nil), "\(factor)")
      }
    }
  }

  @Test func `client SDKs find their user, with every way to sign in`() async throws {
    let account = try await emulator.signUp()
    for provider in ["google.com", "oidc.x", "saml.x", "gc.apple.com"] {
      await emulator.link(provider, "1", to: account.uid).expect()
    }
    _ = await emulator.change(account.uid, ["phoneNumber": "+15555550100"])
    let reply = await emulator.lookup(account)
    let users = try #require(reply["users"]?.array)
    #expect(users.count == 1)
    let providers = users.first?["providerUserInfo"]?.array ?? []
    #expect(providers.count == 6)
    for provider in providers {
      provider.expect(has: "providerId", "rawId")
      // iOS and C++ read one of them, JavaScript and Node the other; of a phone all read the number.
      if provider["providerId"] != "phone" {
        #expect(provider["federatedId"] == provider["rawId"])
      }
    }
    // Without it a client cannot know that a password exists.
    #expect(users.first?["passwordHash"]?.string?.isEmpty == false)
    for key in ["createdAt", "lastLoginAt", "localId", "passwordHash", "validSince"] {
      if let value = users.first?[key] { #expect(value.string != nil, "\(key)") }
    }
  }

  @Test func `client SDKs may send their own address, plain text and nulls`() async {
    // C++: the address of the call, whose query is not a credential.
    let cpp = await emulator.post(
      #"id_token={"sub":"c1"}&providerId=google.com"#,
      uri: "http://localhost:9099/www.googleapis.com/identitytoolkit/v3/relyingparty/"
        + "verifyAssertion?key=fake&id_token=none&providerId=none")
    #expect(cpp["providerId"] == "google.com", "\(cpp.json)")
    // iOS: nothing is percent-encoded.
    let ios = await emulator.post(
      #"id_token={"sub":"a1","email":"a+b@example.com"}&providerId=apple.com"#
        + #"&user={"name":{"firstName":"Ann & Bo","lastName":"50% =+"}}"#,
      options: ["autoCreate": true, "returnIdpCredential": true])
    #expect(ios["email"] == "a+b@example.com", "\(ios.json)")
    // JavaScript: null clears no profile.
    let nulls = await emulator.client(
      "accounts:update",
      ["idToken": ios.idToken, "displayName": nil, "photoUrl": nil, "returnSecureToken": true])
    #expect(nulls.status == 200, "\(nulls.json)")
  }

  @Test func `client SDKs receive strings only in the list of errors`() async throws {
    let refusals = [
      await emulator.client("accounts:lookup"),
      await emulator.client("accounts:signInWithPassword", ["email": 1]),
      await emulator.post("/v1/accounts:signUp", [:]),
      await emulator.get("/nothing"),
      await emulator.getV2("tenants/none/oauthIdpConfigs/oidc.none"),
      await emulator.post("/v1/projects/p/accounts:lookup?key=k", [:]),
    ]
    for refusal in refusals {
      #expect(refusal.status >= 400)
      let errors = try #require(refusal["error"]?["errors"]?.array, "\(refusal.json)")
      for error in errors {
        #expect(error.object?.allSatisfy { $0.value.string != nil } == true, "\(error)")
      }
    }
  }
}

extension JSON {
  /// True if there is a `null` at any depth.
  fileprivate var containsNull: Bool {
    switch self {
    case .null: true
    case .array(let elements): elements.contains(where: \.containsNull)
    case .object(let object): object.contains { $0.value.containsNull }
    default: false
    }
  }
}
