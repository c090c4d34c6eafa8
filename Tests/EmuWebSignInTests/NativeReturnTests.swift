import EmuTestSupport
import Testing

@testable import EmuModel

/// The return addresses of native apps, parsed as by their SDKs.
@Suite final class `Return of the web sign-in to native apps`: EmulatorSuite {
  private static let schemes = [
    (WebApp.appleClient, "com.googleusercontent.apps.1234-abc"),
    (WebApp.appleApp, "app-1-1234-ios-abcdef"),
  ]
  private static let name = "Zoë & Co + 100% \u{1F600} =?#/"

  private func read(_ app: WebApp, _ reply: Reply, scheme: String? = nil) -> AppleCallback {
    AppleCallback(
      app.returnAddress(reply), scheme: scheme ?? Self.schemes[0].1,
      authType: "signInWithRedirect", eventID: WebApp.eventID)
  }

  @Test(arguments: schemes)
  func `an Apple app is opened by either id`(app: (String, String), scheme: String) async throws {
    let app = WebApp.apple(emulator, "microsoft.com", app: app).adding("emulator_auto", "new")
    let reply = await app.open()
    #expect(app.returnAddress(reply).hasPrefix("\(scheme)://"))
    let uri = try requestURI(of: app, reply)
    let user = await app.signIn(uri, ["autoCreate": true, "postBody": "providerId=microsoft.com"])
      .expect(200, ["isNewUser": true])
    #expect(user["oauthAccessToken"]?.string?.isEmpty == false)
  }

  @Test func `a hazardous name and a tenant reach each native app whole`() async throws {
    for make in [
      { WebApp.apple($0, "google.com") }, { .apple($0, "google.com", app: WebApp.appleApp) },
      { .android($0, "google.com") }, { .cordova($0, "google.com") },
      { .cordova($0, "google.com", os: "apn") },
    ] as [(TestEmulator) -> WebApp] {
      let app = make(try TestEmulator()).adding("tid", "acme")
      let reply = await app.choose([
        "action": "create", "email": "zoe+x@example.com", "emailVerified": "1",
        "displayName": Self.name,
      ])
      let user = await app.signIn(
        try requestURI(of: app, reply), ["tenantId": "acme", "postBody": "providerId=google.com"])
      #expect(user["displayName"]?.string == Self.name)
      user.expect(["tenantId": "acme", "email": "zoe+x@example.com"])
    }
  }

  @Test func `an unverified address conflicts, with a token for the app`() async throws {
    _ = await emulator.client(
      "accounts:signUp", ["email": "zoe@example.com", "password": "secret1"])
    let app = WebApp.apple(emulator, "github.com")
    let reply = await app.choose(["action": "create", "email": "zoe@example.com"])
    let answer = await app.signIn(try requestURI(of: app, reply)).expect(["needConfirmation": true])
    #expect(answer["oauthAccessToken"]?.string?.isEmpty == false)
  }

  @Test func `a trusted provider takes over an unverified account from the page`() async throws {
    let squatter = await emulator.client(
      "accounts:signUp", ["email": "zoe@example.com", "password": "secret1"])
    let app = WebApp.apple(emulator, "google.com")
    let reply = await app.choose([
      "action": "create", "email": "zoe@example.com", "emailVerified": "1",
    ])
    await app.signIn(try requestURI(of: app, reply)).expect(["localId": squatter["localId"]])
    #expect(
      await emulator.client(
        "accounts:signInWithPassword", ["email": "zoe@example.com", "password": "secret1"]
      ).status == 400)
  }

  @Test func `Apple's name, which comes once, reaches an app over the page`() async throws {
    let app = WebApp.apple(emulator, "apple.com").without("scopes").adding("scopes", "email,name")
    let reply = await app.choose([
      "action": "create", "email": "zoe@example.com", "emailVerified": "1",
      "displayName": Self.name,
    ])
    #expect(await app.signIn(try requestURI(of: app, reply))["displayName"]?.string == Self.name)
  }

  @Test func `a cancel, a refusal and an unknown tenant reach an Apple app`() async throws {
    let emulator = try TestEmulator(profile: .production)
    try emulator.configure(provider: "google.com", .init(clientID: "client"))
    let app = WebApp.apple(emulator, "google.com")
    let cases: [(WebApp, String)] = [
      (app.adding("emulator_fail", "access_denied"), "auth/user-cancelled"),
      (app.adding("emulator_fail", "server_error"), "auth/internal-error"),
      (app.adding("tid", "nowhere"), "auth/invalid-tenant-id"),
      (WebApp.apple(emulator, "github.com"), "auth/operation-not-allowed"),
      (WebApp.apple(emulator, "phone"), "auth/invalid-provider-id"),
    ]
    for (app, code) in cases {
      guard case .error(code, _) = read(app, await app.open()) else {
        Issue.record("\(code): \(app.returnAddress(await app.open()))")
        continue
      }
    }
  }

  @Test func `an Apple app without client or app id is opened by its bundle id`() async throws {
    let app = WebApp.apple(emulator, "google.com").without("clientId")
      .adding("emulator_auto", "new")
    let address = app.returnAddress(await app.open())
    #expect(address.hasPrefix("com.example.app://google/link?deep_link_id="))
  }

  @Test func `the check that a person asks for a text message returns a token`() async throws {
    var app = WebApp.apple(emulator, "").without("providerId").without("authType")
      .adding("authType", "verifyApp")
    app.path = "/__/auth/handler"
    #expect(await app.open().text.contains("I am not a robot"))
    let reply = await app.choose(["action": "verify"])
    let read = AppleCallback(
      app.returnAddress(reply), scheme: Self.schemes[0].1, authType: "verifyApp",
      eventID: WebApp.eventID)
    guard case .verified(let token) = read else {
      Issue.record("\(read)")
      return
    }
    let code = await emulator.client(
      "accounts:sendVerificationCode",
      ["phoneNumber": "+15555550100", "recaptchaToken": .string(token)])
    #expect(code["sessionInfo"]?.string?.isEmpty == false)
  }

  // MARK: Android

  @Test func `an Android app is opened by an intent, and creates the user`() async throws {
    let emulator = try TestEmulator(profile: .production)
    try emulator.configure(provider: "google.com", .init(clientID: "client"))
    let app = WebApp.android(emulator, "google.com").adding("emulator_auto", "new")
    let intent = try #require(AndroidIntent(app.returnAddress(await app.open())))
    #expect(intent.address == "intent://firebase.auth/")
    #expect(intent.scheme == "genericidp")
    #expect(intent.package == "com.example.app")
    guard case .answer(let uri) = intent.result(eventID: WebApp.eventID) else {
      Issue.record("\(intent)")
      return
    }
    let user = await app.signIn(uri, ["autoCreate": false, "postBody": "providerId=google.com"])
    #expect(user["isNewUser"] == true)
    // The browser shows the error if no app handles the intent.
    let fallback = try #require(intent.extras["S.browser_fallback_url"])
    let (path, query) = Request.split(target: fallback)
    let page = await emulator.call(.get, "\(path)?\(query ?? "")", headers: ["Accept": "text/html"])
    #expect(page.text.contains("com.example.app was not found"))
  }

  @Test func `a cancel reaches an Android app as JSON with a code`() async throws {
    let app = WebApp.android(emulator, "google.com")
    let intent = try #require(
      AndroidIntent(app.returnAddress(await app.choose(["action": "cancel"]))))
    guard case .error("auth/user-cancelled", _) = intent.result(eventID: WebApp.eventID) else {
      Issue.record("\(intent)")
      return
    }
  }

  // MARK: Cordova

  @Test(arguments: ["ibi", "apn"])
  func `a Cordova app gets the complete callback URL as the answer`(_ os: String) async throws {
    let app = WebApp.cordova(emulator, "google.com", os: os).adding("emulator_auto", "new")
    let uri = try requestURI(of: app, await app.open())
    #expect(await app.signIn(uri)["isNewUser"] == true)
  }

  @Test(arguments: ["ibi", "apn"])
  func `a cancel reaches a Cordova app`(_ os: String) async throws {
    let app = WebApp.cordova(emulator, "google.com", os: os)
    let reply = await app.choose(["action": "cancel"])
    #expect(
      CordovaCallback(address(of: reply, app), package: "com.example.app")
        == .error(code: "auth/user-cancelled"))
  }

  /// Returns the address that Android opens: an intent's address has the app's scheme.
  private func address(of reply: Reply, _ app: WebApp) -> String {
    let address = app.returnAddress(reply)
    guard let intent = AndroidIntent(address) else { return address }
    return intent.address.replacing("intent:", with: "\(intent.scheme ?? ""):")
  }

  // MARK: Sessions

  @Test func `an answer belongs to the app that opened the page, of any SDK`() async throws {
    try emulator.set([.sessionBinding: .on])
    for app in [
      WebApp.apple(emulator, "google.com"), .android(emulator, "google.com"),
      .cordova(emulator, "google.com"),
    ] {
      let uri = try requestURI(of: app, await app.adding("emulator_auto", "new").open())
      var thief = app
      thief.sessionID = "another session"
      #expect(await thief.signIn(uri).errorCode == "INVALID_IDP_RESPONSE")
      #expect(await app.signIn(uri).status == 200)
      // The parameter of the page is no proof if it is only a digest.
      thief.sessionID = app.parameters.first("sessionId")
      if thief.sessionID != app.sessionID {
        #expect(await thief.signIn(uri).errorCode == "INVALID_IDP_RESPONSE")
      }
    }
  }

  @Test(arguments: ["google.com", "twitter.com"])
  func `an Apple app presents the answer to sign in, then to link`(provider: String) async throws {
    let app = WebApp.apple(emulator, provider).adding("emulator_auto", "new")
    let uri = try requestURI(of: app, await app.open())
    let first = await app.signIn(uri)
    #expect(await app.signIn(uri)["localId"] == first["localId"])
    try emulator.set([.replayProtection: .on])
    #expect(await app.signIn(uri).errorCode == "INVALID_IDP_RESPONSE")
  }

  @Test(arguments: ["github.com", "twitter.com"])
  func `an Apple app presents a conflicting answer again, to link`(provider: String) async throws {
    let owner = await emulator.client(
      "accounts:signUp", ["email": "zoe@example.com", "password": "secret1"])
    let app = WebApp.apple(emulator, provider)
    let uri = try requestURI(
      of: app, await app.choose(["action": "create", "email": "zoe@example.com"]))
    #expect(await app.signIn(uri)["needConfirmation"] == true)
    let linked = await app.signIn(uri, ["idToken": owner["idToken"] ?? .null])
    #expect(linked["localId"] == owner["localId"], "\(linked.json)")
  }

  @Test(arguments: [("ann@example.com", "ann@example.com"), ("ann-1", nil)] as [(String, JSON?)])
  func `a test names a person without an issuer`(name: String, email: JSON?) async throws {
    let app = WebApp.apple(emulator, "saml.corp").adding("emulator_auto", name)
    let first = await app.signIn(try requestURI(of: app, await app.open()))
    #expect(first["isNewUser"] == true && first["email"] == email, "\(first.json)")
    let again = await app.signIn(try requestURI(of: app, await app.open()))
    #expect(again["localId"] == first["localId"], "\(again.json)")
  }

  @Test(arguments: [
    #"{"tenant":"11111111-2222-3333-4444-555555555555","emulator_auto":"ann@example.com"}"#,
    #"{"emulator_fail":"AADSTS50020"}"#, #"{"emulator_fail":"500208"}"#,
  ]) func `a person whom Microsoft refuses stays on the page`(parameters: String) async throws {
    _ = await emulator.control(
      .post, "issuers/microsoft.com/accounts", #"{"email":"ann@example.com"}"#)
    let app = WebApp.apple(emulator, "microsoft.com").adding("customParameters", parameters)
    let page = await app.open().expect(400)
    for id in ["accounts-list", "title", "form-content", "back-button"] {
      #expect(page.text.contains(#"id="\#(id)""#))
    }
    #expect(page.text.contains(#"role="alert""#) && !page.text.contains("firebaseauth/link"))
    // An error that Microsoft returns to the client reaches the app.
    let denied = WebApp.apple(emulator, "microsoft.com")
      .adding("customParameters", #"{"emulator_fail":"65001"}"#)
    guard case .error = read(app, await denied.open()) else {
      Issue.record("the page stays")
      return
    }
  }

  @Test func `an impossible tenant reaches the app as Microsoft's error`() async throws {
    let app = WebApp.apple(emulator, "microsoft.com")
      .adding("customParameters", #"{"tenant":"TENANT_ID","emulator_auto":"new"}"#)
    guard case .error("auth/internal-error", let message) = read(app, await app.open()) else {
      Issue.record("\(app.returnAddress(await app.open()))")
      return
    }
    #expect(message.contains("AADSTS90002"), "\(message)")
  }

  @Test(arguments: Profile.allCases, ["oidc.corp", "oidc.myCorp"])
  func `the issuer local signs in by page, in any case`(profile: Profile, id: String) async throws {
    let emulator = try TestEmulator(profile: profile)
    let provider = await emulator.admin(
      "v2/oauthIdpConfigs",
      [
        "clientId": "client", "clientSecret": "secret", "issuer": "local", "enabled": true,
        "responseType": ["code": true],
      ], query: "oauthIdpConfigId=\(id)")
    #expect(provider.status == 200, "\(provider.json)")
    let app = WebApp.apple(emulator, id).adding("emulator_auto", "new")
    let user = await app.signIn(try requestURI(of: app, await app.open()))
    user.expect(["isNewUser": true, "providerId": .string(id)])
  }

  @Test(arguments: ["oidc.MyCorp", "OIDC.mycorp", "saml.MyCorp"])
  func `an unknown provider id is in lower case on the page`(id: String) async throws {
    let app = WebApp.apple(emulator, id)
    let reply = await app.choose(["action": "create", "email": "zoe@example.com"])
    let user = await app.signIn(try requestURI(of: app, reply))
    #expect(user["providerId"] == .string(id.lowercased()), "\(user.json)")
  }

  @Test func `an autoCreate of false creates no user for Apple and Cordova`() async throws {
    for app in [WebApp.apple(emulator, "google.com"), .cordova(emulator, "google.com")] {
      let uri = try requestURI(of: app, await app.adding("emulator_auto", "new").open())
      #expect(await app.signIn(uri, ["autoCreate": false])["errorMessage"] == "USER_NOT_FOUND")
    }
  }

  @Test(arguments: ["saml.corp", "playgames.google.com", "line.me"])
  func `an autoCreate of false creates an Android app's user`(provider: String) async throws {
    try emulator.set([.sessionBinding: .on])
    for (app, isCreated) in [
      (WebApp.apple(emulator, provider), false), (.android(emulator, provider), true),
    ] {
      let uri = try requestURI(of: app, await app.adding("emulator_auto", "new").open())
      let user = await app.signIn(uri, ["autoCreate": false])
      #expect((user["isNewUser"] == true) == isCreated, "\(user.json)")
      #expect((user["errorMessage"] == "USER_NOT_FOUND") == !isCreated)
    }
  }

  private func requestURI(of app: WebApp, _ reply: Reply) throws -> String {
    let address = app.returnAddress(reply)
    if let intent = AndroidIntent(address), intent.scheme == "genericidp",
      case .answer(let uri) = intent.result(eventID: WebApp.eventID)
    {
      return uri
    }
    for (_, scheme) in Self.schemes {
      if case .answer(let uri) = read(app, reply, scheme: scheme) { return uri }
    }
    let opened = self.address(of: reply, app)
    guard case .answer(let uri) = CordovaCallback(opened, package: "com.example.app") else {
      throw NoAnswer(address: address)
    }
    return uri
  }

  private struct NoAnswer: Error { var address: String }
}
