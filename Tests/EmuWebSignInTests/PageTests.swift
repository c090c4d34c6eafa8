import EmuServer
import EmuTestSupport
import Foundation
import Testing

@testable import EmuModel

/// The web sign-in page, and its refusals.
@Suite final class `Web sign-in page`: EmulatorSuite {
  private static let wrong: [(String, @Sendable (WebApp) -> WebApp, String)] = [
    ("no API key", { $0.without("apiKey") }, "no apiKey"),
    ("no provider", { $0.without("providerId") }, "no providerId"),
    ("no authType", { $0.without("authType") }, "no authType"),
    (
      "an unknown authType", { $0.without("authType").adding("authType", "x") },
      "may be signInViaPopup"
    ),
    ("no app", { $0.without("appName") }, "no app to return to"),
    ("the error of a failed return", { $0.adding("error", "App not found") }, "App not found"),
  ]

  @Test(arguments: wrong.indices)
  func `an address that no SDK opens is refused with what is missing`(_ index: Int) async throws {
    let (_, change, sentence) = Self.wrong[index]
    let app = change(WebApp.web(emulator, "google.com"))
    await app.open().expect(400, text: sentence)
    let program = await app.emulator.call(.get, "\(app.path)?\(app.parameters.encoded)")
    #expect(program["authEmulator"]?["error"]?.string?.isEmpty == false)
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//evil.example", "relative",
    "custom://app", " http://localhost", "http:/evil.example",
  ]) func `the page returns to web addresses only, by redirect`(_ address: String) async throws {
    let app = WebApp.web(
      emulator, "google.com", authType: "signInViaRedirect", redirectURL: address
    ).adding("emulator_auto", "new")
    await app.open().expect(400, text: "is not a web address")
  }

  @Test(arguments: ["google.com", "foo", "evil.com", "saml.corp", "gc.apple.com"])
  func `a provider must be configured, with an issuer or without`(provider: String) async throws {
    try emulator.set([.requireConfiguredProviders: .on])
    for app in [WebApp.web(emulator, provider)]
      + ["new", "ann@example.com"].map({
        WebApp.web(emulator, provider).adding("emulator_auto", $0)
      })
    {
      let page = await app.open()
      #expect(app.event(page)["error"]?["code"] == "auth/operation-not-allowed", "\(page.text)")
    }
  }

  @Test(arguments: [
    ("chrome-extension://abcdefgh/popup.html", false), ("capacitor://localhost/", true),
    ("ionic://localhost/", true), ("file:///index.html", false), ("app://./index.html", false),
    ("about:blank", false), ("javascript:alert(1)", false),
  ])
  func `a popup opens for an app at any address`(address: String, isAuthorized: Bool) async throws {
    let app = WebApp.web(emulator, "google.com", redirectURL: address)
      .adding("emulator_auto", "new")
    let page = await app.open().expect(200)
    #expect(app.event(page)["urlResponse"]?.string != nil, "\(page.text)")
    #expect(!page.text.contains(address))
    try emulator.set([.authorizedDomains: .on])
    let code = app.event(await app.open())["error"]?["code"]
    #expect((code == "auth/unauthorized-domain") == !isAuthorized)
  }

  @Test(arguments: [
    ("clientId", "javascript"), ("clientId", "data"), ("appId", ":"), ("ibi", "javascript"),
    ("ibi", "https"), ("ibi", "intent"), ("ibi", "a b"), ("clientId", "\"><script>"),
  ]) func `the page opens no scheme that a browser runs`(name: String, value: String) async throws {
    let app = WebApp.apple(emulator, "google.com").without("clientId").without("ibi")
      .adding(name, value).adding("emulator_auto", "new")
    let page = await app.open()
    // An app id always gets a custom scheme.
    let isHarmless = app.returnAddress(page).hasPrefix("app-")
    #expect(page.status == 400 || isHarmless)
  }

  @Test func `a package name cannot end its intent`() async throws {
    let app = WebApp.android(emulator, "google.com").without("apn")
      .adding("apn", "a;S.browser_fallback_url=https://evil.example").adding("emulator_auto", "new")
    #expect(await app.open().status == 400)
  }

  @Test(arguments: [
    ("emulator_auot", "new", "Did you mean emulator_auto?"),
    ("emulator_page", "isuer", "emulator_page is isuer; its only value is issuer."),
    ("customParameters", #"{"emulator_auot":"new"}"#, "Did you mean emulator_auto?"),
  ])
  func `a misspelt parameter is an error`(name: String, value: String, words: String) async throws {
    let page = await WebApp.web(emulator, "google.com").adding(name, value).open().expect(400)
    #expect(page.text.contains(words), "\(page.text)")
  }

  @Test func `a checked domain must be authorized to sign in over the page`() async throws {
    try emulator.set([.authorizedDomains: .on])
    let stranger = WebApp.web(emulator, "google.com", redirectURL: "https://app.example/")
    #expect(stranger.event(await stranger.open())["error"]?["code"] == "auth/unauthorized-domain")
    let known = WebApp.web(emulator, "google.com")
    #expect(await known.open().text.contains("add-account-button"))
  }

  @Test func `the page of production's project ticks no verified address`() async throws {
    for (profile, mark) in [(Profile.compatible, " checked"), (.production, "")] {
      let emulator = try TestEmulator(profile: profile)
      try emulator.configure(provider: "google.com", .init(clientID: "client"))
      let page = await WebApp.web(emulator, "google.com").open()
      #expect(page.text.contains(#"name="emailVerified" value="1"\#(mark)>"#))
    }
  }

  @Test func `the log has the project of each request of a sign-in`() async throws {
    let key = "emulator-demo-other"
    let app = WebApp.web(emulator, "google.com").without("apiKey").adding("apiKey", key)
    _ = await emulator.control(
      .post, "issuers/google.com/accounts?project=demo-other", #"{"sub":"ann"}"#)
    for person in ["ann", "gone"] { _ = await app.choose(["person": person]) }
    _ = await app.adding("emulator_auot", "new").open()
    _ = await emulator.call(
      .get, "/emulator/auth/event?apiKey=\(key)", headers: ["Origin": "https://evil.example"])
    _ = await emulator.call(.get, "/emulator/action?mode=none&oobCode=a&apiKey=\(key)")
    _ = await emulator.call(.post, "/v1/accounts:signUp?key=\(key)", bytes: Array("[".utf8))
    let all = await emulator.control(.get, "requests")["requests"]?.array ?? []
    #expect(all.filter { $0["project"] != "demo-other" } == [])
    let refused = all.reversed().filter { $0["outcome"] == "refused" }
    #expect(
      refused.map { $0["operation"]?.string } == [
        "issuer.authorize", "webSignIn.page", "webSignIn.page", nil, "emulator.action",
        "accounts:signUp",
      ])
  }

  @Test func `the page runs and loads only what its policy allows`() async throws {
    let app = WebApp.web(emulator, "google.com")
    for reply in [await app.open(), await app.choose(["action": "cancel"])] {
      let policy = try #require(reply.headers["Content-Security-Policy"])
      #expect(policy.hasPrefix("default-src 'none'; script-src 'sha256-"))
      #expect(policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe"))
    }
  }

  @Test func `a text that closes elements appears on the page as text`() async throws {
    let text = "\"'><script>alert(1)</script>"
    let app = WebApp.web(emulator, "google.com").adding("hl", text)
      .adding("scopes", text).adding("tid", "t").adding(
        "customParameters", #"{"a":"\#("</p><b>")"}"#)
    await app.open().expect(text: "&lt;script&gt;alert(1)").expect(
      lacking: "<script>alert", "</p><b>")
  }

  @Test func `a hostile provider id or redirect URL is text on the last page`() async throws {
    let text = "\"><script>alert(1)</script>"
    let provider = WebApp.web(emulator, text)
    let refused = await provider.open()
    #expect(provider.event(refused)["error"]?["code"] == "auth/invalid-provider-id")
    #expect(!refused.text.contains("<script>alert"))
    let url = "http://localhost:3000/?a=\(text)"
    let redirect = WebApp.web(
      emulator, "google.com", authType: "signInViaRedirect", redirectURL: url
    ).adding("emulator_auto", "new")
    let page = await redirect.open().expect(lacking: "<script>alert")
    #expect(redirect.returnAddress(page) == url)
  }

  @Test func `a redirect's event waits for the app's origin, and comes once`() async throws {
    let app = WebApp.web(emulator, "google.com", authType: "signInViaRedirect")
      .adding("emulator_auto", "new")
    let event = app.event(await app.open())
    func ask(_ origin: String) async -> JSON? {
      let query: FormFields = ["apiKey": "k", "appName": "[DEFAULT]", "origin": origin]
      return await emulator.call(.get, "/emulator/auth/event?\(query.encoded)")["event"]
    }
    #expect(await ask("http://localhost:4000") == .null)
    #expect(await ask("http://localhost:3000") == event)
    #expect(await ask("http://localhost:3000") == .null)
    // An app that never returned gets no old event later.
    _ = await app.open()
    emulator.advance(.seconds(601))
    #expect(await ask("http://localhost:3000") == .null)
  }

  @Test func `the page names its requests in the log, with their result`() async throws {
    let app = WebApp.web(emulator, "google.com").adding("emulator_fail", "access_denied")
    await app.open().expect(reasons: "auth/user-cancelled")
    let requests = await emulator.call(.get, "/emulator/v1/requests")["requests"]?.array ?? []
    let operations = requests.compactMap { $0["operation"]?.string }
    #expect(
      operations == ["webSignIn.page", "issuer.authorize", "accounts:createAuthUri", "projects"])
  }

  @Test func `an answer of the backend's sign-in differs from the page's`() async throws {
    let begun = await emulator.client(
      "accounts:createAuthUri",
      ["providerId": "google.com", "continueUri": "http://localhost:9099/emulator/auth/handler"])
    let uri = try #require(begun["authUri"]?.string)
    let state = FormFields(parsing: Request.split(target: uri).rawQuery ?? "").first("state") ?? ""
    let fields: FormFields = ["code": "x", "state": state]
    await emulator.call(
      .get, "/emulator/auth/handler?\(fields.encoded)", headers: ["Accept": "text/html"]
    ).expect(400, text: "belongs to no visit")
  }

  @Test func `the frame is embedded anywhere, and runs the emulator's scripts`() async throws {
    for path in ["/emulator/auth/iframe", "/__/auth/iframe"] {
      let frame = await emulator.call(.get, "\(path)?apiKey=k&appName=a")
      #expect(frame.headers["X-Frame-Options"] == nil)
      let policy = try #require(frame.headers["Content-Security-Policy"])
      #expect(policy.contains("script-src 'self';"))
      #expect(!policy.contains("frame-ancestors"))
      let google = await emulator.call(.get, "\(path)?apiKey=k&appName=a&usegapi=1")
      #expect(google.headers["Content-Security-Policy"]?.contains("script-src") == false)
    }
    for path in ["/emulator/auth/iframe.js", "/emulator/gapi.js"] {
      let script = await emulator.call(.get, path)
      #expect(script.headers["Content-Type"] == "text/javascript; charset=utf-8")
      #expect(script.headers["Cross-Origin-Resource-Policy"] == "cross-origin")
    }
  }

  @Test func `every URL follows the Host header, for example behind a mapped port`() async throws {
    let app = WebApp.web(emulator, "google.com").adding("emulator_auto", "new")
    let reply = await app.emulator.call(
      .get, "\(app.path)?\(app.parameters.encoded)",
      headers: ["Accept": "text/html", "Host": "127.0.0.1:12345"])
    let address = app.event(reply)["urlResponse"]?.string ?? ""
    #expect(address.hasPrefix("http://127.0.0.1:12345/emulator/auth/handler?"))
  }

  @Test(arguments: ["google.com", "oidc.corp", "saml.corp"])
  func `a sign-in on the page ends where the public URL has a path`(
    _ provider: String
  ) async throws {
    let url = "https://proxy.example/tools/auth"
    let emulator = try TestEmulator(isStored: true) { $0.publicURL = url }
    var app = WebApp.web(emulator, provider).adding("emulator_auto", "new")
    let event = app.event(await app.open())
    #expect(event["error"] == JSON.null, "\(event.serialized())")
    app.sessionID = event["sessionId"]?.string
    await app.signIn(event["urlResponse"]?.string ?? "").expect(["providerId": .string(provider)])
  }

  @Test func `the page sends its form to itself, at any path of a proxy`() async throws {
    let page = await WebApp.web(emulator, "google.com").open().expect(200).text
    let actions = page.split(separator: #"action=""#).dropFirst()
    try #require(!actions.isEmpty)
    #expect(actions.allSatisfy { $0.hasPrefix("?apiKey=k&amp;") })
    #expect(!page.contains(#"href="/"#))
  }

  @Test(arguments: [
    ("ink", "paper"), ("ink", "soft"), ("quiet", "paper"), ("quiet", "soft"), ("warn", "paper"),
    ("act", "paper"), ("on-act", "act"),
  ]) func `text on pages has the contrast of WCAG AA`(text: String, ground: String) async throws {
    let page = await WebApp.web(emulator, "google.com").open().text
    let schemes = page.split(separator: "prefers-color-scheme: dark")
    try #require(schemes.count == 2)
    for scheme in schemes {
      let ratio = try Color(text, in: scheme).contrast(to: Color(ground, in: scheme))
      #expect(ratio >= 4.5)
    }
  }
}

/// A color of the style sheet, by the name of its variable.
private struct Color {
  let luminance: Double

  init(_ name: String, in sheet: Substring) throws {
    let start = try #require(sheet.firstRange(of: "--\(name): #"))
    var digits = sheet[start.upperBound...].prefix { $0.isHexDigit }
    if digits.count == 3 {
      digits = Substring(digits.flatMap { [$0, $0] }.map(String.init).joined())
    }
    let value = try #require(UInt32(digits, radix: 16))
    // WCAG 2.2, relative luminance.
    let parts = [16, 8, 0].map { shift -> Double in
      let part = Double((value >> UInt32(shift)) & 0xFF) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    luminance = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  func contrast(to other: Color) -> Double {
    (max(luminance, other.luminance) + 0.05) / (min(luminance, other.luminance) + 0.05)
  }
}
