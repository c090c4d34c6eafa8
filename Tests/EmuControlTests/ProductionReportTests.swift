import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// An app's tests: 30 requests, five of which production answers differently.
private struct AppSuite {
  let emulator: TestEmulator

  static let requests = 30
  static let expected = [
    "recentLogin: CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
    "emailEnumerationProtection: INVALID_LOGIN_CREDENTIALS",
    "phoneNumberForm: stores +16505550104", "unlinkedPassword: keeps the address",
    "mailDomain: INVALID_EMAIL",
  ]

  /// Returns how many requests were sent.
  func run() async -> Int {
    var replies: [Reply] = []
    for name in ["ann", "ben", "cat", "dan", "eve", "fay"] {
      let person = await signUp("\(name)@example.com")
      let idToken = person["idToken"] ?? ""
      replies.append(person)
      replies.append(await emulator.client("accounts:lookup", ["idToken": idToken]))
      replies.append(
        await emulator.client(
          "accounts:update",
          ["idToken": idToken, "displayName": .string(name), "returnSecureToken": true]))
      replies.append(await emulator.refresh(person["refreshToken"]?.string ?? ""))
    }
    replies.append(
      await emulator.client(
        "accounts:signInWithPassword",
        ["email": "ann@example.com", "password": "secret1", "returnSecureToken": true]))
    #expect(replies.allSatisfy { $0.status == 200 }, "\(replies.map(\.text))")
    let differing = await differingRequests(of: replies[0])
    return replies.count + differing
  }

  private func differingRequests(of ann: Reply) async -> Int {
    emulator.advance(.seconds(301))
    let idToken = ann["idToken"] ?? ""
    let replies = [
      await emulator.client(
        "accounts:update",
        ["idToken": idToken, "password": "secret2", "returnSecureToken": true]),
      await emulator.client(
        "accounts:signInWithPassword",
        ["email": "ann@example.com", "password": "wrong!", "returnSecureToken": true]),
      await emulator.admin("accounts", ["phoneNumber": "+1 650-555-0104"]),
      await emulator.admin(
        "accounts:update", ["localId": ann["localId"] ?? "", "deleteProvider": ["password"]]),
      await signUp("test@test"),
    ]
    #expect(replies.map(\.status) == [200, 400, 200, 200, 200])
    return replies.count
  }

  private func signUp(_ email: String) async -> Reply {
    await emulator.client(
      "accounts:signUp",
      ["email": .string(email), "password": "secret1", "returnSecureToken": true])
  }
}

/// Counts failures, and fails on what is not well-formed.
private final class JUnitReader: NSObject, XMLParserDelegate {
  var names: [String: Int] = [:]

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?, attributes attributeDict: [String: String] = [:]
  ) {
    names[elementName, default: 0] += 1
  }
}

@Suite struct `control: production report` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  private func rules(_ emulator: TestEmulator) async -> [String] {
    let report = await emulator.control(.get, "report").json
    return (report["differences"]?.array ?? []).map { difference in
      "\(difference["rule"]?.string ?? ""): \(difference["production"]?.string ?? "")"
    }
  }

  @Test func `five differences among thirty requests are found, and no other`() async {
    #expect(await AppSuite(emulator: emulator).run() == AppSuite.requests)
    #expect(await rules(emulator) == AppSuite.expected)
    let report = await emulator.control(.get, "report").json
    #expect(report["requests"] == 5)
    let first = report["differences"]?[0]
    #expect(first?["count"] == 1 && first?["first"]?["operation"] == "accounts:update")
    #expect(first?["change"]?.string?.contains("reauthenticate") == true)
    let id = first?["first"]?["id"]?.string ?? ""
    #expect(await emulator.control(.get, "requests/\(id)").json["id"] == .string(id))
  }

  @Test func `the same app differs in nothing from production where production answers`()
    async throws
  {
    let emulator = try TestEmulator(profile: .production)
    _ = await emulator.client(
      "accounts:signUp",
      ["email": "ann@example.com", "password": "secret1", "returnSecureToken": true])
    let refused = await emulator.client(
      "accounts:signInWithPassword", ["email": "ann@example.com", "password": "wrong!"])
    #expect(refused.errorMessage == "INVALID_LOGIN_CREDENTIALS")
    #expect(await rules(emulator) == [])
    #expect(
      await emulator.control(.get, "report?format=text").text
        == "No request of the app is known to be answered differently in production.\n")
    #expect(await emulator.control(.get, "report?format=short").text == "")
  }

  @Test func `requests of tools do not count, and one that repeats counts in its group`() async {
    let path = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=fake"
    for (number, tool) in [nil, nil, "command"].enumerated() {
      var headers: Headers = [:]
      headers[Request.toolHeader] = tool
      let body: JSON = [
        "email": .string("a\(number)@test"), "password": "secret1", "returnSecureToken": true,
      ]
      _ = await emulator.post(path, body, headers: headers)
    }
    let report = await emulator.control(.get, "report").json
    #expect(report["requests"] == 2 && report["differences"]?[0]?["count"] == 2)
    #expect(report["differences"]?[0]?["first"]?["reason"]?.string?.contains("a0@test") == true)
    _ = await emulator.control(.delete, "report")
    #expect(await emulator.control(.get, "report").json["requests"] == 0)
  }

  @Test func `the report of a project has the requests of that project alone`() async {
    for (number, key) in ["emulator-one", "emulator-one", "emulator-two"].enumerated() {
      _ = await emulator.control(
        .patch, "projects/\(key.dropFirst(9))/settings", #"{"profile":"compatible"}"#)
      _ = await emulator.post(
        "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=\(key)",
        ["email": .string("a\(number)@test"), "password": "secret1", "returnSecureToken": true])
    }
    for (project, count) in [("one", 2), ("two", 1), ("three", 0)] {
      let report = await emulator.control(.get, "report?project=\(project)").json
      #expect(report["requests"] == .int(Int64(count)), "\(project)")
    }
    #expect(await emulator.control(.get, "report").json["requests"] == 3)
  }

  @Test func `a switch that is off is silent, and a project's own setting is no difference`()
    async throws
  {
    try emulator.set([.emailEnumerationProtection: .off, .verifyCredentials: .off])
    _ = await emulator.client(
      "accounts:signInWithPassword",
      ["email": "nobody@example.com", "password": "secret1", "returnSecureToken": true])
    #expect(await rules(emulator) == [])
  }

  @Test func `an address's privacy that the project's configuration sets is no difference`() async {
    let reply = await emulator.admin(
      "v2/config", ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": false]], method: .patch,
      query: "updateMask=emailPrivacyConfig")
    #expect(reply.status == 200)
    let refused = await emulator.client(
      "accounts:signInWithPassword", ["email": "nobody@example.com", "password": "secret1"])
    #expect(refused.errorMessage == "EMAIL_NOT_FOUND")
    #expect(await rules(emulator) == [])
  }

  @Test func `the first refusal by production counts, not a later one`() async {
    let ann = await emulator.client(
      "accounts:signUp",
      ["email": "ann@example.com", "password": "secret1", "returnSecureToken": true])
    let sent = await emulator.admin(
      "accounts:sendOobCode",
      ["requestType": "PASSWORD_RESET", "email": "ann@example.com", "returnOobLink": true])
    let code = sent["oobCode"]?.string ?? ""
    _ = await emulator.admin("accounts:delete", ["localId": ann["localId"] ?? ""])
    let refused = await emulator.client(
      "accounts:resetPassword", ["oobCode": .string(code), "newPassword": "secret2"])
    // Production refuses the code of a deleted account, before it looks for the user.
    #expect(refused.errorMessage == "INVALID_OOB_CODE")
    #expect(await rules(emulator) == [])
  }

  @Test(arguments: [false, true])
  func `an unknown person who may not be created has another code in production alone`(
    _ returnsCredential: Bool
  ) async throws {
    try emulator.set([.verifyCredentials: .off, .requireConfiguredProviders: .off])
    let reply = await emulator.client(
      "accounts:signInWithIdp",
      [
        "postBody": #"id_token={"sub":"g1"}&providerId=google.com"#, "autoCreate": false,
        "requestUri": "http://localhost", "returnIdpCredential": .bool(returnsCredential),
      ])
    #expect(reply.status == (returnsCredential ? 200 : 400))
    #expect(await rules(emulator) == (returnsCredential ? [] : ["errorCode: USER_NOT_FOUND"]))
  }

  @Test func `the report counts one refusal of a request, below the operation of the request`()
    async throws
  {
    try emulator.set([.requireConfiguredProviders: .warn])
    _ = await emulator.client(
      "accounts:createAuthUri",
      ["providerId": "microsoft.com", "continueUri": "http://localhost"])
    // Production refuses the provider before it reads the credential.
    _ = await emulator.client(
      "accounts:signInWithIdp",
      [
        "postBody": #"id_token={"sub":"1"}&providerId=google.com"#,
        "requestUri": "http://localhost", "returnSecureToken": true,
      ])
    // A refusal in Google's words.
    _ = await emulator.post(
      "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword",
      ["email": "ann@example.com", "password": "secret1"])
    let text = await emulator.control(.get, "report?format=short").text
    let words = "Method doesn't allow unregistered callers"
    #expect(
      text.components(separatedBy: " (callers").first == """
        Production would have answered 3 requests differently.
          1 x accounts:createAuthUri: requireConfiguredProviders, production answers OPERATION_NOT_ALLOWED
          1 x accounts:signInWithIdp: requireConfiguredProviders, production answers OPERATION_NOT_ALLOWED
          1 x accounts:signInWithPassword: errorCode, production answers \(words)
        """)
  }

  @Test func `a tenant that is made for a request is a difference, once`() async {
    for number in 0..<2 {
      _ = await emulator.client(
        "accounts:signUp",
        [
          "email": .string("a\(number)@example.com"), "password": "secret1", "tenantId": "t1",
          "returnSecureToken": true,
        ])
    }
    #expect(await rules(emulator) == ["autoCreateTenants: INVALID_TENANT_ID"])
    #expect(await emulator.control(.get, "report")["requests"] == 1)
  }

  @Test func `a refusal that production makes alike is no difference`() async {
    let missing = await emulator.client("accounts:update", ["displayName": "x"])
    #expect(missing.errorMessage == "MISSING_ID_TOKEN" || missing.errorCode == "INVALID_ID_TOKEN")
    #expect(await rules(emulator) == [])
    // Production has another code for an empty text.
    _ = await emulator.client("accounts:update", ["idToken": "", "displayName": "x"])
    #expect(await rules(emulator) == ["errorCode: INVALID_ID_TOKEN"])
  }

  @Test func `the text names rule, first request, reason and change`() async {
    _ = await AppSuite(emulator: emulator).run()
    let id = #/[\w]+-[\w]+$/#.anchorsMatchLineEndings()
    let text = await emulator.control(.get, "report", headers: ["Accept": "text/plain"]).text
      .replacing(id, with: "ID")
    #expect(text.hasPrefix("Production would have answered 5 requests differently.\n\nrecentLogin"))
    let block = text.components(separatedBy: "\n\n")[4]
    #expect(
      block == """
        unlinkedPassword: production keeps the address
          1 request, first POST /identitytoolkit.googleapis.com/v1/projects/demo-project/accounts:update
          answered 200 in demo-project at 2027-01-15T08:05:01.000Z, request ID
          reason: production leaves the address ann@example.com with the user
          change: Expect the address to stay with the user, so that nobody else can sign up with it.
        """)
    #expect(
      await emulator.control(.get, "report?format=short").text.split(separator: "\n").last
        == "  1 x accounts:signUp: mailDomain, production answers INVALID_EMAIL")
  }

  @Test func `JUnit XML is well-formed, with a failure a rule`() async {
    let before = await emulator.control(.get, "report?format=junit").text
    #expect(before.contains(#"tests="1" failures="0""#))
    _ = await AppSuite(emulator: emulator).run()
    _ = await emulator.admin("accounts", ["phoneNumber": "+1 650 <&\"> 555-0105"])
    let answer = await emulator.control(.get, "report", headers: ["Accept": "application/xml"])
    let reader = JUnitReader()
    let parser = XMLParser(data: Data(answer.bytes))
    parser.delegate = reader
    #expect(parser.parse(), "\(String(describing: parser.parserError)): \(answer.text)")
    #expect(reader.names["testcase"] == 6 && reader.names["failure"] == 6)
  }

  @Test(arguments: [
    ("format=text", "*/*", "text/plain"), ("format=junit", "*/*", "application/xml"),
    ("", "*/*", "application/json"), ("", "text/xml;q=0.9, */*", "application/xml"),
    ("", "text/plain", "text/plain"),
  ])
  func `the form is that of format, else of Accept`(
    _ query: String, _ accept: String, _ type: String
  ) async {
    let answer = await emulator.control(.get, "report?\(query)", headers: ["Accept": accept])
    #expect(answer.headers["Content-Type"]?.hasPrefix(type) == true)
  }

  @Test func `an unknown form is rejected with those there are`() async {
    let answer = await emulator.control(.get, "report?format=html")
    #expect(answer.status == 400 && answer.errorMessage?.contains("junit") == true)
  }

  @Test func `every rule says what to change`() {
    #expect(Set(ProductionRule.all.map(\.name)).count == ProductionRule.all.count)
    #expect(ProductionRule.all.allSatisfy { $0.change.hasSuffix(".") })
  }
}
