import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// Action codes and their links in recordings of production.
@Suite struct `Codes of production` {
  private func made(_ kind: JSON, _ more: JSONObject = [:]) async throws -> (TestEmulator, JSON) {
    let emulator = try TestEmulator(profile: .production)
    _ = await emulator.admin(
      "accounts", ["localId": "ada", "email": "ada@example.com", "password": "secret1"])
    _ = await emulator.admin(
      "v2/config", ["signIn": ["email": ["enabled": true, "passwordRequired": false]]],
      method: .patch, query: "updateMask=signIn.email")
    var body = more
    body["requestType"] = kind
    body["email"] = "ada@example.com"
    body["returnOobLink"] = true
    let reply = await emulator.admin("accounts:sendOobCode", .object(body))
    return (emulator, try #require(reply["oobCode"], "\(reply.json)"))
  }

  private func apply(_ emulator: TestEmulator, _ kind: JSON, _ code: JSON) async -> Reply {
    kind == "PASSWORD_RESET"
      ? await emulator.client(
        "accounts:resetPassword", ["oobCode": code, "newPassword": "secret2"])
      : await emulator.client("accounts:update", ["oobCode": code])
  }

  @Test(
    arguments: [
      ("PASSWORD_RESET", "USER_NOT_FOUND"), ("VERIFY_EMAIL", "EMAIL_NOT_FOUND"),
    ] as [(JSON, JSON)])
  func `a code for an address that was changed is refused by what it needs`(
    _ kind: JSON, _ code: JSON
  ) async throws {
    let (emulator, oobCode) = try await made(kind)
    _ = await emulator.change("ada", ["email": "new@example.com"])
    #expect(await apply(emulator, kind, oobCode)["error"]?["message"] == code)
  }

  @Test func `an e-mail change is kept although an administrator made another meanwhile`()
    async throws
  {
    let (emulator, code) = try await made(
      "VERIFY_AND_CHANGE_EMAIL", ["newEmail": "next@example.com"])
    _ = await emulator.change("ada", ["email": "admin@example.com"])
    let reply = await apply(emulator, "VERIFY_AND_CHANGE_EMAIL", code)
    #expect(reply["email"] == "next@example.com")
    let user = await emulator.admin("accounts:lookup", ["localId": ["ada"]])["users"]?[0]
    #expect(user?["initialEmail"] == "admin@example.com")
  }

  @Test func `a code that a disabled user presents is consumed`() async throws {
    let (emulator, code) = try await made("PASSWORD_RESET")
    await emulator.disable("ada@example.com")
    #expect(await apply(emulator, "PASSWORD_RESET", code)["error"]?["message"] == "USER_DISABLED")
    _ = await emulator.change("ada", ["disableUser": false])
    #expect(
      await apply(emulator, "PASSWORD_RESET", code)["error"]?["message"] == "INVALID_OOB_CODE")
  }

  @Test func `a code is deleted with its user, also for checks of the code`() async throws {
    let (emulator, code) = try await made("PASSWORD_RESET")
    _ = await emulator.admin("accounts:delete", ["localId": "ada"])
    let reply = await emulator.client("accounts:resetPassword", ["oobCode": code])
    #expect(reply["error"]?["message"] == "INVALID_OOB_CODE")
  }

  @Test func `a link to sign in removes the password of an address that was never verified`()
    async throws
  {
    let (emulator, code) = try await made(
      "EMAIL_SIGNIN",
      ["continueUrl": "https://demo-project.web.app/", "canHandleCodeInApp": true])
    let looked = await emulator.client("accounts:resetPassword", ["oobCode": code])
    #expect(looked["requestType"] == "EMAIL_SIGNIN" && looked["email"] == nil)
    let reply = await emulator.client(
      "accounts:signInWithEmailLink", ["oobCode": code, "email": "ada@example.com"])
    #expect(reply["localId"] == "ada")
    let refused = await emulator.signInWithPassword()
    #expect(refused["error"]?["message"] == "INVALID_LOGIN_CREDENTIALS")
  }

  @Test(arguments: [Profile.production, .compatible])
  func `a reset unlinks every federated identity`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    _ = await emulator.admin(
      "accounts:batchCreate",
      [
        "users": [
          [
            "localId": "ada", "email": "ada@example.com", "emailVerified": true,
            "providerUserInfo": [["providerId": "google.com", "rawId": "g"]],
          ]
        ]
      ])
    let sent = await emulator.admin(
      "accounts:sendOobCode",
      ["requestType": "PASSWORD_RESET", "email": "ada@example.com", "returnOobLink": true])
    _ = await apply(emulator, "PASSWORD_RESET", sent["oobCode"] ?? .null)
    let user = await emulator.admin("accounts:lookup", ["localId": ["ada"]])["users"]?[0]
    #expect(user?["providerUserInfo"]?.array?.map { $0["providerId"] } == ["password"])
  }

  @Test(arguments: [(3585, nil), (3610, "EXPIRED_OOB_CODE")] as [(Int64, String?)])
  func `a reset code of production lives for an hour, and one to verify longer`(
    _ age: Int64, _ error: String?
  ) async throws {
    let emulator = try TestEmulator(profile: .production)
    _ = try await emulator.signUp()
    func send(_ kind: String) async -> JSON {
      let body: JSON = [
        "requestType": .string(kind), "email": "ada@example.com", "returnOobLink": true,
      ]
      return await emulator.admin("accounts:sendOobCode", body)["oobCode"] ?? .null
    }
    let (reset, verification) = (await send("PASSWORD_RESET"), await send("VERIFY_EMAIL"))
    emulator.advance(.seconds(age))
    let changed = await emulator.client(
      "accounts:resetPassword", ["oobCode": reset, "newPassword": "secret2"])
    #expect(changed.errorMessage == error)
    #expect(await emulator.client("accounts:update", ["oobCode": verification]).status == 200)
  }

  @Test func `links of production have no app settings, and are wrapped in a link for apps`()
    async throws
  {
    let emulator = try TestEmulator(profile: .production)
    _ = try await emulator.signUp()
    func link(_ settings: JSONObject) async -> String {
      var body = settings
      body["requestType"] = "PASSWORD_RESET"
      body["email"] = "ada@example.com"
      body["returnOobLink"] = true
      body["continueUrl"] = "https://demo-project.web.app/done"
      let reply = await emulator.admin("accounts:sendOobCode", .object(body))
      return reply["oobLink"]?.string ?? "\(reply.json)"
    }
    func query(_ link: String) -> FormFields {
      FormFields(parsing: String(link.drop { $0 != "?" }.dropFirst()))
    }
    let plain = query(await link(["androidInstallApp": true, "androidMinimumVersion": "12"]))
    #expect(plain.first("continueUrl") == "https://demo-project.web.app/done")
    #expect(plain.first("androidInstallApp") == nil)
    let behind = query(await link(["iOSBundleId": "com.example"]))
    #expect(
      behind.first("continueUrl")
        == "https://demo-project.firebaseapp.com/__/auth/links?link=https://demo-project.web.app/done"
    )
    // A browser gets the address for the app, and not the page on the internet.
    let behindLink = await link(["iOSBundleId": "com.example", "androidPackageName": ""])
    let page = await emulator.call(
      .post, "/emulator/action",
      bytes: Array((query(behindLink).encoded + "&newPassword=secret2").utf8),
      headers: ["Accept": "text/html", "Content-Type": "application/x-www-form-urlencoded"])
    #expect(page.text.contains("https://demo-project.web.app/done"))
    #expect(!page.text.contains("firebaseapp.com"))
    let outer = await link(["iOSBundleId": "com.example", "canHandleCodeInApp": true])
    let inner = try #require(query(outer).first("link"))
    #expect(query(inner).first("mode") == "resetPassword")
    let followed = await emulator.call(
      .get, String(outer.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }))
    #expect(followed.status == 302 && followed.headers["Location"] == inner)
    let elsewhere = await emulator.get("/__/auth/links?link=https://elsewhere.example/")
    #expect(elsewhere.status == 400)
    _ = await emulator.admin(
      "v2/config", ["mobileLinksConfig": ["domain": "FIREBASE_DYNAMIC_LINK_DOMAIN"]],
      method: .patch, query: "updateMask=mobileLinksConfig")
    let refused = await link(["iOSBundleId": "com.example", "canHandleCodeInApp": true])
    #expect(refused.contains("DYNAMIC_LINK_NOT_ACTIVATED : FDL domain is not configured"))
  }

  @Test(
    arguments: ["PASSWORD_RESET", "VERIFY_EMAIL", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL"],
    [(nil, false), (nil, true), ("acme", false), ("acme", true)] as [(String?, Bool)])
  func `a link of production for an app leads a browser to no host on the internet`(
    _ kind: String, _ way: (tenant: String?, isHandledInApp: Bool)
  ) async throws {
    let emulator = try TestEmulator(profile: .production)
    try emulator.set([.autoCreateTenants: .on])
    try emulator.configure(["signIn": ["email": ["enabled": true, "passwordRequired": false]]])
    let done = "https://demo-project.web.app/done"
    _ = await emulator.admin(
      "accounts", ["email": "ada@example.com", "password": "secret1"], tenant: way.tenant)
    let sent = await emulator.admin(
      "accounts:sendOobCode",
      [
        "requestType": .string(kind), "email": "ada@example.com", "returnOobLink": true,
        "newEmail": "lovelace@example.com", "continueUrl": .string(done),
        "canHandleCodeInApp": .bool(way.isHandledInApp), "iOSBundleId": "com.example",
      ], tenant: way.tenant)
    var address = try #require(sent["oobLink"]?.string, "\(sent.json)")
    let own = "http://localhost:9099"
    while address.hasPrefix(own) {
      var path = String(address.dropFirst(own.count))
      if kind == "PASSWORD_RESET", path.hasPrefix("/emulator/action") {
        path += "&newPassword=secret2"
      }
      let page = await emulator.call(.get, path)
      address = try #require(page.headers["Location"], "\(page.json)")
    }
    #expect(address.hasPrefix(done), "\(address)")
  }
}
