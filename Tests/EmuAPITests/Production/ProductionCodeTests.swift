import EmuTestSupport
import Testing

/// Action codes and their links in recordings of production.
@Suite final class `Codes of production`: ProductionSuite {
  private func made(_ kind: JSON, _ more: JSONObject = [:]) async throws -> (TestEmulator, JSON) {
    _ = await emulator.admin(
      "accounts", ["localId": "ada", "email": "ada@example.com", "password": "secret1"])
    try emulator.configure(["signIn": ["email": ["enabled": true, "passwordRequired": false]]])
    let reply = await emulator.adminCode(kind, more)
    return (emulator, try #require(reply["oobCode"], "\(reply.json)"))
  }

  private func apply(_ emulator: TestEmulator, _ kind: JSON, _ code: JSON) async -> Reply {
    kind == "PASSWORD_RESET"
      ? await emulator.setPassword(code, "secret2")
      : await emulator.apply(code)
  }

  @Test(
    arguments: [("PASSWORD_RESET", "USER_NOT_FOUND"), ("VERIFY_EMAIL", "EMAIL_NOT_FOUND")]
      as [(JSON, String)])
  func `a code for a changed address is refused`(_ kind: JSON, _ code: String) async throws {
    let (emulator, oobCode) = try await made(kind)
    _ = await emulator.change("ada", ["email": "new@example.com"])
    #expect(await apply(emulator, kind, oobCode).errorMessage == code)
  }

  @Test func `an e-mail change is kept although another was made meanwhile`() async throws {
    let (emulator, code) = try await made(
      "VERIFY_AND_CHANGE_EMAIL", ["newEmail": "next@example.com"])
    _ = await emulator.change("ada", ["email": "admin@example.com"])
    #expect(await apply(emulator, "VERIFY_AND_CHANGE_EMAIL", code)["email"] == "next@example.com")
    #expect(try await emulator.shown("ada")["initialEmail"] == "admin@example.com")
  }

  @Test func `a code is deleted with its user, also for checks of the code`() async throws {
    let (emulator, code) = try await made("PASSWORD_RESET")
    _ = await emulator.admin("accounts:delete", ["localId": "ada"])
    await emulator.inspect(code).expect(refusal: "INVALID_OOB_CODE")
  }

  @Test func `a link to sign in removes the password of an unverified address`() async throws {
    let (emulator, code) = try await made(
      "EMAIL_SIGNIN", ["continueUrl": "https://demo-project.web.app/", "canHandleCodeInApp": true])
    let looked = await emulator.inspect(code)
    #expect(looked["requestType"] == "EMAIL_SIGNIN" && looked["email"] == nil)
    let reply = await emulator.client(
      "accounts:signInWithEmailLink", ["oobCode": code, "email": "ada@example.com"])
    #expect(reply["localId"] == "ada")
    #expect(await emulator.signInWithPassword().errorMessage == "INVALID_LOGIN_CREDENTIALS")
  }

  @Test(arguments: Profile.allCases)
  func `a reset unlinks every federated identity`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile)
    let ada: JSON = [
      "localId": "ada", "email": "ada@example.com", "emailVerified": true,
      "providerUserInfo": [["providerId": "google.com", "rawId": "g"]],
    ]
    _ = await emulator.admin("accounts:batchCreate", ["users": [ada]])
    let sent = await emulator.adminCode("PASSWORD_RESET")
    _ = await apply(emulator, "PASSWORD_RESET", sent["oobCode"] ?? .null)
    let user = try await emulator.shown("ada")
    #expect(user["providerUserInfo"]?.array?.map { $0["providerId"] } == ["password"])
  }

  @Test func `links of production have no app settings, and are wrapped`() async throws {
    _ = try await emulator.signUp()
    func link(_ settings: JSONObject) async -> String {
      let site: JSONObject = ["continueUrl": "https://demo-project.web.app/done"]
      let reply = await emulator.adminCode("PASSWORD_RESET", site.merging(settings))
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
    var form = query(behindLink)
    form.add("newPassword", "secret2")
    let page = await emulator.form("/emulator/action", form, headers: ["Accept": "text/html"])
    #expect(page.text.contains("https://demo-project.web.app/done"))
    #expect(!page.text.contains("firebaseapp.com"))
    let outer = await link(["iOSBundleId": "com.example", "canHandleCodeInApp": true])
    let inner = try #require(query(outer).first("link"))
    #expect(query(inner).first("mode") == "resetPassword")
    let followed = await emulator.get(
      String(outer.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }))
    #expect(followed.status == 302 && followed.headers["Location"] == inner)
    #expect(await emulator.get("/__/auth/links?link=https://elsewhere.example/").status == 400)
    try emulator.configure(["mobileLinksConfig": ["domain": "FIREBASE_DYNAMIC_LINK_DOMAIN"]])
    let refused = await link(["iOSBundleId": "com.example", "canHandleCodeInApp": true])
    #expect(refused.contains("DYNAMIC_LINK_NOT_ACTIVATED : FDL domain is not configured"))
  }

  @Test(
    arguments: ["PASSWORD_RESET", "VERIFY_EMAIL", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL"],
    [(nil, false), (nil, true), ("acme", false), ("acme", true)] as [(String?, Bool)])
  func `a link of production for an app leads a browser to no host on the internet`(
    _ kind: String, _ way: (tenant: String?, isHandledInApp: Bool)
  ) async throws {
    try emulator.set([.autoCreateTenants: .on])
    try emulator.configure(["signIn": ["email": ["enabled": true, "passwordRequired": false]]])
    let done = "https://demo-project.web.app/done"
    _ = await emulator.admin(
      "accounts", ["email": "ada@example.com", "password": "secret1"], tenant: way.tenant)
    let sent = await emulator.adminCode(
      .string(kind),
      [
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
      let page = await emulator.get(path)
      address = try #require(page.headers["Location"], "\(page.json)")
    }
    #expect(address.hasPrefix(done), "\(address)")
  }
}
