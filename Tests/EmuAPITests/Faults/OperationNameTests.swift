import EmuTestSupport
import Testing

@Suite final class `Operations: one name each`: EmulatorSuite {
  /// Requests for `accounts:lookup`, each with another path.
  private static let lookups: [@Sendable (TestEmulator) async -> Reply] = [
    { await $0.post("/v1/accounts:lookup?key=k", [:]) },
    { await $0.post("/identitytoolkit.googleapis.com/v1/accounts:lookup?key=k", [:]) },
    { await $0.post("/identitytoolkit/v3/relyingparty/getAccountInfo?key=k", [:]) },
    {
      await $0.post(
        "/www.googleapis.com/identitytoolkit/v3/relyingparty/getAccountInfo?key=k", [:])
    },
    { await $0.admin("accounts:lookup", ["localId": ["x"]]) },
    { await $0.admin("accounts:lookup", ["localId": ["x"]], tenant: "t") },
  ]

  /// Names of `accounts:lookup`.
  static let names = [
    "accounts:lookup", "getAccountInfo", "projects.accounts:lookup",
    "projects.tenants.accounts:lookup", "*accounts:lookup", "getAccount*", "projects.accounts:l*",
  ]

  @Test(arguments: names, lookups.indices)
  func `a fault of an operation meets every path of it`(_ name: String, _ row: Int) async {
    let set = await emulator.post(
      "/emulator/v1/faults", ["match": ["operation": .string(name)], "effect": ["status": 418]])
    set.expect(["warnings": nil])
    #expect(await Self.lookups[row](emulator).status == 418)
    #expect(await emulator.client("accounts:signUp").status == 200)
  }

  @Test(arguments: names)
  func `the request log finds an operation of every path by every name`(_ name: String) async {
    for lookup in Self.lookups { _ = await lookup(emulator) }
    _ = await emulator.client("accounts:signUp")
    let query = PercentEncoding.queryComponent(name)
    let found = await emulator.get("/emulator/v1/requests?operation=\(query)")
    let operations = found["requests"]?.array?.map { $0["operation"] }
    #expect(operations == Array(repeating: "accounts:lookup", count: Self.lookups.count))
  }

  @Test func `the request log refuses an operation that does not exist`() async {
    let reply = await emulator.get("/emulator/v1/requests?operation=accounts:lokup")
    reply.expect(400, saying: "Did you mean accounts:lookup?")
  }

  @Test func `a fault is listed with the canonical name of its operation`() async throws {
    try await emulator.fault(["match": ["operation": "verifyPassword"], "effect": ["status": 503]])
    #expect(await emulator.faults().first?["match"] == ["operation": "accounts:signInWithPassword"])
  }

  /// All names of v3, in the order of the discovery document.
  static let namesOfV3: [(String, String)] = [
    ("createAuthUri", "accounts:createAuthUri"), ("deleteAccount", "accounts:delete"),
    ("downloadAccount", "accounts:batchGet"), ("emailLinkSignin", "accounts:signInWithEmailLink"),
    ("getAccountInfo", "accounts:lookup"), ("getOobConfirmationCode", "accounts:sendOobCode"),
    ("getProjectConfig", "projects"), ("getPublicKeys", ""), ("publicKeys", "publicKeys"),
    ("getRecaptchaParam", "recaptchaParams"), ("resetPassword", "accounts:resetPassword"),
    ("sendVerificationCode", "accounts:sendVerificationCode"),
    ("setAccountInfo", "accounts:update"), ("setProjectConfig", "setProjectConfig"),
    ("signOutUser", "signOutUser"), ("signupNewUser", "accounts:signUp"),
    ("uploadAccount", "accounts:batchCreate"), ("verifyAssertion", "accounts:signInWithIdp"),
    ("verifyCustomToken", "accounts:signInWithCustomToken"),
    ("verifyPassword", "accounts:signInWithPassword"),
    ("verifyPhoneNumber", "accounts:signInWithPhoneNumber"),
    ("projects.accounts", "accounts:signUp"), ("projects:queryAccounts", "accounts:query"),
    ("projects.accounts:batchDelete", "accounts:batchDelete"),
  ]

  @Test(arguments: namesOfV3)
  func `the description of faults has all other names`(_ name: String, _ operation: String) async {
    let operations = await emulator.get("/emulator/v1/faults:describe")["operations"]
    let named = (operations?.array ?? []).filter {
      $0["name"]?.string == name || $0["otherNames"]?.array?.contains(.string(name)) == true
    }
    #expect(named.compactMap { $0["name"]?.string } == (operation.isEmpty ? [] : [operation]))
  }

  // MARK: What does not exist

  private func warnings(_ match: JSON) async throws -> [String] {
    let emulator = try TestEmulator()
    _ = await emulator.client("accounts:signUp")
    let reply = await emulator.post(
      "/emulator/v1/faults", ["match": match, "effect": ["status": 503]])
    #expect(reply.status == 200, "\(reply.text)")
    return reply["warnings"]?.array?.compactMap(\.string) ?? []
  }

  @Test func `a fault warns of a project that does not exist yet`() async throws {
    let warnings = try await warnings(["project": "demo-projekt"])
    let text = "There is no project demo-projekt yet. Did you mean demo-project?"
    #expect(warnings.count == 1 && warnings[0].hasPrefix(text), "\(warnings)")
    #expect(try await self.warnings(["project": "demo-project"]) == [])
  }

  @Test func `a fault warns of a provider that does not exist`() async throws {
    let warning = try await warnings(["providerId": "gogle.com"]).first ?? ""
    let text = "There is no provider gogle.com. Did you mean google.com?"
    #expect(warning.hasPrefix(text), "\(warning)")
    for id in ["google.com", "oidc.corp", "saml.corp", "gc.apple.com", "password", "phone"] {
      #expect(try await self.warnings(["providerId": .string(id)]) == [], "\(id)")
    }
  }

  @Test func `the fault endpoint of an issuer warns like that of all faults`() async throws {
    let reply = await emulator.post(
      "/emulator/v1/issuers/apple.com/faults",
      ["match": ["endpoint": "token", "project": "nowhere"], "effect": ["status": 503]])
    #expect(reply["warnings"]?.array?.count == 1, "\(reply.text)")
  }

  // MARK: What the description has

  @Test func `the description of faults has every effect and defect`() async throws {
    let description = await emulator.get("/emulator/v1/faults:describe")
    let api = await emulator.get("/emulator/openapi.json")
    let schema = api["components"]?["schemas"]?["Fault.Effect"]?["properties"]
    let members = (schema?.object ?? [:]).map(\.key).sorted()
    let effects = description["effects"]?.array ?? []
    #expect(!members.isEmpty)
    #expect(effects.compactMap { $0["name"]?.string }.sorted() == members)
    for effect in effects {
      let name = effect["name"]?.string ?? ""
      var value: JSONObject = [name: effect["example"] ?? .null]
      if name == "body" { value["status"] = 200 }
      let reply = await emulator.post("/emulator/v1/faults", ["effect": .object(value)])
      #expect(reply.status == 200, "\(name): \(reply.text)")
    }
    for defect in description["defects"]?.array ?? [] {
      try await emulator.fault(["effect": ["defect": defect["name"] ?? .null]])
    }
  }
}
