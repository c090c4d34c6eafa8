import EmuTestSupport
import Testing

@testable import EmuModel

@Suite final class `Faults: what they concern`: EmulatorSuite {
  private static let teapot: JSON = ["error": ["code": 418, "message": "MET"]]

  // MARK: Matching

  @Test func `a fault of an operation leaves the others alone`() async throws {
    try await emulator.fault(["match": ["operation": "*accounts:lookup"], "effect": Self.teapot])
    #expect(await emulator.client("accounts:lookup").isMet)
    #expect(await emulator.admin("accounts:lookup", ["localId": ["x"]]).isMet)
    #expect(await emulator.signUpReply("a@example.com").status == 200)
  }

  @Test func `a fault of a path meets that path alone`() async throws {
    try await emulator.fault(["match": ["path": "/v1/accounts:signUp"], "effect": Self.teapot])
    #expect(await emulator.signUpReply("a@example.com").status == 200)
    #expect(await emulator.post("/v1/accounts:signUp?key=k", [:]).isMet)
  }

  @Test func `a fault of a project meets its requests, by path, body and API key`() async throws {
    _ = await emulator.post("/emulator/v1/projects/other/apiKeys", ["apiKey": "AIzaOther"])
    try await emulator.fault(["match": ["project": "other"], "effect": Self.teapot])
    let ids: JSON = ["localId": ["x"]]
    #expect(await emulator.admin("accounts:lookup", ids, project: "other").isMet)
    let named = await emulator.post(
      "/v1/accounts:lookup", ["targetProjectId": "other", "localId": ["x"]],
      headers: ["Authorization": "Bearer owner"])
    #expect(named.isMet)
    for key in ["AIzaOther", try emulator.key(of: "other")] {
      #expect(await emulator.post("/v1/accounts:signUp?key=\(key)", [:]).isMet)
    }
    #expect(await emulator.signUpReply("a@example.com").status == 200)
    #expect(await emulator.admin("accounts:lookup", ["localId": ["x"]]).status == 200)
  }

  @Test(arguments: [("demo-project", true), ("other", false)])
  func `a fault of a project meets its issuers`(_ project: String, _ meets: Bool) async throws {
    _ = await emulator.signUpReply("a@example.com")
    try await emulator.fault([
      "match": ["project": .string(project), "endpoint": "token"], "effect": Self.teapot,
    ])
    let reply = await emulator.form(
      "/issuers/oidc.corp/token", ["client_id": "client", "code": "c"])
    #expect(reply.isMet == meets, "\(reply.text)")
  }

  @Test func `a fault of a provider meets its sign-ins, settings and issuer`() async throws {
    try await emulator.fault(["match": ["providerId": "google.com"], "effect": Self.teapot])
    let claims: JSON = ["sub": "1", "email": "a@example.com"]
    #expect(await emulator.signIn("google.com", claims: claims).isMet)
    #expect(await emulator.signIn("facebook.com", claims: claims).status == 200)
    let begin: JSON = ["providerId": "google.com", "continueUri": "http://localhost"]
    #expect(await emulator.client("accounts:createAuthUri", begin).isMet)
    #expect(await emulator.getV2("defaultSupportedIdpConfigs/google.com").isMet)
    #expect(await emulator.get("/issuers/google.com/o/oauth2/v2/auth").isMet)
    #expect(await !emulator.get("/issuers/facebook.com/v19.0/me").isMet)
  }

  @Test(arguments: [(true, "oidc.MyCorp"), (false, "oidc.mycorp")])
  func `a fault of a provider meets it in the spelling that the project has`(
    isConfigured: Bool, id: String
  ) async throws {
    if isConfigured { try emulator.configure(provider: "oidc.MyCorp", .init(clientID: "client")) }
    try await emulator.fault(["match": ["providerId": .string(id)], "effect": Self.teapot])
    #expect(await emulator.signIn("oidc.MyCorp", claims: ["sub": "1"]).isMet)
    #expect(await emulator.signIn("oidc.mycorp", claims: ["sub": "1"]).isMet != isConfigured)
  }

  /// Requests about ann: by her id, her address, or her token.
  private static let aboutAnn: [@Sendable (TestEmulator, Reply) async -> Reply] = [
    { await $0.admin("accounts:lookup", ["localId": ["x", $1["localId"] ?? .null]]) },
    { await $0.admin("accounts:update", ["localId": $1["localId"] ?? .null]) },
    { await $0.client("accounts:lookup", ["idToken": $1.idToken]) },
    { await $0.client("accounts:update", ["id_token": $1.idToken]) },
    { await $0.refresh($1["refreshToken"]?.string ?? "") },
    { emulator, ann in
      let token = ann["refreshToken"]?.string ?? ""
      return await emulator.form(
        "/v1/token?key=k", ["grant_type": "refresh_token", "refresh_token": token])
    },
    { await $0.admin("accounts:batchDelete", ["localIds": [$1["localId"] ?? .null]]) },
  ]

  @Test(arguments: aboutAnn.indices)
  func `a fault of a user meets the requests that name the user`(_ row: Int) async throws {
    let ann = await emulator.signUpReply("ann@example.com")
    let ben = await emulator.signUpReply("ben@example.com")
    try await emulator.fault(["match": ["localId": ann["localId"] ?? .null], "effect": Self.teapot])
    #expect(await !Self.aboutAnn[row](emulator, ben).isMet)
    #expect(await Self.aboutAnn[row](emulator, ann).isMet)
  }

  @Test func `a fault of an e-mail address applies in upper and lower case`() async throws {
    let ann = await emulator.signUpReply("ann@example.com")
    try await emulator.fault(["match": ["email": "Ann@Example.com"], "effect": Self.teapot])
    #expect(await emulator.signInWithPassword("ANN@example.com").isMet)
    #expect(await !emulator.signInWithPassword("ben@example.com").isMet)
    #expect(await emulator.client("accounts:lookup", ["idToken": ann.idToken]).isMet)
  }

  @Test func `a fault of an e-mail address meets the JSON that production accepts`() async throws {
    let emulator = try TestEmulator(profile: .production)
    try await emulator.fault(["match": ["email": "ann@example.com"], "effect": Self.teapot])
    let body = Array("{'email':'ann@example.com','password':'secret1'}".utf8)
    for type in ["application/json", "application/x-www-form-urlencoded"] {
      let reply = await emulator.call(
        .post, "/v1/accounts:signUp?key=k", bytes: body, headers: ["Content-Type": type])
      #expect(reply.isMet, "\(type)")
    }
  }

  // MARK: How often

  @Test func `a fault with times meets exactly that many concurrent requests`() async throws {
    try await emulator.fault([
      "match": ["operation": "accounts:lookup"], "effect": Self.teapot, "times": 37,
    ])
    let met = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<200 {
        group.addTask { [emulator] in await emulator.client("accounts:lookup").status == 418 }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(met == 37)
    #expect(await emulator.faults().isEmpty)
  }

  @Test func `the second of two faults waits for the next request`() async throws {
    for status: Int64 in [503, 429] {
      try await emulator.fault(["effect": ["status": .int(status)], "times": 1])
    }
    // A delay does not replace the answer, so it applies together with another fault.
    try await emulator.fault(["effect": ["delayMilliseconds": 1], "times": 1])
    var statuses: [Int] = []
    for _ in 0..<3 { statuses.append(await emulator.client("accounts:lookup").status) }
    #expect(statuses == [503, 429, 400])
    #expect(await emulator.faults().isEmpty)
  }

  @Test func `a fault with a probability repeats its outcomes by its seed`() async throws {
    func outcomes(_ seed: Int64) async throws -> [Bool] {
      let emulator = try TestEmulator()
      try await emulator.fault(["effect": Self.teapot, "probability": 0.5, "seed": .int(seed)])
      var outcomes: [Bool] = []
      for _ in 0..<40 { outcomes.append(await emulator.client("accounts:lookup").isMet) }
      return outcomes
    }
    let first = try await outcomes(7)
    #expect(try await outcomes(7) == first)
    #expect(try await outcomes(8) != first)
    #expect((8...32).contains(first.count(where: \.self)))
  }

  @Test func `a fault with a probability and no seed says the seed that repeats it`() async throws {
    try await emulator.fault(["effect": Self.teapot, "probability": 0.5])
    let listed = try #require(await emulator.faults().first)
    #expect(listed["probability"] == 0.5)
    #expect(listed["seed"]?.int != nil)
  }

  @Test func `a fault is over at its time, by the emulator's clock`() async throws {
    try await emulator.fault(["effect": Self.teapot, "expiresInSeconds": 60])
    let end = (TestEmulator.start + .seconds(60)).rfc3339
    #expect(await emulator.faults().first?["expiresAt"]?.string == end)
    emulator.advance(.milliseconds(59_999))
    #expect(await emulator.client("accounts:lookup").isMet)
    emulator.advance(.milliseconds(1))
    #expect(await emulator.faults().isEmpty)
    #expect(await !emulator.client("accounts:lookup").isMet)
    // It was removed, so a clock that is set back does not restore it.
    emulator.advance(.seconds(-30))
    #expect(await emulator.faults().isEmpty)
  }

  // MARK: Doors

  @Test func `a fault of everything leaves the emulator's own calls alone`() async throws {
    let id = try await emulator.fault(["effect": ["drop": true]])
    #expect(await emulator.client("accounts:lookup").isDropped)
    #expect(await emulator.get("/issuers/apple.com/auth/keys").isDropped)
    for path in [
      "/emulator/v1/health", "/emulator/v1/clock", "/", "/emulator/openapi.json", "/emulators",
      "/llms.txt",
    ] {
      #expect(await emulator.get(path).status == 200, "\(path)")
    }
    #expect(await emulator.faults().map { $0["id"] } == [.string(id)])
    #expect(await emulator.call(.delete, "/emulator/v1/faults/\(id)").status == 200)
    #expect(await emulator.call(.delete, "/emulator/v1/faults/\(id)").status == 404)
    #expect(!(await emulator.client("accounts:lookup").isDropped))
  }

  @Test func `both fault endpoints show a fault of an issuer, and each removes it`() async throws {
    let door = "/emulator/v1/issuers/oidc.corp/faults"
    let match: JSON = ["providerId": "oidc.corp", "endpoint": "keys"]
    for other in [door, "/emulator/v1/faults"] {
      let reply = await emulator.post(
        door, ["match": ["endpoint": "keys"], "effect": ["status": 503]])
      let id = try #require(reply["id"]?.string)
      #expect(await emulator.faults().first?["match"] == match)
      #expect(await emulator.get(door)["faults"]?.array == emulator.faults())
      #expect(await emulator.get("/emulator/v1/issuers/apple.com/faults")["faults"] == [])
      #expect(
        await emulator.call(.delete, "/emulator/v1/issuers/apple.com/faults/\(id)").status == 404)
      #expect(await emulator.call(.delete, "\(other)/\(id)").status == 200)
      #expect(await emulator.faults().isEmpty)
    }
  }

  @Test func `the faults of a project are listed and removed apart`() async throws {
    for match: JSON in [["project": "demo-project"], ["project": "other"], [:]] {
      try await emulator.fault(["match": match, "effect": ["status": 503]])
    }
    let listed = await emulator.get("/emulator/v1/faults?project=other")["faults"]?.array
    #expect(listed?.map { $0["match"]?["project"] } == ["other"])
    #expect(await emulator.call(.delete, "/emulator/v1/faults?project=other").status == 200)
    #expect(await emulator.faults().map { $0["match"] } == [["project": "demo-project"], [:]])
    #expect(await emulator.call(.delete, "/emulator/v1/faults").status == 200)
    #expect(await emulator.faults().isEmpty)
  }

  @Test func `a reset removes faults, and that of a project its own alone`() async throws {
    for project in ["demo-project", "other"] {
      try await emulator.fault(["match": ["project": .string(project)], "effect": ["status": 503]])
    }
    _ = await emulator.post("/emulator/v1/projects/other/apiKeys", ["apiKey": "AIzaO"])
    _ = await emulator.post("/emulator/v1/reset", ["projects": ["other"]])
    #expect(await emulator.faults().map { $0["match"]?["project"] } == ["demo-project"])
    _ = await emulator.post("/emulator/v1/reset", [:])
    #expect(await emulator.faults().isEmpty)
  }
}

extension TestEmulator {
  /// Adds a fault and returns its id.
  @discardableResult
  func fault(_ fault: JSON) async throws -> String {
    let reply = await post("/emulator/v1/faults", fault)
    #expect(reply.status == 200, "\(reply.text)")
    return try #require(reply["id"]?.string)
  }

  /// The faults that are left.
  func faults() async -> [JSON] { await get("/emulator/v1/faults")["faults"]?.array ?? [] }
}

extension Reply {
  /// True if a fault of the tests answered.
  fileprivate var isMet: Bool { status == 418 }
}
