import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@testable import EmuModel

@Suite struct `Explanations` {
  /// Returns the logged reasons of a rejection, or nil when the response does not refer to the log.
  private static func reasons(of reply: Reply, _ emulator: TestEmulator) async -> [String]? {
    guard let id = reply.headers["X-Emulator-Explain"] else { return nil }
    let entry = await emulator.call(.get, "/emulator/v1/requests/\(id)")
    return entry["decisions"]?.array?.filter { $0["outcome"] == "refused" }
      .compactMap { $0["reason"]?.string }
  }

  private struct Attempt {
    var query = ""
    var body: [UInt8] = []
    var headers: Headers = [:]
  }

  /// Some operations reject each: no credential, an origin, a body, values, a form.
  private static let attempts: [Attempt] = [
    Attempt(),
    Attempt(query: "?key=fake-key", body: Array("[]".utf8)),
    Attempt(query: "?key=fake-key", body: Array("{\"a\":".utf8)),
    Attempt(query: "?key=fake-key", body: Array("{\"idToken\":\"x\",\"email\":7}".utf8)),
    Attempt(body: Array("{\"nothing\":1}".utf8), headers: ["Authorization": "Bearer owner"]),
    Attempt(headers: ["Authorization": "Bearer owner", "Origin": "https://evil.example"]),
    Attempt(headers: ["Authorization": "Bearer stolen"]),
    Attempt(
      query: "?client_id=none&sub=none&pageSize=x&project=%20&state=none", body: Array("a=b".utf8),
      headers: ["Content-Type": "application/x-www-form-urlencoded"]),
  ]

  /// The operations that reject none of the attempts: they accept no credential and no value.
  private static let open: Set<String> = [
    "console.page", "emulator.openapi", "emulators", "llms.txt", "ready", "securetoken.discovery",
    "securetoken.jwk", "securetoken.x509",
    "webSignIn.frame", "webSignIn.frameScript", "webSignIn.loader",
  ]

  @Test(arguments: Profile.allCases)
  func `explanations accompany every refusal of every operation`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile, hasKeys: true)
    var refused: Set<String> = []
    var served: Set<String> = []
    for (method, path, operation) in try await emulator.description().describedLines {
      let name = operation["summary"]?.string ?? ""
      served.insert(name)
      for attempt in Self.attempts {
        var headers = attempt.headers
        headers["Host"] = "localhost:9099"
        if headers["Content-Type"] == nil { headers["Content-Type"] = "application/json" }
        let target = path.withValues + attempt.query
        let reply = await emulator.call(method, target, bytes: attempt.body, headers: headers)
        guard reply.status >= 400 else { continue }
        refused.insert(name)
        // The log does not record requests for itself or for the console's files.
        let unrecorded = ["/emulator/v1/requests", "/emulator/v1/health", "/emulator/ui"]
        if unrecorded.contains(where: path.hasPrefix) { continue }
        let reasons = await Self.reasons(of: reply, emulator) ?? []
        #expect(
          reasons.contains { $0.contains(" ") },
          "\(method) \(target): \(reply.status) \(reply.text)")
      }
    }
    #expect(served.subtracting(refused).sorted() == Self.open.sorted())
  }

  @Test(arguments: ErrorRow.all)
  func `explanations contain more than the code`(_ row: ErrorRow) async throws {
    let reply = try await row.reply()
    guard reply.status >= 400 else { return }
    let refusals = reply.annotations.decisions.filter { $0.outcome == "refused" }
    #expect(
      refusals.contains { $0.reason.contains(" ") && $0.reason != reply.errorMessage },
      "\(reply.errorMessage ?? "")")
  }

  @Test(arguments: [
    (Method.get, "/v1/nothing"), (.put, "/v1/accounts:signUp"), (.get, "/issuers/x/y"),
  ])
  func `explanations accompany unknown paths`(
    _ method: EmuHTTP.Method, _ path: String
  ) async throws {
    let emulator = try TestEmulator()
    let reply = await emulator.call(method, path)
    #expect(reply.status == 404 || reply.status == 405)
    #expect(await Self.reasons(of: reply, emulator)?.isEmpty == false)
  }

  // MARK: Identity providers

  private func signIn(
    _ emulator: TestEmulator, _ provider: String, idToken: String
  ) async -> Reply {
    let form = "providerId=\(provider)&id_token=\(idToken)"
    return await emulator.client(
      "accounts:signInWithIdp", ["requestUri": "http://localhost", "postBody": .string(form)])
  }

  @Test(arguments: ["google.com", "apple.com", "oidc.corp", "saml.corp", "nobody.com"])
  func `explanations of an invalid ID token describe a valid one`(_ provider: String) async throws {
    let reply = await signIn(try TestEmulator(), provider, idToken: "x")
    #expect(reply.errorMessage == "INVALID_IDP_RESPONSE : Unable to parse the ID Token.")
    let words = "The \(provider) credential is neither a JWT"
    #expect(reply.reason.contains { $0.hasPrefix(words) }, "\(reply.reason)")
  }

  @Test(arguments: [
    ("apple.com", "google.com"), ("google.com", "apple.com"), ("oidc.corp", "google.com"),
    ("google.com", "oidc.corp"),
  ])
  func `explanations of foreign tokens name the provider`(
    _ issuer: String, _ named: String
  ) async throws {
    let emulator = try TestEmulator(hasKeys: true)
    let minted = await emulator.call(
      .post, "/emulator/v1/issuers/\(issuer)/tokens", ["account": ["email": "ann@example.com"]])
    let idToken = try #require(minted["idToken"]?.string)
    let reply = await signIn(emulator, named, idToken: idToken)
    #expect(reply.errorCode == "INVALID_IDP_RESPONSE")
    let sentence = reply.reason.first { $0.hasPrefix("The ID token is of ") } ?? ""
    #expect(sentence.contains(issuer), "\(reply.reason)")
    #expect(sentence.contains("the request names \(named)"), "\(reply.reason)")
    #expect(sentence.contains("POST /emulator/v1/issuers/\(named)/tokens"), "\(reply.reason)")
    if !issuer.hasPrefix("oidc.") { #expect(sentence.contains("Send providerId=\(issuer)")) }
  }

  @Test(arguments: [
    ("expired", "is not valid: iat is 2027-"), ("not-yet-valid", "is not valid: iat is 2027-"),
    ("bad-signature", "none of its keys made the signature"),
    ("wrong-audience", "The ID token was made for "), ("wrong-issuer", "The ID token is of "),
  ])
  func `explanations of our tokens name the problem`(
    _ defect: String, _ words: String
  ) async throws {
    let emulator = try TestEmulator(hasKeys: true)
    try emulator.configure(provider: "google.com", ProviderConfig(clientID: "client-1"))
    let minted = await emulator.call(
      .post, "/emulator/v1/issuers/google.com/tokens",
      ["account": ["email": "ann@example.com"], "clientId": "client-1", "defect": .string(defect)])
    let idToken = try #require(minted["idToken"]?.string, "\(minted.json)")
    let reply = await signIn(emulator, "google.com", idToken: idToken)
    #expect(reply.errorCode == "INVALID_IDP_RESPONSE", "\(reply.json)")
    #expect(reply.reason.contains { $0.contains(words) }, "\(reply.reason)")
  }

  // MARK: API keys

  @Test func `explanations of a possibly wrong project name an unregistered key`() async throws {
    let emulator = try TestEmulator()
    _ = await emulator.call(
      .post, "/emulator/v1/projects/other/apiKeys", ["apiKey": "key-of-other"])
    let body: JSON = ["email": "nobody@example.com", "password": "secret1"]
    for (key, isNamed) in [
      ("AIzaSyUnknown", true), ("key-of-other", false), ("emulator-demo-project", false),
    ] {
      let reply = await emulator.api(
        .post, "/v1/accounts:signInWithPassword", body, query: "key=\(key)")
      #expect(reply.errorCode == "EMAIL_NOT_FOUND")
      let sentence = reply.reason.first { $0.contains("The API key \(key) is registered to no") }
      #expect((sentence != nil) == isNamed, "\(reply.reason)")
      if let sentence { #expect(sentence.contains("the request went to demo-project")) }
    }
    let missing = await emulator.api(
      .post, "/v1/accounts:signInWithPassword", ["email": "nobody@example.com"],
      query: "key=AIzaSyUnknown")
    #expect(missing.errorCode == "MISSING_PASSWORD")
    #expect(!missing.reason.contains { $0.contains("API key") })
    let good = await emulator.api(.post, "/v1/accounts:signUp", body, query: "key=AIzaSyUnknown")
    #expect(good.status == 200)
    #expect(!good.reason.contains { $0.contains("API key") })
  }
}
