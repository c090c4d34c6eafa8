import EmuTestSupport
import Testing

@testable import EmuControl

@Suite struct `control: recordings` {
  struct Course: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var seed = ""
    var setUp: @Sendable (TestEmulator) async -> Void = { _ in }
    /// The calls of the scenario in addition to the app's.
    var calls: [String] = []
    var requests: @Sendable (RecordedApp) async throws -> Void
  }

  private static let ann = RecordedApp.ann
  private static let factors =
    ann + #"""
      ,config:{mfa:{state:"ENABLED",enabledProviders:["PHONE_SMS"],
        providerConfigs:[{state:"ENABLED",totpProviderConfig:{adjacentIntervals:1}}]}}
      """#

  static let courses: [Course] = [
    Course(testDescription: "sign-up and sign-in with a password") { app in
      let new = await app.signUp("bob@example.com")
      let back = await app.signIn("bob@example.com").expect(["localId": new["localId"]])
      _ = await app.client("accounts:update", ["idToken": back.idToken, "displayName": "Bob"])
      _ = await app.lookup(back)
      let refreshed = await app.emulator.form(
        "/securetoken.googleapis.com/v1/token?key=fake-key",
        ["grant_type": "refresh_token", "refresh_token": back["refreshToken"]?.string ?? ""])
      #expect(refreshed.status == 200)
      #expect(await app.signUp("bob@example.com").status == 400)
      await app.emulator.admin("accounts:delete", ["localId": new["localId"] ?? ""]).expect(200)
      #expect(await app.signIn("bob@example.com").status == 400)
    },
    Course(
      testDescription: "a text message as the second factor", seed: factors,
      calls: ["GET /emulator/v1/projects/${project}/verificationCodes"]
    ) { app in
      let token = await app.signIn().idToken
      let start = await app.client(
        "accounts/mfaEnrollment:start",
        ["idToken": token, "phoneEnrollmentInfo": ["phoneNumber": "+15555550100"]])
      await app.client(
        "accounts/mfaEnrollment:finalize",
        [
          "idToken": token,
          "phoneVerificationInfo": [
            "sessionInfo": start["phoneSessionInfo"]?["sessionInfo"] ?? .null, "code": app.lastCode,
          ],
        ]
      ).expect(200)
      let first = await app.signIn()
      let pending = first["mfaPendingCredential"] ?? .null
      let asked = await app.client(
        "accounts/mfaSignIn:start",
        [
          "mfaPendingCredential": pending, "phoneSignInInfo": [:],
          "mfaEnrollmentId": first["mfaInfo"]?[0]?["mfaEnrollmentId"] ?? .null,
        ])
      let info = asked["phoneResponseInfo"]?["sessionInfo"] ?? .null
      func finish(_ code: JSON) async -> Reply {
        await app.client(
          "accounts/mfaSignIn:finalize",
          [
            "mfaPendingCredential": pending,
            "phoneVerificationInfo": ["sessionInfo": info, "code": code],
          ])
      }
      #expect((await finish("000000")).status == 400)
      #expect((await finish(app.lastCode)).status == 200)
    },
    Course(
      testDescription: "an authenticator app as the second factor", seed: factors,
      calls: [
        "POST /emulator/v1/clock:advance", "GET /emulator/v1/projects/${project}/totpCodes",
      ]
    ) { app in
      let token = await app.signIn().idToken
      let start = await app.client(
        "accounts/mfaEnrollment:start", ["idToken": token, "totpEnrollmentInfo": [:]])
      let info = start["totpSessionInfo"]
      let enrolled = await app.client(
        "accounts/mfaEnrollment:finalize",
        [
          "idToken": token, "displayName": "App",
          "totpVerificationInfo": [
            "sessionInfo": info?["sessionInfo"] ?? .null,
            "verificationCode": app.appCode(info?["sharedSecretKey"]),
          ],
        ])
      #expect(enrolled.status == 200, "\(enrolled.text)")
      await app.emulator.control(.post, "clock:advance", #"{"days":9223372036854775807}"#)
        .expect(400)
      // Time passes without a call that moves the clock.
      app.emulator.advance(.seconds(31))
      let first = await app.signIn()
      let done = await app.client(
        "accounts/mfaSignIn:finalize",
        [
          "mfaPendingCredential": first["mfaPendingCredential"] ?? .null,
          "mfaEnrollmentId": first["mfaInfo"]?[0]?["mfaEnrollmentId"] ?? .null,
          "totpVerificationInfo": ["verificationCode": app.appCode(info?["sharedSecretKey"])],
        ])
      #expect(done.status == 200, "\(done.text)")
    },
    Course(
      testDescription: "a new password by e-mail", seed: ann,
      calls: ["GET /emulator/v1/projects/${project}/oobCodes"]
    ) { app in
      _ = await app.client(
        "accounts:sendOobCode", ["requestType": "PASSWORD_RESET", "email": "ann@example.com"])
      let code = app.lastCode
      #expect((await app.client("accounts:resetPassword", ["oobCode": code])).status == 200)
      await app.client("accounts:resetPassword", ["oobCode": code, "newPassword": "secret2"])
        .expect(200)
      #expect((await app.signIn()).status == 400)
    },
  ]

  @Test(arguments: courses)
  func `a recording passes on an empty emulator, no other answer does`(course: Course) async throws
  {
    let recorded = try await RecordedApp.replay(seed: course.seed, course.requests)
    for call in course.calls { #expect(recorded.calls.contains(call), "\(recorded.calls)") }
    var scenario = try #require(recorded.object)
    var steps = scenario["steps"]?.array ?? []
    var last = try #require(steps.last?.object)
    last["expect"] = ["status": 418]
    steps[steps.count - 1] = .object(last)
    scenario["steps"] = .array(steps)
    let run = try await RecordedApp.run(.object(scenario))
    #expect(!run.passed)
    #expect(run.problems.first?.contains("not 418") == true, "\(run.problems)")
  }

  @Test func `requests of other projects, of browsers and of the log are no steps`() async throws {
    let app = try await RecordedApp()
    let recorded = try await app.recording { app in
      let emulator = app.emulator
      _ = await emulator.post(
        "/v1/accounts:signUp?key=\(try emulator.key(of: "other"))",
        ["email": "a@x.test", "password": "secret1"])
      _ = await emulator.control(.post, "reset", #"{"projects":["other"]}"#)
      _ = await emulator.call(.options, "/v1/accounts:signUp?key=k")
      for path in [
        "/emulator/v1/health", "/emulator/v1/requests", "/emulator/v1/clock", "/", "/favicon.ico",
        "/emulator/gapi.js", "/emulator/auth/iframe?apiKey=k&appName=a",
        "/emulator/v1/export", "/emulator/v1/scenarios",
      ] { _ = await emulator.get(path) }
      _ = await app.client("accounts:signUp", [:])
    }
    #expect(
      recorded["scenario"]?.calls == [
        "POST /identitytoolkit.googleapis.com/v1/accounts:signUp?key=${key}"
      ])
  }

  @Test func `seeds and resets of a recording are steps of its project alone`() async throws {
    let app = try await RecordedApp()
    let recorded = try await app.recording { app in
      _ = await app.emulator.control(.post, "reset")
      _ = await app.emulator.seed(
        #"""
        {version:1,projects:{"demo-project":{apiKeys:["k1"],users:[{localId:"zoe",email:"ann@example.com",
          password:"secret1"}]},other:{}},issuers:{"google.com":{accounts:[{sub:"1",email:"g@x.test"}]}}}
        """#)
      _ = await app.signIn()
    }
    let steps = recorded["scenario"]?["steps"]
    #expect(steps?[0]?["body"] == ["projects": ["${project}"]])
    #expect(steps?[1]?["body"]?["projects"]?.object?.keys == ["${project}"])
    #expect(
      steps?[1]?["body"]?["projects"]?["${project}"]?["people"]
        == ["google.com": [["sub": "1", "email": "g@x.test"]]])
    let run = try await RecordedApp.run(recorded["scenario"] ?? .null)
    #expect(run.passed, "\(run.problems)")
  }

  @Test func `a token from before a recording is named in a warning and left out`() async throws {
    let app = try await RecordedApp(seed: Self.ann)
    let session = await app.signIn()
    let recorded = try await app.recording { app in
      _ = await app.lookup(session)
    }
    let warning = recorded["warnings"]?[0]?.string ?? ""
    #expect(warning.contains("Step 1 (accounts:lookup) sends a idToken"), "\(warning)")
    let scenario = try #require(recorded["scenario"])
    #expect(!scenario.serialized().contains(session.idToken.string ?? "-"))
    let run = try await RecordedApp.run(scenario)
    #expect(run.problems.first?.contains("no variable missing-idToken") == true, "\(run.problems)")
  }

  @Test func `broken JSON that is sent as a form is left out, with a warning`() async throws {
    let app = try await RecordedApp()
    let recorded = try await app.recording { app in
      let refused = await app.emulator.call(
        .post, "/v1/accounts:signUp?key=fake-key", bytes: Array("{bad".utf8),
        headers: ["Content-Type": "application/x-www-form-urlencoded"])
      #expect(refused.status == 400)
    }
    #expect(recorded["scenario"]?["steps"] == [])
    #expect(recorded["warnings"]?[0]?.string?.contains("neither JSON nor a form") == true)
  }

  @Test func `a recording since the last reset reads its requests from the log`() async throws {
    let app = try await RecordedApp(seed: Self.ann)
    let recorded = try await app.recording(since: "reset") { app in
      _ = await app.signIn()
      _ = await app.emulator.control(.post, "reset")
      _ = await app.client("accounts:signUp", ["email": "a@x.test", "password": "secret1"])
    }
    let steps = recorded["scenario"]?["steps"]?.array ?? []
    #expect(steps.compactMap { $0["about"]?.string } == ["accounts:signUp"])
    #expect(try await RecordedApp.run(recorded["scenario"] ?? .null).passed)
  }

  @Test func `a recording begins with the clock's state`() async throws {
    let app = try await RecordedApp { emulator in
      _ = await emulator.control(
        .post, "clock:set", #"{"now":"2027-01-31T12:00:00Z","frozen":true}"#)
    }
    let recorded = try await app.recording { app in
      _ = await app.client("accounts:signUp", [:])
    }
    let first = recorded["scenario"]?["steps"]?[0]
    #expect(first?["call"] == "POST /emulator/v1/clock:set")
    #expect(first?["body"] == ["now": "2027-01-31T12:00:00.000Z", "frozen": true])
    #expect(try await RecordedApp.run(recorded["scenario"] ?? .null).passed)
  }

  @Test func `recordings are listed until they are finished or deleted`() async throws {
    let app = try await RecordedApp()
    let first = await app.emulator.control(.post, "recordings", #"{"project":"one"}"#)
    let second = await app.emulator.control(.post, "recordings")
    _ = await app.client("accounts:signUp", [:])
    let list = await app.emulator.control(.get, "recordings")["recordings"]
    #expect(list?.array?.compactMap { $0["project"]?.string } == ["one", "demo-project"])
    #expect(list?.array?.compactMap { $0["requests"]?.int } == [0, 1])
    let id = second["id"]?.string ?? ""
    #expect((await app.emulator.control(.delete, "recordings/\(id)")).status == 200)
    #expect((await app.emulator.control(.delete, "recordings/\(id)")).status == 404)
    let finished = await app.emulator.control(
      .post, "recordings/\(first["id"]?.string ?? ""):finish", #"{"title":"T","why":"W"}"#)
    #expect(finished["scenario"]?["title"] == "T")
    #expect(finished["warnings"]?[0]?.string?.hasPrefix("No request came") == true)
    #expect(await app.emulator.control(.get, "recordings").json == ["recordings": []])
  }

  @Test func `a recording since a reset needs one in the log`() async throws {
    let app = try await RecordedApp()
    await app.emulator.control(.post, "recordings", #"{"since":"reset"}"#).expectRefusal(
      "since: the log has no reset of demo-project")
  }

  @Test func `a recording has the requests that are answered while it begins`() {
    let log = RequestLog(ids: IDGenerator(randomBytes: { [UInt8](repeating: 0, count: $0) }))
    func send() {
      let request = Request(method: .post, path: "/v1/accounts:signUp")
      log.record(request, .empty(.ok), at: TestEmulator.start, latencyMicroseconds: 0)
    }
    let start = Recording.Start(
      project: "demo", seed: [:], apiKeys: [], clock: EmulatorClock.State(), at: TestEmulator.start,
      warnings: [])
    let recording = Recording(id: "r", start: start) { nil }
    for _ in 0..<3 { send() }
    recording.begin(from: 1, of: log)
    send()
    #expect(recording.content.entries.map(\.number) == [1, 2, 3])
  }
}
