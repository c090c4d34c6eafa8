import EmuTestSupport
import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite final class `control: production report`: EmulatorSuite {
  private func report(_ query: String = "") async -> JSON {
    await emulator.control(.get, "report\(query)").json
  }

  private func rules(_ other: TestEmulator? = nil) async -> [String] {
    let report = await (other ?? emulator).control(.get, "report").json
    return (report["differences"]?.array ?? []).map { difference in
      "\(difference["rule"]?.string ?? ""): \(difference["production"]?.string ?? "")"
    }
  }

  /// Sends an app's 30 requests, five of which production answers differently.
  private func runApp() async {
    func update(_ body: JSONObject) async -> Reply {
      var body = body
      body["returnSecureToken"] = true
      return await emulator.client("accounts:update", .object(body))
    }
    var replies: [Reply] = []
    for name in ["ann", "ben", "cat", "dan", "eve", "fay"] {
      let person = await emulator.signUp("\(name)@example.com")
      replies += [
        person, await emulator.client("accounts:lookup", ["idToken": person.idToken]),
        await update(["idToken": person.idToken, "displayName": .string(name)]),
        await emulator.refresh(person["refreshToken"]?.string ?? ""),
      ]
    }
    replies.append(await emulator.signIn("ann@example.com"))
    #expect(
      replies.count == 25 && replies.allSatisfy { $0.status == 200 }, "\(replies.map(\.text))")
    emulator.advance(.seconds(301))
    let differing = [
      await update(["idToken": replies[0].idToken, "password": "secret2"]),
      await emulator.signIn("ann@example.com", "wrong!"),
      await emulator.admin("accounts", ["phoneNumber": "+1 650-555-0104"]),
      await emulator.change(
        replies[0]["localId"]?.string ?? "", ["deleteProvider": ["password"]]),
      await emulator.signUp("test@test"),
    ]
    #expect(differing.map(\.status) == [200, 400, 200, 200, 200])
  }

  @Test func `five differences of thirty requests are found in every form, no other`() async {
    let before = await emulator.control(.get, "report?format=junit").text
    #expect(before.contains(#"tests="1" failures="0""#))
    await runApp()
    #expect(
      await rules() == [
        "recentLogin: CREDENTIAL_TOO_OLD_LOGIN_AGAIN",
        "emailEnumerationProtection: INVALID_LOGIN_CREDENTIALS",
        "phoneNumberForm: stores +16505550104", "unlinkedPassword: keeps the address",
        "mailDomain: INVALID_EMAIL",
      ])
    let report = await self.report().expect(["requests": 5])
    let first = report["differences"]?[0]
    #expect(first?["count"] == 1 && first?["first"]?["operation"] == "accounts:update")
    #expect(first?["change"]?.string?.contains("reauthenticate") == true)
    let id = first?["first"]?["id"]?.string ?? ""
    #expect(await emulator.control(.get, "requests/\(id)")["id"] == .string(id))
    await expectText()
    await expectJUnit()
  }

  private func expectText() async {
    let id = #/[\w]+-[\w]+$/#.anchorsMatchLineEndings()
    let text = await emulator.control(.get, "report?format=text").text
      .replacing(id, with: "ID")
    #expect(text.hasPrefix("Production would have answered 5 requests differently.\n\nrecentLogin"))
    let block = text.components(separatedBy: "\n\n")[4]
    #expect(
      block == """
        unlinkedPassword: production keeps the address
          1 request, first POST /identitytoolkit.googleapis.com/v1/projects/demo-project/accounts:update
          answered 200 in demo-project at 2027-01-15T08:05:01.000Z, request ID
          reason: production leaves the address ann@example.com with the user
          change: Expect the address to stay with the user, so that no other person can sign up with it.
        """)
    #expect(
      await emulator.control(.get, "report?format=short").text.split(separator: "\n").last
        == "  1 x accounts:signUp: mailDomain, production answers INVALID_EMAIL")
  }

  /// Expects well-formed XML with a failure a rule.
  private func expectJUnit() async {
    _ = await emulator.admin("accounts", ["phoneNumber": "+1 650 <&\"> 555-0105"])
    let answer = await emulator.control(.get, "report?format=junit")
    let parser = XMLParser(data: Data(answer.bytes))
    #expect(parser.parse(), "\(String(describing: parser.parserError)): \(answer.text)")
    for element in ["<testcase ", "<failure "] {
      #expect(answer.text.components(separatedBy: element).count == 7, "\(element)")
    }
  }

  @Test func `the same app differs in nothing where production answers`() async throws {
    let emulator = try TestEmulator(profile: .production)
    _ = await emulator.signUp("ann@example.com")
    await emulator.signIn("ann@example.com", "wrong!").expect(message: "INVALID_LOGIN_CREDENTIALS")
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
      let body: JSON = ["email": .string("a\(number)@test"), "password": "secret1"]
      _ = await emulator.post(path, body, headers: headers)
    }
    let report = await self.report()
    #expect(report["requests"] == 2 && report["differences"]?[0]?["count"] == 2)
    #expect(report["differences"]?[0]?["first"]?["reason"]?.string?.contains("a0@test") == true)
    _ = await emulator.control(.delete, "report")
    #expect(await self.report()["requests"] == 0)
  }

  @Test func `the report of a project has the requests of that project alone`() async {
    for (number, key) in ["emulator-one", "emulator-one", "emulator-two"].enumerated() {
      _ = await emulator.settings(#"{"profile":"compatible"}"#, of: String(key.dropFirst(9)))
      let body: JSON = ["email": .string("a\(number)@test"), "password": "secret1"]
      _ = await emulator.client("accounts:signUp", body, key: key)
    }
    for (project, count) in [("one", 2), ("two", 1), ("three", 0)] {
      let report = await self.report("?project=\(project)")
      #expect(report["requests"] == .int(Int64(count)), "\(project)")
    }
    #expect(await self.report()["requests"] == 3)
  }

  @Test(arguments: [false, true])
  func `a switch that is off is no difference`(_ isOfConfiguration: Bool) async throws {
    if isOfConfiguration {
      let body: JSON = ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": false]]
      let reply = await emulator.admin(
        "v2/config", body, method: .patch, query: "updateMask=emailPrivacyConfig")
      #expect(reply.status == 200)
    } else {
      try emulator.set([.emailEnumerationProtection: .off, .verifyCredentials: .off])
    }
    await emulator.signIn("unknown@example.com").expect(message: "EMAIL_NOT_FOUND")
    #expect(await rules() == [])
  }

  @Test func `the first refusal by production counts, not a later one`() async {
    let ann = await emulator.signUp("ann@example.com")
    let sent = await emulator.admin(
      "accounts:sendOobCode",
      ["requestType": "PASSWORD_RESET", "email": "ann@example.com", "returnOobLink": true])
    let code = sent["oobCode"]?.string ?? ""
    _ = await emulator.admin("accounts:delete", ["localId": ann["localId"] ?? ""])
    let refused = await emulator.client(
      "accounts:resetPassword", ["oobCode": .string(code), "newPassword": "secret2"])
    // Production refuses the code of a deleted account, before it looks for the user.
    #expect(refused.errorMessage == "INVALID_OOB_CODE")
    #expect(await rules() == [])
  }

  @Test(arguments: [false, true])
  func `an unknown person has another code in production`(returnsCredential: Bool) async throws {
    try emulator.set([.verifyCredentials: .off, .requireConfiguredProviders: .off])
    let reply = await emulator.signIn(
      "google.com", claims: ["sub": "g1"],
      options: ["autoCreate": false, "returnIdpCredential": .bool(returnsCredential)])
    #expect(reply.status == (returnsCredential ? 200 : 400))
    #expect(await rules() == (returnsCredential ? [] : ["errorCode: USER_NOT_FOUND"]))
  }

  @Test func `the report counts one refusal of a request, below its operation`() async throws {
    try emulator.set([.requireConfiguredProviders: .warn])
    _ = await emulator.client(
      "accounts:createAuthUri", ["providerId": "microsoft.com", "continueUri": "http://localhost"])
    // Production refuses the provider before it reads the credential.
    _ = await emulator.signIn("google.com", claims: ["sub": "1"])
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
      let email = JSON.string("a\(number)@example.com")
      _ = await emulator.client(
        "accounts:signUp", ["email": email, "password": "secret1", "tenantId": "t1"])
    }
    #expect(await rules() == ["autoCreateTenants: INVALID_TENANT_ID"])
    #expect(await self.report()["requests"] == 1)
  }

  @Test func `a refusal that production makes alike is no difference`() async {
    let missing = await emulator.client("accounts:update", ["displayName": "x"])
    #expect(missing.errorMessage == "MISSING_ID_TOKEN")
    #expect(await rules() == [])
    // Production has another code for an empty text.
    _ = await emulator.client("accounts:update", ["idToken": "", "displayName": "x"])
    #expect(await rules() == ["errorCode: INVALID_ID_TOKEN"])
  }

  @Test(arguments: [
    ("?format=text", "text/plain"), ("?format=junit", "application/xml"), ("", "application/json"),
  ])
  func `the query selects the form`(query: String, type: String) async {
    let answer = await emulator.control(.get, "report\(query)")
    #expect(answer.headers["Content-Type"]?.hasPrefix(type) == true)
  }

  @Test func `every rule says what to change`() {
    #expect(Set(ProductionRule.all.map(\.name)).count == ProductionRule.all.count)
    #expect(ProductionRule.all.allSatisfy { $0.change.hasSuffix(".") })
  }
}
