import EmuControl
import EmuTestSupport
import EmuTestTools
import Testing

@testable import EmuModel

@Suite final class `Explanations`: EmulatorSuite {
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
    "emulator.openapi", "emulators", "llms.txt", "ready", "securetoken.discovery",
    "securetoken.jwk", "securetoken.x509",
    "webSignIn.frame", "webSignIn.frameScript", "webSignIn.loader",
  ]

  @Test(arguments: Profile.allCases)
  func `explanations accompany every refusal of every operation`(_ profile: Profile) async throws {
    let emulator = try TestEmulator(profile: profile, isStored: true)
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
    let refusals = reply.annotations.decisions.filter { $0.outcome == .refused }
    #expect(
      refusals.contains { $0.reason.text.contains(" ") && $0.reason.text != reply.errorMessage },
      "\(reply.errorMessage ?? "")")
    for reason in refusals.map(\.reason.text) where reason.first?.isUppercase == true {
      #expect(reason.hasSuffix("."), "\(reason)")
    }
  }

  @Test(arguments: [
    (Method.get, "/v1/nothing"), (.put, "/v1/accounts:signUp"), (.get, "/issuers/x/y"),
  ])
  func `explanations accompany unknown paths`(method: EmuHTTP.Method, path: String) async throws {
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

  @Test func `explanations of a warning have production's message`() async throws {
    let ada = await emulator.person()
    let expect = { (reply: Reply, message: String) in
      #expect(reply.status == 200, "\(reply.text)")
      #expect(
        reply.reason.contains { $0.hasSuffix("; production answers \(message)") },
        "\(message): \(reply.reason)")
    }
    let claims = #"{"sub":"1"}"#
    expect(
      await signIn(emulator, "google.com", idToken: claims),
      "INVALID_IDP_RESPONSE : Unable to parse Google id_token: \(claims)")
    let form = "providerId=oidc.corp&access_token=\(claims)"
    expect(
      await emulator.client(
        "accounts:signInWithIdp", ["requestUri": "http://localhost", "postBody": .string(form)]),
      "INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential: http://localhost?\(form)"
    )
    expect(
      await signIn(emulator, "GOOGLE.com", idToken: claims),
      "OPERATION_NOT_ALLOWED : The identity provider configuration is not found.")
    expect(
      await emulator.client("accounts:sendVerificationCode", ["phoneNumber": "+0123"]),
      "INVALID_PHONE_NUMBER : Invalid format.")
    for rawID: JSON in ["1", "2"] {
      let link: JSON = ["providerId": "apple.com", "rawId": rawID]
      let reply = await emulator.change(ada.uid.string ?? "", ["linkProviderUserInfo": link])
      if rawID == "2" { expect(reply, "PROVIDER_ALREADY_LINKED") }
    }
    expect(
      await emulator.client(
        "accounts:update", ["idToken": ada.idToken, "email": "eve@example.com"]),
      "OPERATION_NOT_ALLOWED : Please verify the new email before changing email.")
  }

  @Test(arguments: [
    ("apple.com", "google.com"), ("google.com", "apple.com"), ("oidc.corp", "google.com"),
    ("google.com", "oidc.corp"),
  ])
  func `explanations of foreign tokens name providers`(issuer: String, named: String) async throws {
    let emulator = try TestEmulator(isStored: true)
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
  func `explanations of our tokens name the problem`(defect: String, words: String) async throws {
    let emulator = try TestEmulator(isStored: true)
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
    _ = await emulator.control(.post, "projects/other/apiKeys", #"{"apiKey":"key-of-other"}"#)
    let body: JSON = ["email": "nobody@example.com", "password": "secret1"]
    for (key, isNamed) in [
      ("AIzaSyUnknown", true), ("key-of-other", false), ("emulator-demo-project", false),
    ] {
      let reply = await emulator.client("accounts:signInWithPassword", body, key: key)
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

@Suite final class `Explanations of success`: EmulatorSuite {
  /// Operations whose successful responses are each the result of a rule.
  private static let explained: Set<String> = [
    "accounts:signUp", "accounts:signInWithPassword", "accounts:signInWithIdp",
    "accounts:signInWithCustomToken", "accounts:signInWithEmailLink",
    "accounts:signInWithPhoneNumber", "accounts:delete", "accounts:revokeToken",
    "mfaSignIn:finalize", "token",
  ]

  @Test func `every sign-in, refresh, revocation and deletion is explained`() async throws {
    var met: Set<String> = []
    for name in ScenarioCatalogue.names {
      let emulator = try TestEmulator(isStored: true)
      let report = await emulator.control(.post, "scenarios/\(name):run", "{}")
      #expect(report["passed"] == true, "\(name): \(report.json)")
      let log = await emulator.control(.get, "requests?status=2xx&limit=1000")
      for request in log["requests"]?.array ?? [] {
        let operation = request["operation"]?.string ?? ""
        guard Self.explained.contains(operation) else { continue }
        met.insert(operation)
        let reasons = (request["decisions"]?.array ?? []).compactMap { $0["reason"]?.string }
        #expect(reasons.contains { $0.contains(" ") }, "\(name): \(operation)")
      }
    }
    #expect(met.count >= 6, "\(met.sorted())")
  }

  @Test func `a change that removes a provider reports the remaining ones`() async throws {
    let emulator = try TestEmulator(isStored: true)
    let uid = await emulator.person("ann@example.com").uid.string ?? ""
    let rows: [(JSONObject, String)] = [
      (["disableUser": true], "is disabled"), (["disableUser": false], "is enabled"),
      (["validSince": "1900000000"], "before 2030-03-17T17:46:40"),
      (["deleteProvider": ["google.com"]], "has no google.com"),
      (["phoneNumber": "+15555550100", "deleteProvider": ["password"]], "who has phone left"),
    ]
    for (body, words) in rows {
      let reasons = await emulator.change(uid, body).reason
      #expect(reasons.contains { $0.contains(words) }, "\(body): \(reasons)")
    }
  }

  @Test func `a password sign-in and a refresh report the user of the session`() async throws {
    let body: JSON = ["email": "ann@example.com", "password": "secret1", "returnSecureToken": true]
    let uid = await emulator.client("accounts:signUp", body)["localId"]?.string ?? ""
    let session = await emulator.client("accounts:signInWithPassword", body)
    #expect(session.reason == ["User ann@example.com (\(uid)) is signed in with password."])
    let refreshed = await emulator.form(
      "/v1/token?key=fake-key",
      ["grant_type": "refresh_token", "refresh_token": session["refreshToken"]?.string ?? ""])
    #expect(refreshed.reason.first?.hasPrefix("User ann@example.com (\(uid)) is enabled") == true)
  }
}

@Suite struct `Advice` {
  /// Returns the calls in the texts of the sources: literals joined by a plus are one, and an
  /// interpolation is some name.
  private static func calls(inSource text: String) -> [AdvisedCall] {
    let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      .joined(separator: "\n")
    let joined = code.replacing(/"#?\s*\n\s*\+ #?"/, with: "")
    let filled = joined.replacing(/\\#?\((?:[^()]|\([^()]*\))*\)/, with: "x")
    return AdvisedCall.all(in: filled)
  }

  @Test func `advice in the sources names only calls that are served`() async throws {
    let routes = try await TestEmulator().description().describedLines.map {
      Route($0.method, $0.path, name: $0.path, true)
    }
    let router = Router(routes)
    var count = 0
    for path in try Repository.files(in: "Sources", ending: ".swift") {
      for call in Self.calls(inSource: try Repository.text(path)) {
        count += 1
        guard case .found = router.match(call.method, call.example) else {
          Issue.record("\(path) advises \(call.testDescription), which is not served.")
          continue
        }
      }
    }
    #expect(count > 30, "\(count)")
  }

  private static let providers = [
    "apple.com", "google.com", "microsoft.com", "facebook.com", "github.com", "twitter.com",
    "linkedin.com", "yahoo.com", "playgames.google.com", "gc.apple.com", "oidc.corp", "oidc.",
    "saml.corp", "saml.", "nobody.com", "password",
  ]

  private static let credentials = [
    "id_token=garbage", #"id_token={"sub":"1","email":"a@x.test"}"#, "id_token=a.b.c",
    "access_token=opaque", "access_token=opaque&oauth_token_secret=s", "code=none",
    #"SAMLResponse={}"#, "oauth_token=t&oauth_verifier=v", "nothing=x",
  ]

  @Test(arguments: Profile.allCases)
  func `advice of a sign-in names only calls of its provider`(_ profile: Profile) async throws {
    let emulator = try TestEmulator.patient(profile)
    try emulator.set([.requireConfiguredProviders: .warn])
    var calls: Set<AdvisedCall> = []
    for provider in Self.providers {
      for credential in Self.credentials {
        let form = JSON.string("providerId=\(provider)&\(credential)")
        let reply = await emulator.client(
          "accounts:signInWithIdp",
          ["requestUri": "http://localhost", "returnSecureToken": true, "postBody": form])
        calls.formUnion(AdvisedCall.all(of: reply))
      }
    }
    #expect(calls.count > 8)
    let other = try TestEmulator(isStored: true)
    for call in calls { #expect(await call.isServed(by: other), "\(call.testDescription)") }
  }

  @Test func `advice of a rejection names only existing calls`() async throws {
    var calls: Set<AdvisedCall> = []
    for row in ErrorRow.all { calls.formUnion(AdvisedCall.all(of: try await row.reply())) }
    #expect(calls.count > 4)
    for call in calls {
      let other = try TestEmulator()
      _ = await other.client("accounts:signUp", ["tenantId": "acme"])
      #expect(await call.isServed(by: other), "\(call.testDescription)")
    }
  }
}

struct AdvisedCall: Hashable, CustomTestStringConvertible {
  var method: Method
  /// The path; a name in braces is a placeholder for a value.
  var path: String

  var testDescription: String { "\(method.rawValue) \(path)" }

  static func all(in text: String) -> [AdvisedCall] {
    let pattern =
      /(GET|POST|PATCH|PUT|DELETE) (\/(?:emulator|issuers|v[123]|identitytoolkit|securetoken)[^\s"'`,;)\\]*)/
    return text.matches(of: pattern).map { match in
      var path = String(match.2)
      while path.hasSuffix(".") || path.hasSuffix(":") { path.removeLast() }
      return AdvisedCall(method: Method(rawValue: String(match.1)), path: path)
    }
  }

  static func all(of reply: Reply) -> [AdvisedCall] {
    (reply.reason + [reply.errorMessage ?? ""]).flatMap(all)
  }

  /// The path with values in place of the names in braces, and without its query.
  var example: String {
    var path = String(path.prefix { $0 != "?" })
    for (name, value) in [("project", "demo-project"), ("tenant", "acme"), ("id", "apple.com")] {
      path = path.replacing("{\(name)}", with: value)
    }
    return path
  }

  /// Returns true when an emulator has the call for the objects that the path names.
  ///
  /// The body is empty, so that it may be rejected; but not as an unknown call or object.
  func isServed(by emulator: TestEmulator) async -> Bool {
    let reply = await emulator.call(
      method, example, method == .get ? nil : .some([:]),
      headers: ["Authorization": "Bearer owner"])
    return reply.status != 404 && reply.status != 405
  }
}
