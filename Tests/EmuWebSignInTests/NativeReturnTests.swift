import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@testable import EmuModel

/// The return addresses of native apps, parsed as by their SDKs.
@Suite("Return of the web sign-in to native apps")
final class NativeReturnTests: EmulatorSuite {
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

  @Test("An Apple app is opened by its client id or its app id, and signs in", arguments: schemes)
  func apple(_ app: (String, String), _ scheme: String) async throws {
    let app = WebApp.apple(emulator, "microsoft.com", app: app).adding("emulator_auto", "new")
    let reply = await app.open()
    #expect(app.returnAddress(reply).hasPrefix("\(scheme)://"))
    let uri = try requestURI(of: app, reply)
    let user = await app.signIn(uri, ["autoCreate": true, "postBody": "providerId=microsoft.com"])
    #expect(user.status == 200)
    #expect(user["isNewUser"] == true)
    #expect(user["oauthAccessToken"]?.string?.isEmpty == false)
  }

  @Test("A name with every hazardous character and a tenant reach each native app whole")
  func hazardousNameEverywhere() async throws {
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
      #expect(user["tenantId"] == "acme")
      #expect(user["email"] == "zoe+x@example.com")
    }
  }

  @Test("An unverified address over the page conflicts, and the conflict has a token for the app")
  func conflict() async throws {
    _ = await emulator.client(
      "accounts:signUp", ["email": "zoe@example.com", "password": "secret1"])
    let app = WebApp.apple(emulator, "github.com")
    let reply = await app.choose(["action": "create", "email": "zoe@example.com"])
    let answer = await app.signIn(try requestURI(of: app, reply))
    #expect(answer["needConfirmation"] == true)
    #expect(answer["oauthAccessToken"]?.string?.isEmpty == false)
  }

  @Test("A trusted provider takes over an unverified account from the page")
  func takeover() async throws {
    let squatter = await emulator.client(
      "accounts:signUp", ["email": "zoe@example.com", "password": "secret1"])
    let app = WebApp.apple(emulator, "google.com")
    let reply = await app.choose([
      "action": "create", "email": "zoe@example.com", "emailVerified": "1",
    ])
    let user = await app.signIn(try requestURI(of: app, reply))
    #expect(user["localId"] == squatter["localId"])
    #expect(
      await emulator.client(
        "accounts:signInWithPassword", ["email": "zoe@example.com", "password": "secret1"]
      ).status == 400)
  }

  @Test("Apple's name, which comes once and unsigned, reaches an app over the page")
  func appleName() async throws {
    let app = WebApp.apple(emulator, "apple.com").without("scopes").adding("scopes", "email,name")
    let reply = await app.choose([
      "action": "create", "email": "zoe@example.com", "emailVerified": "1",
      "displayName": Self.name,
    ])
    let user = await app.signIn(try requestURI(of: app, reply))
    #expect(user["displayName"]?.string == Self.name)
  }

  @Test("A cancel, a refusal and an unknown tenant reach an Apple app with its event id")
  func appleErrors() async throws {
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

  @Test("An Apple app that names neither client nor app id is opened by its bundle id")
  func appleBundle() async throws {
    let app = WebApp.apple(emulator, "google.com").without("clientId")
      .adding("emulator_auto", "new")
    let address = app.returnAddress(await app.open())
    #expect(address.hasPrefix("com.example.app://google/link?deep_link_id="))
  }

  @Test("The check that a person asks for a text message returns a token")
  func verification() async throws {
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

  @Test("An Android app is opened by an intent, and its autoCreate of false creates the user")
  func android() async throws {
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

  @Test("A cancel reaches an Android app as JSON with a code")
  func androidError() async throws {
    let app = WebApp.android(emulator, "google.com")
    let intent = try #require(
      AndroidIntent(app.returnAddress(await app.choose(["action": "cancel"]))))
    guard case .error("auth/user-cancelled", _) = intent.result(eventID: WebApp.eventID) else {
      Issue.record("\(intent)")
      return
    }
  }

  // MARK: Cordova

  @Test("A Cordova app gets the complete callback URL as the answer", arguments: ["ibi", "apn"])
  func cordova(_ os: String) async throws {
    let app = WebApp.cordova(emulator, "google.com", os: os).adding("emulator_auto", "new")
    let uri = try requestURI(of: app, await app.open())
    #expect(await app.signIn(uri)["isNewUser"] == true)
  }

  @Test("A cancel reaches a Cordova app", arguments: ["ibi", "apn"])
  func cordovaError(_ os: String) async throws {
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

  @Test("An answer belongs to the app that opened the page, whichever SDK that is")
  func sessions() async throws {
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

  @Test(
    "An Apple app may present the answer twice: to sign in, then to link",
    arguments: ["google.com", "twitter.com"])
  func repeats(_ provider: String) async throws {
    let app = WebApp.apple(emulator, provider).adding("emulator_auto", "new")
    let uri = try requestURI(of: app, await app.open())
    let first = await app.signIn(uri)
    #expect(await app.signIn(uri)["localId"] == first["localId"])
    try emulator.set([.replayProtection: .on])
    #expect(await app.signIn(uri).errorCode == "INVALID_IDP_RESPONSE")
  }

  @Test(
    "An Apple app may present an answer that conflicts once more, to link",
    arguments: ["github.com", "twitter.com"])
  func linkAfterConflict(_ provider: String) async throws {
    let owner = await emulator.client(
      "accounts:signUp", ["email": "zoe@example.com", "password": "secret1"])
    let app = WebApp.apple(emulator, provider)
    let uri = try requestURI(
      of: app, await app.choose(["action": "create", "email": "zoe@example.com"]))
    #expect(await app.signIn(uri)["needConfirmation"] == true)
    let linked = await app.signIn(uri, ["idToken": owner["idToken"] ?? .null])
    #expect(linked["localId"] == owner["localId"], "\(linked.json)")
  }

  @Test(
    "A test names the person of a provider without an issuer, by address or id",
    arguments: [("ann@example.com", "ann@example.com"), ("ann-1", nil)] as [(String, JSON?)])
  func namedPerson(_ name: String, _ email: JSON?) async throws {
    let app = WebApp.apple(emulator, "saml.corp").adding("emulator_auto", name)
    let first = await app.signIn(try requestURI(of: app, await app.open()))
    #expect(first["isNewUser"] == true && first["email"] == email, "\(first.json)")
    let again = await app.signIn(try requestURI(of: app, await app.open()))
    #expect(again["localId"] == first["localId"], "\(again.json)")
  }

  @Test(
    "A person whom Microsoft refuses on its page stays on the page, which lists the others",
    arguments: [
      #"{"tenant":"11111111-2222-3333-4444-555555555555","emulator_auto":"ann@example.com"}"#,
      #"{"emulator_fail":"AADSTS50020"}"#, #"{"emulator_fail":"500208"}"#,
    ])
  func refusedPerson(_ parameters: String) async throws {
    _ = await emulator.control(
      .post, "issuers/microsoft.com/accounts", #"{"email":"ann@example.com"}"#)
    let app = WebApp.apple(emulator, "microsoft.com").adding("customParameters", parameters)
    let page = await app.open()
    #expect(page.status == 400)
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

  @Test("A tenant that Microsoft cannot have reaches the app as Microsoft's error")
  func impossibleTenant() async throws {
    let app = WebApp.apple(emulator, "microsoft.com")
      .adding("customParameters", #"{"tenant":"TENANT_ID","emulator_auto":"new"}"#)
    guard case .error("auth/internal-error", let message) = read(app, await app.open()) else {
      Issue.record("\(app.returnAddress(await app.open()))")
      return
    }
    #expect(message.contains("AADSTS90002"), "\(message)")
  }

  @Test(
    "An OpenID Connect provider with the issuer local signs in by page, also with capitals",
    arguments: Profile.allCases, ["oidc.corp", "oidc.myCorp"])
  func localIssuer(_ profile: Profile, _ id: String) async throws {
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
    #expect(user["isNewUser"] == true, "\(user.json)")
    #expect(user["providerId"] == .string(id))
  }

  @Test(
    "A provider id that is not configured is in lower case on the page, as for the backend",
    arguments: ["oidc.MyCorp", "OIDC.mycorp", "saml.MyCorp"])
  func unconfiguredSpelling(_ id: String) async throws {
    let app = WebApp.apple(emulator, id)
    let reply = await app.choose(["action": "create", "email": "zoe@example.com"])
    let user = await app.signIn(try requestURI(of: app, reply))
    #expect(user["providerId"] == .string(id.lowercased()), "\(user.json)")
  }

  @Test("An autoCreate of false creates no user for an Apple app and for Cordova")
  func autoCreate() async throws {
    for app in [WebApp.apple(emulator, "google.com"), .cordova(emulator, "google.com")] {
      let uri = try requestURI(of: app, await app.adding("emulator_auto", "new").open())
      #expect(await app.signIn(uri, ["autoCreate": false])["errorMessage"] == "USER_NOT_FOUND")
    }
  }

  @Test(
    "An autoCreate of false creates the user of an Android app, also without an issuer here",
    arguments: ["saml.corp", "playgames.google.com", "line.me"])
  func autoCreateWithoutIssuer(_ provider: String) async throws {
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
