import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer
import EmuTestSupport
import Testing

/// Answers that crash or mislead a client (docs/reference/errors.md#hazards), one test for each
/// kind.
@Suite struct `Client SDKs` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  /// Returns the answers of every successful client call.
  private static func successes(_ emulator: TestEmulator) async throws -> [(String, Reply)] {
    var replies: [(String, Reply)] = []
    func call(_ name: String, _ body: JSONObject = [:]) async {
      replies.append((name, await emulator.client("accounts:\(name)", .object(body))))
    }
    let google: JSON = ["sub": "g1", "email": "bob@gmail.com", "email_verified": true]
    await call("signUp")
    let anonymous = replies.last?.1["idToken"] ?? .null
    await call("signUp", ["email": "ada@example.com", "password": "secret1"])
    await call(
      "signInWithPassword",
      ["email": "ada@example.com", "password": "secret1", "returnSecureToken": true])
    let idToken = replies.last?.1["idToken"] ?? .null
    let refreshToken = replies.last?.1["refreshToken"]?.string ?? ""
    replies.append(("signInWithIdp", await emulator.signIn("google.com", claims: google)))
    replies.append(("signInWithIdp again", await emulator.signIn("google.com", claims: google)))
    replies.append(
      (
        "signInWithIdp link",
        await emulator.signIn(
          "github.com", claims: ["sub": "h1"],
          options: ["idToken": idToken, "returnIdpCredential": true])
      ))
    await call("signInWithCustomToken", ["token": #"{"uid":"carl"}"#, "returnSecureToken": true])
    await call(
      "createAuthUri", ["identifier": "ada@example.com", "continueUri": "http://localhost"])
    await call("lookup", ["idToken": idToken])
    await call("update", ["idToken": idToken, "displayName": nil, "photoUrl": nil])
    await call("sendOobCode", ["requestType": "VERIFY_EMAIL", "idToken": idToken])
    let verify = await emulator.oobCodes().last?["oobCode"] ?? .null
    await call("resetPassword", ["oobCode": verify])
    await call("update", ["oobCode": verify])
    let link = try await emulator.oobCode("EMAIL_SIGNIN", ["email": "dora@example.com"])
    await call("signInWithEmailLink", ["email": "dora@example.com", "oobCode": .string(link)])
    await call("sendVerificationCode", ["phoneNumber": "+15555550100"])
    let phone: JSONObject = [
      "sessionInfo": replies.last?.1["sessionInfo"] ?? .null, "code": await emulator.smsCode(),
    ]
    await call("signInWithPhoneNumber", phone.merging(["idToken": anonymous]))
    replies.append(("token", await emulator.refresh(refreshToken)))
    await call("delete", ["idToken": anonymous])
    return replies
  }

  @Test(arguments: Profile.allCases)
  func `client SDKs receive no harmful key and no null`(
    _ profile: Profile
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    try emulator.set([.verifyCredentials: .off, .requireConfiguredProviders: .off])
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
    let root = "/identitytoolkit.googleapis.com"
    let project = "\(root)/v2/projects/demo-project"
    _ = await emulator.admin("accounts", ["localId": "ada"])
    let made = await emulator.configuration(.post, "tenants", ["displayName": "blue"])
    let tenant = try #require(made["tenantId"]?.string)
    _ = await emulator.configuration(
      .post, "defaultSupportedIdpConfigs?idpId=google.com", ["enabled": true, "clientId": "g"])
    let calls: [(Method, String, JSON?)] = [
      (.post, "\(root)/v1/projects/demo-project/accounts:batchDelete", ["localIds": ["nobody"]]),
      (
        .post, "\(root)/v1/projects/demo-project/accounts:batchCreate",
        ["users": [["localId": "b"]]]
      ),
      (.post, "\(root)/v1/projects/demo-project/accounts:delete", ["localId": "ada"]),
      (.post, "\(root)/v1/projects/demo-project/accounts:lookup", ["localId": ["nobody"]]),
      (.get, "\(root)/v1/projects/none-yet/accounts:batchGet", nil),
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
  func `client SDKs get tokens or an error for a link, with any kind of second factor`(
    _ profile: Profile
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    try emulator.set([.verifyCredentials: .off, .requireConfiguredProviders: .off])
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
    expectLink(
      await emulator.signIn("github.com", claims: ["sub": "h1"], options: link), "provider",
      names: true)
    for verified in [true, false] {
      let conflict = await emulator.signIn(
        "google.com",
        claims: ["sub": "g1", "email": "eve@example.com", "email_verified": .bool(verified)],
        options: link)
      #expect(conflict.errorMessage == "EMAIL_EXISTS", "\(conflict.json)")
      let inside = await emulator.signIn(
        "google.com",
        claims: ["sub": "g1", "email": "eve@example.com", "email_verified": .bool(verified)],
        options: link.merging(["returnIdpCredential": true]))
      #expect(inside["errorMessage"] == "EMAIL_EXISTS", "\(inside.json)")
      #expect(inside["needConfirmation"] == nil)
    }
    let code = try await emulator.oobCode(
      "EMAIL_SIGNIN", ["email": .string(user.email), "continueUrl": "http://localhost/"])
    expectLink(
      await emulator.client(
        "accounts:signInWithEmailLink",
        .object(link.merging(["email": .string(user.email), "oobCode": .string(code)]))),
      "e-mail link")
    _ = await emulator.client("accounts:sendVerificationCode", ["phoneNumber": "+15555550102"])
    let anonymous = await emulator.client("accounts:signUp")["idToken"] ?? .null
    let sent = await emulator.client(
      "accounts:sendVerificationCode", ["phoneNumber": "+15555550103"])
    let phone: JSONObject = [
      "sessionInfo": sent["sessionInfo"] ?? .null, "code": await emulator.smsCode(),
      "idToken": anonymous, "operation": "UPDATE",
    ]
    let updated = await emulator.client("accounts:signInWithPhoneNumber", .object(phone))
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
    _ = await emulator.client(
      "accounts:update", ["idToken": .string(bob.idToken), "email": "robert@example.com"])
    let codes = await emulator.oobCodes()
    #expect(
      Set(codes.compactMap { $0["requestType"]?.string }) == [
        "PASSWORD_RESET", "VERIFY_EMAIL", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL",
        "RECOVER_EMAIL", "REVERT_SECOND_FACTOR_ADDITION",
      ])
    for code in codes {
      let type = code["requestType"]
      let reply = await emulator.client(
        "accounts:resetPassword", ["oobCode": code["oobCode"] ?? .null])
      #expect(reply["requestType"] == type)
      #expect(reply["email"]?.string?.isEmpty == false, "\(reply.json)")
      let changesEmail = type == "VERIFY_AND_CHANGE_EMAIL" || type == "RECOVER_EMAIL"
      #expect((reply["newEmail"] != nil) == changesEmail, "\(reply.json)")
      #expect(
        (reply["mfaInfo"] != nil) == (type == "REVERT_SECOND_FACTOR_ADDITION"), "\(reply.json)")
    }
  }

  @Test func `client SDKs can name every second factor, and read its date`() async throws {
    let user = try await emulator.enrolPhone()
    let start = await emulator.v2(
      "mfaEnrollment:start", ["idToken": user.idToken, "totpEnrollmentInfo": [:]])
    #expect(start["totpSessionInfo"]?["sharedSecretKey"]?.string?.isEmpty == false)
    // yyyy-MM-dd'T'HH:mm:ss.SSSZ only.
    func isDate(_ value: JSON?) -> Bool {
      guard let text = value?.string else { return false }
      return text.utf8.count == 24 && text.hasSuffix("Z") && text.utf8.dropFirst(19).first == 46
    }
    #expect(isDate(start["totpSessionInfo"]?["finalizeEnrollmentTime"]), "\(start.json)")
    _ = await emulator.change(
      user.uid,
      [
        "mfa": [
          "enrollments": [
            [
              "mfaEnrollmentId": "phone", "phoneInfo": "+15555550100",
              "enrolledAt": "2026-01-02T03:04:05Z",
            ],
            ["mfaEnrollmentId": "app", "totpInfo": [:], "emulatorTotpSecret": "JBSWY3DPEHPK3PXP"],
          ]
        ]
      ])
    let pending = await emulator.signInWithPassword()
    let shown = await emulator.admin("accounts:lookup", ["localId": [.string(user.uid)]])
    let lists = [pending["mfaInfo"], shown["users"]?[0]?["mfaInfo"]]
    for factors in lists.map({ $0?.array ?? [] }) {
      #expect(factors.count == 2)
      for factor in factors {
        #expect(factor["mfaEnrollmentId"]?.string?.isEmpty == false)
        #expect(isDate(factor["enrolledAt"]), "\(factor)")
        #expect((factor["phoneInfo"] == nil) != (factor["totpInfo"] == nil), "\(factor)")
      }
    }
  }

  @Test func `client SDKs find their user, once, with every way to sign in by name and id`()
    async throws
  {
    let account = try await emulator.signUp()
    for provider in ["google.com", "oidc.x", "saml.x", "gc.apple.com"] {
      let reply = await emulator.change(
        account.uid, ["linkProviderUserInfo": ["providerId": .string(provider), "rawId": "1"]])
      #expect(reply.status == 200, "\(reply.json)")
    }
    _ = await emulator.change(account.uid, ["phoneNumber": "+15555550100"])
    let reply = await emulator.client("accounts:lookup", ["idToken": .string(account.idToken)])
    let users = try #require(reply["users"]?.array)
    #expect(users.count == 1)
    let providers = users.first?["providerUserInfo"]?.array ?? []
    #expect(providers.count == 6)
    for provider in providers {
      #expect(provider["providerId"]?.string?.isEmpty == false)
      #expect(provider["rawId"]?.string?.isEmpty == false)
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

  @Test(arguments: Profile.allCases)
  func `client SDKs are signed out by the token of a deleted account alone`(_ profile: Profile)
    async throws
  {
    let emulator = try TestEmulator(profile: profile)
    let account = try await emulator.signUp()
    let token: JSON = ["idToken": .string(account.idToken)]
    emulator.advance(.seconds(3901))
    let expired = await emulator.client("accounts:lookup", token).errorMessage
    #expect(expired == (profile == .production ? "INVALID_ID_TOKEN" : nil))
    _ = await emulator.change(
      account.uid, ["validSince": .string("\(emulator.emulator.clock.now.seconds)")])
    #expect(await emulator.client("accounts:lookup", token).errorMessage == "TOKEN_EXPIRED")
    _ = await emulator.admin("accounts:delete", ["localId": .string(account.uid)])
    #expect(await emulator.client("accounts:lookup", token).errorMessage == "USER_NOT_FOUND")
  }

  @Test func `client SDKs may send their own address, plain text and nulls`() async {
    // C++: the address of the call, whose query is not a credential.
    let cpp = await emulator.client(
      "accounts:signInWithIdp",
      [
        "requestUri":
          "http://localhost:9099/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyAssertion?key=fake&id_token=none&providerId=none",
        "postBody": #"id_token={"sub":"c1"}&providerId=google.com"#,
      ])
    #expect(cpp["providerId"] == "google.com", "\(cpp.json)")
    // iOS: nothing is percent-encoded.
    let ios = await emulator.client(
      "accounts:signInWithIdp",
      [
        "requestUri": "http://localhost",
        "postBody": .string(
          #"id_token={"sub":"a1","email":"a+b@example.com"}&providerId=apple.com"#
            + #"&user={"name":{"firstName":"Ann & Bo","lastName":"50% =+"}}"#),
        "autoCreate": true, "returnIdpCredential": true,
      ])
    #expect(ios["email"] == "a+b@example.com", "\(ios.json)")
    // JavaScript: null clears no profile.
    let nulls = await emulator.client(
      "accounts:update",
      [
        "idToken": ios["idToken"] ?? .null, "displayName": nil, "photoUrl": nil,
        "returnSecureToken": true,
      ])
    #expect(nulls.status == 200, "\(nulls.json)")
  }

  @Test func `client SDKs receive strings only in the list of errors`() async throws {
    let refusals = [
      await emulator.client("accounts:lookup"),
      await emulator.client("accounts:signInWithPassword", ["email": 1]),
      await emulator.call(.post, "/v1/accounts:signUp", [:]),
      await emulator.call(.get, "/nothing"),
      await emulator.configuration(.get, "tenants/none/oauthIdpConfigs/oidc.none"),
      await emulator.call(.post, "/v1/projects/p/accounts:lookup?key=k", [:]),
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
