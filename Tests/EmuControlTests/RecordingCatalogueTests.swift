import EmuControlCalls
import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer
import EmuTestSupport
import EmuThread
import Testing

@testable import EmuControl

@Suite struct `control: recordings of everything` {
  private static let workers = Workers()

  /// Runs a scenario as a client would, so that its requests are recorded.
  private func send(_ name: String, to app: RecordedApp) async throws -> [String] {
    let emulator = app.emulator
    let client = InnerClient(workers: Self.workers) { [emulator = emulator.emulator] request in
      var request = request
      request.isInner = false
      return emulator.respond(to: request)
    }
    let run = ScenarioRun(
      scenario: try ScenarioCatalogue.scenario(name), project: emulator.project, client: client,
      request: Request(method: .post, path: "/", headers: ["Host": emulator.host]),
      baseURL: "http://\(emulator.host)", clock: emulator.clock)
    let answer = run.start { results in
      .ready(.text(results.compactMap(\.problem).joined(separator: "\n")))
    }
    let problems = String(decoding: await answer.response().bytes ?? [], as: UTF8.self)
    return problems.isEmpty ? [] : [problems]
  }

  @Test(arguments: ScenarioCatalogue.names)
  func `every scenario is replayed as it was recorded`(_ name: String) async throws {
    try await RecordedApp.replay { app in
      let problems = try await send(name, to: app)
      #expect(problems == [])
    }
  }

  private static let providers = [
    "apple.com", "facebook.com", "github.com", "google.com", "linkedin.com", "microsoft.com",
    "twitter.com", "yahoo.com",
  ]

  @Test func `every issuer is among those whose sign-in is replayed`() async throws {
    let issuers = await (try TestEmulator()).control(.get, "issuers")["issuers"]?.array
    #expect((issuers ?? []).compactMap { $0["id"]?.string }.sorted() == Self.providers)
  }

  @Test(arguments: providers + ["oidc.corp"])
  func `a sign-in by the page of the SDKs is replayed in four steps`(
    _ provider: String
  ) async throws {
    let scenario = try await RecordedApp.replay { app in
      let query: FormFields = [
        "apiKey": "fake-key", "authType": "signInViaPopup", "appName": "[DEFAULT]",
        "redirectUrl": "http://localhost:3000/", "eventId": "ABCDEFGHIJ",
        "providerId": provider, "v": "12.0.0", "emulator_auto": "new",
      ]
      let page = await app.emulator.get("/emulator/auth/handler?\(query.encoded)")
      let event = RecordedApp.event(page)
      app.emulator.advance(.seconds(3))
      let signedIn = await app.client(
        "accounts:signInWithIdp",
        [
          "requestUri": event["urlResponse"] ?? .null, "sessionId": event["sessionId"] ?? .null,
          "postBody": .null, "returnSecureToken": true, "returnIdpCredential": true,
        ])
      #expect(signedIn["isNewUser"] == true, "\(signedIn.text)")
      _ = await app.lookup(signedIn)
    }
    #expect(scenario.calls.count == 4, "\(scenario.calls)")
  }

  @Test(arguments: providers + ["oidc.corp"])
  func `a sign-in by the provider's page is replayed`(_ provider: String) async throws {
    let callback = "https://demo-project.firebaseapp.com/__/auth/handler"
    try await RecordedApp.replay { app in
      let begun = await app.client(
        "accounts:createAuthUri",
        [
          "providerId": .string(provider), "continueUri": .string(callback),
          "customParameter": ["emulator_auto": "new"],
        ])
      let address = try #require(begun["authUri"]?.string, "\(begun.text)")
      app.emulator.advance(.seconds(2))
      let page = await app.emulator.get(
        String(address.dropFirst("http://localhost:9099".count)), headers: ["Accept": "text/html"])
      app.emulator.advance(.seconds(2))
      var body: JSONObject = [
        "sessionId": begun["sessionId"] ?? "", "returnSecureToken": true,
        "requestUri": .string(page.headers["Location"] ?? callback),
      ]
      if page.headers["Location"] == nil {
        body["postBody"] = .string(Self.form(of: page.text).encoded)
      }
      let signedIn = await app.client("accounts:signInWithIdp", .object(body))
      #expect(signedIn["isNewUser"] == true, "\(signedIn.text)")
    }
  }

  private static func form(of page: String) -> FormFields {
    var fields = FormFields()
    for piece in page.split(separator: #"<input type="hidden" name=""#).dropFirst() {
      let parts = piece.split(separator: "\"", omittingEmptySubsequences: false)
      fields.add(String(parts[0]), String(parts[2]).replacing("&quot;", with: "\""))
    }
    return fields
  }
}
