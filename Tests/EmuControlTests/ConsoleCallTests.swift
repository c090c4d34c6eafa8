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
    let log = await emulator.control(.get, "requests?bodies=false")["requests"]?.array ?? []
    try #require(log.count == 2)
    #expect(log[0]["error"] == nil)
    #expect(log[1]["error"] == "MISSING_PASSWORD")
    for entry in log { #expect(entry["request"] == nil && entry["response"] == nil) }
    let whole = await emulator.control(.get, "requests")["requests"]?[0]
    #expect(whole?["response"] != nil && whole?["error"] == nil)
    #expect(await emulator.control(.get, "requests?bodies=maybe").status == 400)
  }

  @Test func `a refused request names the address or number that it was sent for`() async throws {
    _ = await emulator.client(
      "accounts:signInWithPassword", ["email": "ann@example.com", "password": "secret1"])
    _ = await emulator.client("accounts:sendVerificationCode", ["phoneNumber": "+15555550100"])
    let log = await emulator.control(.get, "requests?bodies=false")["requests"]?.array ?? []
    try #require(log.count == 2)
    #expect(log[0]["user"] == ["phoneNumber": "+15555550100"])
    #expect(log[1]["user"] == ["email": "ann@example.com"])
  }

  @Test func `the log has outcome, code, user and provider as members`() async throws {
    let ann: JSON = ["email": "ann@example.com", "password": "secret1", "returnSecureToken": true]
    let uid = await emulator.client("accounts:signUp", ann)["localId"] ?? .null
    let person = PercentEncoding.queryComponent(#"{"sub":"f1","email":"ann@example.com"}"#)
    let asked = await emulator.client(
      "accounts:signInWithIdp",
      [
        "requestUri": "http://localhost",
        "postBody": .string("providerId=facebook.com&id_token=\(person)"),
      ])
    #expect(asked["needConfirmation"] == true)
    _ = await emulator.client("accounts:signUp", ann)
    _ = await emulator.client("accounts:signInWithPassword", ann)
    let log = await emulator.control(.get, "requests")["requests"]?.array ?? []
    try #require(log.count == 4)
    #expect(log.map { $0["outcome"] } == ["succeeded", "refused", "refused", "succeeded"])
    #expect(log.map { $0["code"] } == [nil, "EMAIL_EXISTS", "needConfirmation", nil])
    #expect(log.map { $0["user"]?["email"] } == Array(repeating: "ann@example.com", count: 4))
    let signIn = log[0]["decisions"]?.array?.first { $0["method"] != nil }
    #expect(signIn?["method"] == "password" && signIn?["localId"] == uid)
    let linking = log[2]["decisions"]?.array?.first { $0["rule"] == "linking" }
    #expect(linking?["localId"] == uid && linking?["providerId"] == "facebook.com")
    let refused = await emulator.control(.get, "requests?outcome=refused")["requests"]
    #expect(refused?.array?.map { $0["id"] } == [log[1]["id"], log[2]["id"]])
    #expect(await emulator.control(.get, "requests?outcome=maybe").status == 400)
    _ = await emulator.client(
      "accounts:signInWithPassword", ["email": "ann@example.com", "password": "wrong"])
    let wrong = await emulator.control(.get, "requests?limit=1")["requests"]?.array?.first
    #expect(wrong?["decisions"]?.array?.contains { $0["localId"] == uid } == true)
  }

  @Test func `older requests are read by the id of the last one that was read`() async {
    for _ in 1...5 { _ = await emulator.client("accounts:signUp") }
    var ids: [String] = []
    var query = ""
    repeat {
      let page = await emulator.control(.get, "requests?limit=2" + query)["requests"]?.array ?? []
      guard let last = page.last?["id"]?.string else { break }
      ids += page.compactMap { $0["id"]?.string }
      query = "&before=\(last)"
    } while ids.count < 10
    #expect(ids.count == 5 && Set(ids).count == 5)
    let all = await emulator.control(.get, "requests")["requests"]?.array ?? []
    #expect(ids == all.compactMap { $0["id"]?.string })
    #expect(await emulator.control(.get, "requests?before=none").status == 400)
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
}
