import AuthEmulatorTestKit
import AuthEmulatorTesting
import Testing

// A recording of a shared emulator would contain other tests' changes of its clock or issuers.
@Suite(.ownEmulator) final class `Recording`: ProjectSuite {
  private struct Stop: Error {}

  @Test func `a recording becomes a scenario that runs`() async throws {
    try await project.seed(users: [
      SeedUser(uid: "ann", email: "ann@example.com", password: "secret1")
    ])
    let recorded = try await project.record(title: "Ann comes back", why: "She has a password.") {
      let reply = try await app.signIn("ann@example.com", password: "secret1")
      #expect(reply.status == 200)
    }
    let scenario = recorded.scenario
    #expect(scenario["title"] == "Ann comes back" && scenario["why"] == "She has a password.")
    let steps = recorded.scenario["steps"]?.array ?? []
    #expect(steps.count == 1)
    #expect(steps.first?["call"]?.string?.contains("accounts:signInWithPassword") == true)
    let other = try await project.emulator.uniqueProject()
    let result = try await project.emulator.scenarios.run(recorded.scenario, in: other)
    #expect(result.passed, "\(result.steps)")
    #expect(try await other.users().map(\.uid) == ["ann"])
  }

  @Test func `a recording is listed until it is cancelled`() async throws {
    let recording = try await project.record()
    #expect(recording.project.id == project.id && recording.requests == 0)
    try await app.signUp("ann@example.com")
    let listed = try await project.emulator.recordings().first { $0.id == recording.id }
    #expect(listed?.requests == 1 && listed?.startedAt == recording.startedAt)
    try await recording.cancel()
    #expect(try await !project.emulator.recordings().contains { $0.id == recording.id })
    let error = await kitError { try await recording.finish() }
    #expect(error?.kind == .refused(status: 404))
  }

  @Test func `a recording since the reset has earlier requests`() async throws {
    try await project.emulator.project(project.id).removeUsers()
    _ = try await project.seed(raw: ["users": []])
    try await app.signUp("ann@example.com")
    let recorded = try await project.record(sinceReset: true).finish(title: "T")
    let calls = (recorded.scenario["steps"]?.array ?? []).compactMap { $0["call"]?.string }
    #expect(calls.contains { $0.contains("accounts:signUp") }, "\(calls)")
  }

  @Test func `a recording whose closure throws is discarded`() async throws {
    await #expect(throws: Stop.self) { try await project.record(title: "T") { throw Stop() } }
    #expect(try await !project.emulator.recordings().contains { $0.project.id == project.id })
  }
}
