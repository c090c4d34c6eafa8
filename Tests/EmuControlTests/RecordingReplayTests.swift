import EmuTestSupport
import Testing

@Suite struct `control: recordings that are replayed` {
  private static let ann = RecordedApp.ann

  private typealias Course = `control: recordings`.Course

  private static let courses: [Course] = [
    Course(testDescription: "a token is good as it was recorded where no second passed") { app in
      app.emulator.advance(.milliseconds(900))
      let new = await app.signUp("bob@example.com")
      _ = await app.emulator.admin(
        "accounts:update", ["localId": new["localId"] ?? .null, "password": "secret2"])
      await app.lookup(new).expect(200)
    },
    Course(
      testDescription: "a clock that is set to a date is replayed",
      seed: #"settings:{profile:"production"},"# + Self.ann
    ) { app in
      let emulator = app.emulator
      let session = await app.signIn()
      _ = await emulator.control(.post, "clock:set", #"{"now":"2027-01-15T08:30:00Z"}"#)
      #expect(await app.lookup(session).status == 200)
      _ = await emulator.control(.post, "clock:set", #"{"now":"2027-02-15T08:00:00Z"}"#)
      #expect(await app.lookup(session).status == 400)
    },
    Course(testDescription: "a reset that turns the clock back is replayed") { app in
      let emulator = app.emulator
      _ = await emulator.control(.post, "clock:advance", #"{"hours":2}"#)
      _ = await app.client("accounts:signUp", ["email": "a@x.test", "password": "secret1"])
      _ = await emulator.control(.post, "reset")
      let new = await app.signUp("a@x.test")
      emulator.advance(.seconds(3500))
      await app.lookup(new).expect(200)
    },
    Course(
      testDescription: "text that looks like a variable stays the text that it is",
      seed: #"users:[{localId:"ann",displayName:"${key} $","email":"ann@example.com"}]"#
    ) { app in
      let user = await app.emulator.admin("accounts:lookup", ["localId": ["ann"]])
      #expect(user["users"]?[0]?["displayName"] == "${key} $")
      await app.emulator.change("ann", ["displayName": "${"]).expect(["displayName": "${"])
    },
    Course(
      testDescription: "faults that are set already, of an issuer too, are carried over",
      seed: Self.ann,
      setUp: { emulator in
        for body in [
          #"{"match":{"operation":"getAccountInfo"},"effect":{"rateLimit":{}},"times":2}"#,
          #"{"match":{"project":"demo-project","operation":"accounts:update"},"effect":{"status":503},"expiresInSeconds":60}"#,
          #"{"match":{"project":"other"},"effect":{"status":500}}"#,
        ] { _ = await emulator.control(.post, "faults", body) }
        _ = await emulator.control(
          .post, "issuers/apple.com/faults",
          #"{"match":{"endpoint":"keys"},"effect":{"status":503}}"#)
        _ = await emulator.control(
          .post, "issuers/google.com/faults", #"{"effect":{"defect":"expired"},"times":1}"#)
        _ = await emulator.client("accounts:lookup")
      }
    ) { app in
      #expect(await app.client("accounts:lookup", [:]).status == 429)
      #expect(await app.client("accounts:lookup", [:]).status == 400)
      #expect(await app.client("accounts:update", [:]).status == 503)
      #expect(await app.emulator.get("/issuers/apple.com/auth/keys").status == 503)
      let minted = await app.mint(
        "google.com", ["account": ["email": "g@example.com"], "clientId": "client"])
      let refused = await app.emulator.signIn(
        form: "providerId=google.com&id_token=\(minted["idToken"]?.string ?? "")")
      #expect(refused.status == 400, "\(refused.text)")
      for fault in await app.emulator.control(.get, "faults")["faults"]?.array ?? []
      where fault["match"]?["operation"] == "accounts:update" {
        let id = fault["id"]?.string ?? ""
        #expect(await app.emulator.control(.delete, "faults/\(id)").status == 200)
      }
      #expect(await app.client("accounts:update", [:]).status == 400)
    },
    Course(
      testDescription: "a snapshot from before the recording becomes a seed of the replay",
      seed: Self.ann,
      setUp: { emulator in
        _ = await emulator.control(.post, "snapshots", #"{"name":"before"}"#)
        _ = await emulator.admin("accounts:delete", ["localId": "ann"])
      }
    ) { app in
      #expect(await app.signIn().status == 400)
      #expect(await app.emulator.control(.post, "snapshots/before:restore").status == 200)
      #expect(await app.signIn()["localId"] == "ann")
    },
    Course(testDescription: "a refused name of a snapshot or key is refused in the replay") { app in
      for (call, body) in [("snapshots", #"{"name":""}"#), ("apiKeys", #"{"apiKey":""}"#)] {
        let path = call == "apiKeys" ? "projects/demo-project/\(call)" : call
        #expect(await app.emulator.control(.post, path, body).status == 400)
      }
    },
    Course(testDescription: "a scenario that runs in the project is replayed as a whole") { app in
      let run = await app.emulator.control(
        .post, "scenarios/disabled-user:load", #"{"project":"demo-project"}"#)
      #expect(run.status == 200, "\(run.text)")
      let user = await app.emulator.admin("accounts:lookup", ["localId": ["ann"]])
      #expect(user["users"]?[0]?["email"] == "ann@example.com", "\(user.text)")
      _ = await app.emulator.control(.post, "scenarios/disabled-user:run")
    },
  ]

  @Test(arguments: courses)
  func `a recording with anything is replayed`(course: `control: recordings`.Course) async throws {
    try await RecordedApp.replay(seed: course.seed, setUp: course.setUp, course.requests)
  }

  // MARK: Time

  @Test(arguments: [1, 20, 59, 60, 3599, 3601])
  func `a token is good or expired as it was recorded`(_ seconds: Int) async throws {
    try await RecordedApp.replay { app in
      let new = await app.signUp("bob@example.com")
      app.emulator.advance(.seconds(seconds))
      let changed = await app.emulator.admin(
        "accounts:update", ["localId": new["localId"] ?? .null, "password": "secret2"])
      #expect(changed.status == 200, "\(changed.text)")
      await app.lookup(new).expect(message: "TOKEN_EXPIRED")
    }
  }

  // MARK: What the beginning has

  @Test func `domains that name the project are those of the scenario's project`() async throws {
    let domains = #"""
      settings:{profile:"production"},config:{signIn:{email:{enabled:true,passwordRequired:false}},
      authorizedDomains:["localhost","demo-project.web.app","demo-project.firebaseapp.com"]}
      """#
    let scenario = try await RecordedApp.replay(seed: domains) { app in
      func send() async -> Reply {
        await app.client(
          "accounts:sendOobCode",
          [
            "requestType": "EMAIL_SIGNIN", "email": "ann@example.com", "canHandleCodeInApp": true,
            "continueUrl": "https://demo-project.web.app/done",
          ])
      }
      await send().expect(200)
      _ = await app.emulator.admin(
        "v2/config", ["authorizedDomains": ["demo-project.firebaseapp.com"]], method: .patch,
        query: "updateMask=authorizedDomains")
      await send().expect(400)
    }
    #expect(scenario["seed"]?.serialized().contains("${project}.web.app") == true)
  }

  @Test func `API keys of the project are carried over as keys of the scenario`() async throws {
    let scenario = try await RecordedApp.replay(seed: #"apiKeys:["AIzaOne"]"#) { app in
      _ = await app.emulator.control(
        .post, "projects/demo-project/apiKeys", #"{"apiKey":"AIzaTwo"}"#)
      for key in ["AIzaOne", "AIzaTwo"] {
        let new = await app.emulator.post(
          "/v1/accounts:signUp?key=\(key)",
          ["email": .string("\(key)@x.test".lowercased()), "password": "secret1"])
        #expect(new.status == 200)
        _ = await app.emulator.client("accounts:signUp", [:], key: key)
      }
      _ = await app.emulator.seed(project: #"apiKeys:["AIzaThree"]"#)
      _ = await app.emulator.get("/v1/projects?key=AIzaThree")
    }
    #expect(scenario["seed"]?["apiKeys"] == ["${project}-key-1"])
    #expect(!scenario.serialized().contains("AIza"))
  }

  @Test func `a page of users is replayed, although another user may be on it`() async throws {
    let scenario = try await RecordedApp.replay { app in
      for name in ["ann", "bob", "eve"] { _ = await app.signUp("\(name)@x.test") }
      let page = await app.emulator.get(
        "/v1/projects/demo-project/accounts:batchGet?maxResults=1",
        headers: ["Authorization": "Bearer owner"])
      #expect(page["users"]?.array?.count == 1, "\(page.text)")
    }
    #expect(scenario["steps"]?.array?.last?["expect"] == nil)
  }

  // MARK: Snapshots

  @Test(arguments: [#"{"name":"s"}"#, #"{"name":"s","project":"demo-project"}"#])
  func `a snapshot of the recording is restored by the replay`(_ body: String) async throws {
    let scenario = try await RecordedApp.replay(seed: Self.ann) { app in
      let emulator = app.emulator
      let session = await app.signIn()
      _ = await emulator.control(.post, "snapshots", body)
      _ = await app.emulator.admin("accounts:delete", ["localId": "ann"])
      _ = await emulator.control(.post, "clock:advance", #"{"minutes":30}"#)
      #expect(await app.signIn().status == 400)
      #expect(await emulator.control(.post, "snapshots/s:restore").status == 200)
      await app.lookup(session).expect(200)
      #expect(await app.signIn()["localId"] == "ann")
    }
    let calls = scenario.calls
    #expect(calls.contains("POST /emulator/v1/snapshots/recorded.s:restore"), "\(calls)")
    #expect(calls.last == "DELETE /emulator/v1/snapshots/recorded.s")
  }

  @Test func `the replay deletes its snapshots once, and no older one`() async throws {
    let scenario = try await RecordedApp.replay(
      seed: Self.ann, setUp: { _ = await $0.control(.post, "snapshots", #"{"name":"before"}"#) }
    ) { app in
      let emulator = app.emulator
      #expect(await emulator.control(.post, "snapshots", #"{"name":"s"}"#).status == 200)
      for name in ["s", "before"] {
        #expect(await emulator.control(.delete, "snapshots/\(name)").status == 200)
      }
      #expect(await app.signIn()["localId"] == "ann")
    }
    let calls = scenario.calls
    #expect(calls.filter { $0.hasPrefix("DELETE") } == ["DELETE /emulator/v1/snapshots/recorded.s"])
  }

  // MARK: Bodies

  @Test(
    arguments: [
      [:], ["Content-Type": "application/x-www-form-urlencoded"], ["Content-Type": "text/plain"],
    ] as [Headers])
  func `JSON is replayed as JSON, whatever its media type`(_ headers: Headers) async throws {
    try await RecordedApp.replay { app in
      let new = await app.emulator.call(
        .post, "/v1/accounts:signUp?key=fake-key",
        bytes: Array(#"{"email":"ann@example.com","password":"secret1"}"#.utf8), headers: headers)
      #expect(new.status == 200, "\(new.text)")
      let minted = await app.emulator.call(
        .post, "/emulator/v1/issuers/google.com/tokens",
        bytes: Array(#"{"account":{"email":"ann@example.com"}}"#.utf8), headers: headers)
      #expect(minted.status == 200, "\(minted.text)")
      _ = await app.signIn()
    }
  }

  // MARK: One at a time

  @Test func `a project that is recorded already is not recorded once more`() async throws {
    let app = try await RecordedApp()
    let first = await app.emulator.control(.post, "recordings")
    let id = first["id"]?.string ?? ""
    let second = await app.emulator.control(.post, "recordings", #"{"project":"demo-project"}"#)
    second.expect(409, beginning: "The recording \(id) of demo-project runs since ")
    #expect(await app.emulator.control(.post, "recordings", #"{"project":"two"}"#).status == 200)
    #expect(await app.emulator.control(.delete, "recordings/\(id)").status == 200)
    #expect(await app.emulator.control(.post, "recordings").status == 200)
  }
}
