import EmuHTTP
import EmuJSON
import EmuTestSupport
import Testing

@Suite struct `control: what the console reads` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  @Test func `a brief log has the message of a refusal in place of bodies`() async throws {
    _ = await emulator.client("accounts:signUp", ["email": "x"])
    _ = await emulator.client("accounts:signUp")
    let log = await emulator.logged("?bodies=false")
    try #require(log.count == 2)
    #expect(log[0]["error"] == nil)
    #expect(log[1]["error"] == "MISSING_PASSWORD")
    for entry in log { #expect(entry["request"] == nil && entry["response"] == nil) }
    let whole = await emulator.logged().first
    #expect(whole?["response"] != nil && whole?["error"] == nil)
  }

  @Test func `a refused request names the address or number that it was sent for`() async throws {
    _ = await emulator.signIn("ann@example.com")
    _ = await emulator.client("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
    let log = await emulator.logged("?bodies=false")
    try #require(log.count == 2)
    #expect(log[0]["user"] == ["phoneNumber": "+15555550100"])
    #expect(log[1]["user"] == ["email": "ann@example.com"])
  }

  @Test func `the log has outcome, code, user and provider as members`() async throws {
    let uid = await emulator.signUp("ann@example.com")["localId"] ?? .null
    let asked = await emulator.signIn(
      "facebook.com", claims: ["sub": "f1", "email": "ann@example.com"])
    #expect(asked["needConfirmation"] == true)
    _ = await emulator.signUp("ann@example.com")
    _ = await emulator.signIn("ann@example.com")
    let log = await emulator.logged()
    try #require(log.count == 4)
    #expect(log.map { $0["outcome"] } == ["succeeded", "refused", "refused", "succeeded"])
    #expect(log.map { $0["code"] } == [nil, "EMAIL_EXISTS", "needConfirmation", nil])
    #expect(log.map { $0["user"]?["email"] } == Array(repeating: "ann@example.com", count: 4))
    let signIn = log[0]["decisions"]?.array?.first { $0["method"] != nil }
    #expect(signIn?["method"] == "password" && signIn?["localId"] == uid)
    let linking = log[2]["decisions"]?.array?.first { $0["rule"] == "linking" }
    #expect(linking?["localId"] == uid && linking?["providerId"] == "facebook.com")
    let refused = await emulator.logged("?outcome=refused")
    #expect(refused.map { $0["id"] } == [log[1]["id"], log[2]["id"]])
    _ = await emulator.signIn("ann@example.com", "wrong")
    let wrong = await emulator.logged("?limit=1").first
    #expect(wrong?["decisions"]?.array?.contains { $0["localId"] == uid } == true)
  }

  @Test func `older requests are read by the id of the last one that was read`() async {
    for _ in 1...5 { _ = await emulator.client("accounts:signUp") }
    var ids: [String] = []
    var query = ""
    repeat {
      let page = await emulator.logged("?limit=2" + query)
      guard let last = page.last?["id"]?.string else { break }
      ids += page.compactMap { $0["id"]?.string }
      query = "&before=\(last)"
    } while ids.count < 10
    #expect(ids.count == 5 && Set(ids).count == 5)
    let all = await emulator.logged()
    #expect(ids == all.compactMap { $0["id"]?.string })
  }

  @Test func `projects are listed with their tenants`() async {
    _ = await emulator.control(
      .post, "seed",
      #"{version: 1, projects: {b: {tenants: [{id: "t2"}, {id: "t1"}]}, a: {users: []}}}"#)
    let projects = await emulator.control(.get, "projects")["projects"]?.array ?? []
    #expect(
      projects.filter { $0["id"] != "demo-project" } == [
        ["id": "a", "tenants": []], ["id": "b", "tenants": ["t1", "t2"]],
      ])
  }

  // MARK: projects/{project}/userCounts

  @Test func `the counts are of the project and each tenant, also a disabled one`() async throws {
    _ = await emulator.seed(
      Seed.of(
        "demo",
        #"tenants:[{id:"b",disableAuth:true},{id:"a"}],users:[{localId:"1"},{localId:"2"},{localId:"3",tenantId:"b"}]"#
      ))
    #expect(
      await emulator.control(.get, "projects/demo/userCounts").json
        == ["users": 2, "tenants": [["id": "a", "users": 0], ["id": "b", "users": 1]]])
  }

  @Test func `the counts of an unknown project are zero, and it is not created`() async throws {
    #expect(
      await emulator.control(.get, "projects/unknown/userCounts").json
        == ["users": 0, "tenants": []])
    let listed = await emulator.control(.get, "projects")["projects"]
    #expect(listed?.array?.contains { $0["id"] == "unknown" } == false)
  }
}
