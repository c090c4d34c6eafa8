import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `Faults: what they concern` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  /// Adds a fault and returns its id.
  private func set(_ emulator: TestEmulator, _ fault: JSON) async throws -> String {
    let reply = await emulator.call(.post, "/emulator/v1/faults", fault)
    #expect(reply.status == 200, "\(reply.text)")
    return try #require(reply["id"]?.string)
  }

  private func left(_ emulator: TestEmulator) async -> [JSON] {
    await emulator.call(.get, "/emulator/v1/faults")["faults"]?.array ?? []
  }

  private static let teapot: JSON = ["error": ["code": 418, "message": "MET"]]

  private func isMet(_ reply: Reply) -> Bool { reply.status == 418 }

  private func signedUp(_ emulator: TestEmulator, _ email: String) async -> Reply {
    await emulator.signUpReply(email)
  }

  // MARK: Matching

  @Test func `a fault of an operation leaves the others alone, and a star matches any text`()
    async throws
  {
    _ = try await set(
      emulator, ["match": ["operation": "*accounts:lookup"], "effect": Self.teapot])
    #expect(isMet(await emulator.client("accounts:lookup")))
    #expect(isMet(await emulator.admin("accounts:lookup", ["localId": ["x"]])))
    #expect(await signedUp(emulator, "a@example.com").status == 200)
  }

  @Test func `a fault of a path meets that path alone`() async throws {
    _ = try await set(
      emulator, ["match": ["path": "/v1/accounts:signUp"], "effect": Self.teapot])
    #expect(await signedUp(emulator, "a@example.com").status == 200)
    #expect(isMet(await emulator.call(.post, "/v1/accounts:signUp?key=k", [:])))
  }

  @Test func `a fault of a project meets its requests, by path, body and API key`() async throws {
    _ = await emulator.call(
      .post, "/emulator/v1/projects/other/apiKeys", ["apiKey": "AIzaOther"])
    _ = try await set(emulator, ["match": ["project": "other"], "effect": Self.teapot])
    let owner: Headers = ["Authorization": "Bearer owner"]
    #expect(
      isMet(
        await emulator.call(
          .post, "/v1/projects/other/accounts:lookup", ["localId": ["x"]], headers: owner)))
    #expect(
      isMet(
        await emulator.call(
          .post, "/v1/accounts:lookup", ["targetProjectId": "other", "localId": ["x"]],
          headers: owner)))
    for key in ["AIzaOther", try emulator.key(of: "other")] {
      #expect(isMet(await emulator.call(.post, "/v1/accounts:signUp?key=\(key)", [:])))
    }
    #expect(await signedUp(emulator, "a@example.com").status == 200)
    #expect(await emulator.admin("accounts:lookup", ["localId": ["x"]]).status == 200)
  }

  @Test(arguments: [("demo-project", true), ("other", false)])
  func `a fault of a project meets the issuers' requests for its clients`(
    _ project: String, _ meets: Bool
  ) async throws {
    _ = await signedUp(emulator, "a@example.com")
    _ = try await set(
      emulator,
      ["match": ["project": .string(project), "endpoint": "token"], "effect": Self.teapot])
    let reply = await emulator.call(
      .post, "/issuers/oidc.corp/token", bytes: Array("client_id=client&code=c".utf8),
      headers: ["Host": "localhost", "Content-Type": "application/x-www-form-urlencoded"])
    #expect(isMet(reply) == meets, "\(reply.text)")
  }

  @Test func `a fault of a provider meets its sign-ins, its configuration and its issuer`()
    async throws
  {
    _ = try await set(emulator, ["match": ["providerId": "google.com"], "effect": Self.teapot])
    let claims: JSON = ["sub": "1", "email": "a@example.com"]
    #expect(isMet(await emulator.signIn("google.com", claims: claims)))
    #expect(await emulator.signIn("facebook.com", claims: claims).status == 200)
    #expect(
      isMet(
        await emulator.client(
          "accounts:createAuthUri",
          ["providerId": "google.com", "continueUri": "http://localhost"])))
    #expect(
      isMet(
        await emulator.call(
          .get, "/v2/projects/demo-project/defaultSupportedIdpConfigs/google.com",
          headers: ["Authorization": "Bearer owner"])))
    #expect(isMet(await emulator.call(.get, "/issuers/google.com/o/oauth2/v2/auth")))
    #expect(!isMet(await emulator.call(.get, "/issuers/facebook.com/v19.0/me")))
  }

  /// Requests about ann: by her id, her address, or her token.
  private static let aboutAnn: [@Sendable (TestEmulator, Reply) async -> Reply] = [
    { emulator, ann in
      await emulator.admin("accounts:lookup", ["localId": ["x", ann["localId"] ?? .null]])
    },
    { emulator, ann in
      await emulator.admin("accounts:update", ["localId": ann["localId"] ?? .null])
    },
    { emulator, ann in
      await emulator.client("accounts:lookup", ["idToken": ann["idToken"] ?? .null])
    },
    { emulator, ann in
      await emulator.client("accounts:update", ["id_token": ann["idToken"] ?? .null])
    },
    { emulator, ann in await emulator.refresh(ann["refreshToken"]?.string ?? "") },
    { emulator, ann in
      let form: FormFields = [
        "grant_type": "refresh_token", "refresh_token": ann["refreshToken"]?.string ?? "",
      ]
      return await emulator.call(
        .post, "/v1/token?key=k", bytes: Array(form.encoded.utf8),
        headers: ["Content-Type": "application/x-www-form-urlencoded"])
    },
    { emulator, ann in
      await emulator.admin("accounts:batchDelete", ["localIds": [ann["localId"] ?? .null]])
    },
  ]

  @Test(arguments: 0..<aboutAnn.count)
  func `a fault of a user meets the requests that name the user, and no others`(
    _ row: Int
  ) async throws {
    let ann = await signedUp(emulator, "ann@example.com")
    let ben = await signedUp(emulator, "ben@example.com")
    _ = try await set(
      emulator, ["match": ["localId": ann["localId"] ?? .null], "effect": Self.teapot])
    #expect(!isMet(await Self.aboutAnn[row](emulator, ben)))
    #expect(isMet(await Self.aboutAnn[row](emulator, ann)))
  }

  @Test func `a fault of an e-mail address applies to any sign-in with it, in any case`()
    async throws
  {
    let ann = await signedUp(emulator, "ann@example.com")
    _ = try await set(
      emulator, ["match": ["email": "Ann@Example.com"], "effect": Self.teapot])
    func signIn(_ email: String) async -> Reply {
      await emulator.signInWithPassword(email)
    }
    #expect(isMet(await signIn("ANN@example.com")))
    #expect(!isMet(await signIn("ben@example.com")))
    #expect(
      isMet(await emulator.client("accounts:lookup", ["idToken": ann["idToken"] ?? .null])))
  }

  // MARK: How often

  @Test func `a fault with times applies to exactly that many of many concurrent requests`()
    async throws
  {
    _ = try await set(
      emulator,
      ["match": ["operation": "accounts:lookup"], "effect": Self.teapot, "times": 37])
    let met = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<200 {
        group.addTask { await emulator.client("accounts:lookup").status == 418 }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(met == 37)
    #expect(await left(emulator).isEmpty)
  }

  @Test func `the second of two faults that answer waits for the request after the first`()
    async throws
  {
    for status: Int64 in [503, 429] {
      _ = try await set(emulator, ["effect": ["status": .int(status)], "times": 1])
    }
    // A delay does not replace the answer, so it applies together with another fault.
    _ = try await set(emulator, ["effect": ["delayMilliseconds": 1], "times": 1])
    var statuses: [Int] = []
    for _ in 0..<3 { statuses.append(await emulator.client("accounts:lookup").status) }
    #expect(statuses == [503, 429, 400])
    #expect(await left(emulator).isEmpty)
  }

  @Test func `a fault with a probability repeats its outcomes by its seed`() async throws {
    func outcomes(_ seed: Int64) async throws -> [Bool] {
      let emulator = try TestEmulator()
      _ = try await set(
        emulator,
        ["effect": Self.teapot, "probability": 0.5, "seed": .int(seed)])
      var outcomes: [Bool] = []
      for _ in 0..<40 { outcomes.append(isMet(await emulator.client("accounts:lookup"))) }
      return outcomes
    }
    let first = try await outcomes(7)
    #expect(try await outcomes(7) == first)
    #expect(try await outcomes(8) != first)
    #expect((8...32).contains(first.count(where: \.self)))
  }

  @Test func `a fault with a probability and no seed says the seed that repeats it`() async throws {
    _ = try await set(emulator, ["effect": Self.teapot, "probability": 0.5])
    let listed = try #require(await left(emulator).first)
    #expect(listed["probability"] == 0.5)
    #expect(listed["seed"]?.int != nil)
  }

  @Test func `a fault is over at its time, by the emulator's clock`() async throws {
    _ = try await set(emulator, ["effect": Self.teapot, "expiresInSeconds": 60])
    let end = (TestEmulator.start + .seconds(60)).rfc3339
    #expect(await left(emulator).first?["expiresAt"]?.string == end)
    emulator.advance(.milliseconds(59_999))
    #expect(isMet(await emulator.client("accounts:lookup")))
    emulator.advance(.milliseconds(1))
    #expect(await left(emulator).isEmpty)
    #expect(!isMet(await emulator.client("accounts:lookup")))
    // It was removed, so a clock that is set back does not restore it.
    emulator.advance(.seconds(-30))
    #expect(await left(emulator).isEmpty)
  }

  // MARK: Doors

  @Test func `a fault that concerns everything leaves the emulator's own calls to the test`()
    async throws
  {
    let id = try await set(emulator, ["effect": ["drop": true]])
    #expect(await emulator.client("accounts:lookup").isDropped)
    #expect(await emulator.call(.get, "/issuers/apple.com/auth/keys").isDropped)
    for path in ["/emulator/v1/health", "/emulator/v1/clock", "/", "/emulator/openapi.json"] {
      #expect(await emulator.call(.get, path).status == 200, "\(path)")
    }
    #expect(await left(emulator).map { $0["id"] } == [.string(id)])
    #expect(await emulator.call(.delete, "/emulator/v1/faults/\(id)").status == 200)
    #expect(await emulator.call(.delete, "/emulator/v1/faults/\(id)").status == 404)
    #expect(!(await emulator.client("accounts:lookup").isDropped))
  }

  @Test func `both fault endpoints show a fault of an issuer, and each removes it`() async throws {
    let door = "/emulator/v1/issuers/oidc.corp/faults"
    let match: JSON = ["providerId": "oidc.corp", "endpoint": "keys"]
    for other in [door, "/emulator/v1/faults"] {
      let reply = await emulator.call(
        .post, door, ["match": ["endpoint": "keys"], "effect": ["status": 503]])
      let id = try #require(reply["id"]?.string)
      #expect(await left(emulator).first?["match"] == match)
      #expect(await emulator.call(.get, door)["faults"]?.array == left(emulator))
      let elsewhere = await emulator.call(.get, "/emulator/v1/issuers/apple.com/faults")
      #expect(elsewhere["faults"] == [])
      #expect(
        await emulator.call(.delete, "/emulator/v1/issuers/apple.com/faults/\(id)").status == 404)
      #expect(await emulator.call(.delete, "\(other)/\(id)").status == 200)
      #expect(await left(emulator).isEmpty)
    }
  }

  @Test func `the faults of a project are listed and removed apart`() async throws {
    for match: JSON in [["project": "demo-project"], ["project": "other"], [:]] {
      _ = try await set(emulator, ["match": match, "effect": ["status": 503]])
    }
    let listed = await emulator.call(.get, "/emulator/v1/faults?project=other")["faults"]?.array
    #expect(listed?.map { $0["match"]?["project"] } == ["other"])
    #expect(await emulator.call(.delete, "/emulator/v1/faults?project=other").status == 200)
    #expect(await left(emulator).map { $0["match"] } == [["project": "demo-project"], [:]])
    #expect(await emulator.call(.delete, "/emulator/v1/faults").status == 200)
    #expect(await left(emulator).isEmpty)
  }

  @Test func `a reset removes faults, and that of a project its own alone`() async throws {
    for project in ["demo-project", "other"] {
      _ = try await set(
        emulator, ["match": ["project": .string(project)], "effect": ["status": 503]])
    }
    _ = await emulator.call(.post, "/emulator/v1/projects/other/apiKeys", ["apiKey": "AIzaO"])
    _ = await emulator.call(.post, "/emulator/v1/reset", ["projects": ["other"]])
    #expect(await left(emulator).map { $0["match"]?["project"] } == ["demo-project"])
    _ = await emulator.call(.post, "/emulator/v1/reset", [:])
    #expect(await left(emulator).isEmpty)
  }
}
