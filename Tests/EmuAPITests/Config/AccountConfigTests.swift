import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer
import EmuTestSupport
import EmuTestTools
import Testing

/// The effects of `autodeleteAnonymousUsers` and `quota`.
@Suite struct `The configuration of accounts` {
  /// The body of a change, its tenant, and the number of the four users who stay.
  @Test(
    arguments: [
      (nil, nil, 4), (["autodeleteAnonymousUsers": true], nil, 3),
      (["autodeleteAnonymousUsers": false], nil, 4), (nil, "acme", 3),
    ] as [(JSON?, String?, Int)])
  func `anonymous users are deleted after 30 days where the project or tenant says so`(
    _ config: JSON?, _ tenant: String?, _ count: Int
  ) async throws {
    let emulator = try TestEmulator()
    if let config { _ = await emulator.configuration(.patch, "config", config) }
    if let tenant {
      _ = await emulator.configuration(
        .patch, "tenants/\(tenant)?updateMask=autodeleteAnonymousUsers",
        ["autodeleteAnonymousUsers": true])
    }
    let place: JSON = tenant.map { .string($0) } ?? .null
    func signUp(_ fields: JSONObject) async {
      var fields = fields
      fields["tenantId"] = place
      let reply = await emulator.client("accounts:signUp", .object(fields))
      #expect(reply.status == 200, "\(reply.json)")
    }
    await signUp([:])
    await signUp(["email": "ada@example.com", "password": "secret1"])
    _ = await emulator.admin("accounts", ["phoneNumber": "+15555550100"], tenant: tenant)
    await advance(emulator, days: 29)
    await signUp([:])
    await advance(emulator, days: 1)
    let listed = await emulator.admin("accounts:query", [:], tenant: tenant)
    #expect(listed["userInfo"]?.array?.count == count)
  }

  @Test func `anonymous users of an age are deleted at a start as well`() async throws {
    let folder = try TestFolder()
    func emulator(afterDays days: Int64) throws -> TestEmulator {
      try TestEmulator(
        machine: TestEmulator.start + .seconds(days * 24 * 3600), isReopened: false
      ) { $0.location = .file(folder.path("x.sqlite")) }
    }
    let first = try emulator(afterDays: 0)
    _ = await first.configuration(.patch, "config", ["autodeleteAnonymousUsers": true])
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

  private static let start = TestEmulator.start.rfc3339

  @Test(
    arguments: [
      (["quota": 2], "TOO_MANY_ATTEMPTS_TRY_LATER"), (["quota": 3], nil), (["quota": -1], nil),
      (
        ["quota": 2, "startTime": .string(start), "quotaDuration": "60s"],
        "TOO_MANY_ATTEMPTS_TRY_LATER"
      ),
      (["quota": 2, "startTime": "2020-01-01T00:00:00Z", "quotaDuration": "60s"], nil),
    ] as [(JSON, String?)])
  func `an app creates as many accounts in an hour as signUpQuotaConfig allows`(
    _ quota: JSON, _ error: String?
  ) async throws {
    let emulator = try TestEmulator()
    try emulator.set([.quotas: .on])
    _ = await emulator.configuration(
      .patch, "config", ["quota": ["signUpQuotaConfig": quota]])
    for _ in 1...2 { #expect(await emulator.client("accounts:signUp").status == 200) }
    #expect(await emulator.client("accounts:signUp").errorMessage == error)
    #expect(await emulator.admin("accounts", [:]).status == 200)
    emulator.advance(.seconds(3600))
    #expect(await emulator.client("accounts:signUp").status == 200)
  }
}
