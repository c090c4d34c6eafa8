import EmuServer
import EmuTestSupport
import EmuTestTools
import Testing

/// The effects of `autodeleteAnonymousUsers`, `quota` and `notification`.
@Suite struct `The effects of a configuration` {
  /// The project's setting, a tenant that has it, and the number of the four users who stay.
  @Test(
    arguments: [(nil, nil, 4), (true, nil, 3), (false, nil, 4), (nil, "acme", 3)]
      as [(Bool?, String?, Int)])
  func `anonymous users are deleted after 30 days where the project or tenant says so`(
    _ deletes: Bool?, _ tenant: String?, _ count: Int
  ) async throws {
    let emulator = try TestEmulator()
    if let deletes { try emulator.configure(["autodeleteAnonymousUsers": .bool(deletes)]) }
    if let tenant {
      await emulator.setV2("autodeleteAnonymousUsers", true, of: "tenants/\(tenant)")
    }
    let place: JSON = tenant.map { .string($0) } ?? .null
    func signUp(_ email: JSON = nil, _ password: JSON = nil) async {
      let reply = await emulator.client(
        "accounts:signUp", ["email": email, "password": password, "tenantId": place])
      #expect(reply.status == 200, "\(reply.json)")
    }
    await signUp()
    await signUp("ada@example.com", "secret1")
    _ = await emulator.admin("accounts", ["phoneNumber": "+15555550100"], tenant: tenant)
    await advance(emulator, days: 29)
    await signUp()
    await advance(emulator, days: 1)
    let listed = await emulator.admin("accounts:query", [:], tenant: tenant)
    #expect(listed["userInfo"]?.array?.count == count)
  }

  @Test func `anonymous users of an age are deleted at a start as well`() async throws {
    let folder = try TestFolder()
    func emulator(afterDays days: Int64) throws -> TestEmulator {
      try TestEmulator(
        machine: TestEmulator.start + .seconds(days * 24 * 3600), isReopened: false
      ) { $0.dataFile = folder.path("x.sqlite") }
    }
    let first = try emulator(afterDays: 0)
    try first.configure(["autodeleteAnonymousUsers": true])
    _ = await first.client("accounts:signUp")
    try first.emulator.stop()
    for (days, count) in [(29, 1), (30, 0)] {
      let later = try emulator(afterDays: Int64(days))
      let listed = await later.admin("accounts:query", [:])
      #expect((listed["userInfo"]?.array ?? []).count == count)
      try later.emulator.stop()
    }
  }

  private func advance(_ emulator: TestEmulator, days: Int64) async {
    let reply = await emulator.control(.post, "clock:advance", #"{"days":\#(days)}"#)
    #expect(reply.status == 200, "\(reply.json)")
  }

  private static let start: JSON = .string(TestEmulator.start.rfc3339)

  /// The quota, and whether the third account is too many.
  @Test(
    arguments: [
      (["quota": 2], true), (["quota": 3], false), (["quota": -1], false),
      (["quota": 2, "startTime": start, "quotaDuration": "60s"], true),
      (["quota": 2, "startTime": "2020-01-01T00:00:00Z", "quotaDuration": "60s"], false),
      (["quota": 2, "quotaDuration": "999999999999999999999999999999s"], true),
      (["quota": 2, "quotaDuration": "infs"], true),
      (["quota": 2, "quotaDuration": "nans"], false),
    ] as [(JSON, Bool)])
  func `an app creates as many accounts in an hour as signUpQuotaConfig allows`(
    _ quota: JSON, _ isExceeded: Bool
  ) async throws {
    let emulator = try TestEmulator()
    try emulator.set([.quotas: .on])
    try emulator.configure(["quota": ["signUpQuotaConfig": quota]])
    let error = isExceeded ? "TOO_MANY_ATTEMPTS_TRY_LATER" : nil
    for _ in 1...2 { #expect(await emulator.client("accounts:signUp").status == 200) }
    #expect(await emulator.client("accounts:signUp").errorMessage == error)
    #expect(await emulator.admin("accounts", [:]).status == 200)
    emulator.advance(.seconds(3600))
    #expect(await emulator.client("accounts:signUp").status == 200)
  }

  // MARK: E-mails

  private func link(_ emulator: TestEmulator, _ notification: JSON, app: JSON = nil) async throws
    -> String
  {
    _ = try await emulator.signUp()
    try emulator.configure(["notification": notification])
    let sent = await emulator.admin(
      "accounts:sendOobCode",
      [
        "requestType": "PASSWORD_RESET", "email": "ada@example.com", "returnOobLink": true,
        "continueUrl": "https://demo-project.web.app/", "canHandleCodeInApp": true,
        "iOSBundleId": app,
      ])
    return try #require(sent["oobLink"]?.string, "\(sent.json)")
  }

  private static let own = "http://localhost:9099/emulator/action?apiKey="

  @Test(
    arguments: [
      ("https://app.example/auth", "https://app.example/auth?apiKey="),
      ("https://app.example/auth?a=b", "https://app.example/auth?a=b&apiKey="),
      ("https://demo-project.firebaseapp.com/__/auth/action", own), ("", own),
    ], Profile.allCases)
  func `links begin with the callbackUri of the project`(
    _ row: (uri: String, start: String), _ profile: Profile
  ) async throws {
    let emulator = try TestEmulator(profile: profile)
    let link = try await link(emulator, ["sendEmail": ["callbackUri": .string(row.uri)]])
    #expect(link.hasPrefix(row.start), "\(link)")
  }

  @Test func `a link for an app leads a browser to the callbackUri`() async throws {
    let emulator = try TestEmulator(profile: .production)
    let outer = try await link(
      emulator, ["sendEmail": ["callbackUri": "https://app.example/auth"]], app: "com.example")
    let reply = await emulator.call(.get, String(outer.dropFirst("http://localhost:9099".count)))
    #expect(reply.status == 302)
    #expect(reply.headers["Location"]?.hasPrefix("https://app.example/auth?apiKey=") == true)
  }

  @Test func `the inbox has the subject and the body of a template`() async throws {
    let emulator = try TestEmulator()
    let template: JSON = ["subject": "Reset for %APP_NAME%", "body": "%EMAIL%: %LINK%"]
    let link = try await link(emulator, ["sendEmail": ["resetPasswordTemplate": template]])
    let messages = await emulator.get("/emulator/v1/projects/demo-project/messages")
    let message = messages["messages"]?[0]
    #expect(message?["subject"] == "Reset for demo-project")
    #expect(message?["body"] == .string("ada@example.com: \(link)"))
    #expect(messages["messages"]?[1]?["subject"] == nil)
  }
}
