import AuthEmulatorTestKit
import AuthEmulatorTesting
import Foundation
import Testing

@Suite final class `State`: ProjectSuite {
  private struct Stop: Error {}

  @Test(.ownEmulator) func `the clock is moved, set, frozen and reset`() async throws {
    let clock = project.emulator.clock
    #expect(try await clock.advance(by: 90.5).offset == 90.5)
    #expect(try await clock.advance(by: .seconds(-30)).offset == 60.5)
    let time = Date(timeIntervalSince1970: 1_900_000_000.25)
    let frozen = try await clock.set(time, frozen: true)
    #expect(frozen.isFrozen && !frozen.warnings.isEmpty)
    #expect(try await clock.now == time)
    let state = try await clock.reset()
    #expect(state.offset == 0 && !state.isFrozen)
    #expect(try await clock.freeze().isFrozen)
  }

  @Test(.emulator) func `a fault lasts as long as its closure`() async throws {
    let lookup = FaultMatch.operation("accounts:signUp")
    try await project.faults.with(.rateLimit(retryAfter: 5), on: lookup) {
      #expect(try await app.signUp("ann@example.com").status == 429)
      let faults = try await project.faults.list()
      #expect(faults.count == 1 && faults.first?.match["operation"] == "accounts:signUp")
      // Another project is served meanwhile.
      let other = try await project.emulator.uniqueProject()
      #expect(try await App(other).signUp("ann@example.com").status == 200)
    }
    #expect(try await project.faults.list().isEmpty)
    #expect(try await app.signUp("ann@example.com").status == 200)
  }

  @Test(.emulator) func `a fault ends when its closure throws, or with its use`() async throws {
    await #expect(throws: Stop.self) {
      try await project.faults.with(.drop) { throw Stop() }
    }
    #expect(try await project.faults.list().isEmpty)
    let id = try await project.faults.add(.error("UNAVAILABLE", code: 503), times: 1)
    let reply = try await app.signUp("ann@example.com")
    #expect(reply.status == 503 && reply.error == "UNAVAILABLE")
    #expect(try await project.faults.list().isEmpty)
    try await project.faults.remove(id)
    try await project.faults.add(.status(503))
    try await project.faults.removeAll()
    #expect(try await project.faults.list().isEmpty)
  }

  @Test(.emulator) func `a snapshot of a project is restored after its closure`() async throws {
    try await app.signUp("ann@example.com")
    let count = try await project.snapshot {
      try await app.signUp("bea@example.com")
      return try await project.users().count
    }
    #expect(count == 2)
    await #expect(throws: Stop.self) {
      try await project.snapshot { () async throws -> Void in
        try await app.signUp("cem@example.com")
        throw Stop()
      }
    }
    #expect(try await project.users().map(\.email) == ["ann@example.com"])
  }

  @Test(.emulator) func `a fault and a snapshot end in a cancelled task`() async throws {
    let (waits, waiting) = AsyncStream.makeStream(of: Void.self)
    let task = Task { [project, app] in
      defer { waiting.finish() }
      try await project.faults.with(.drop, on: .operation("accounts:delete")) {
        try await project.snapshot { () async throws -> Void in
          try await app.signUp("ann@example.com")
          waiting.finish()
          try await Task.sleep(for: .seconds(60))
        }
      }
    }
    for await _ in waits {}
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await project.faults.list().isEmpty)
    #expect(try await project.users().isEmpty)
  }

  @Test(.ownEmulator) func `a snapshot of everything is restored by its name`() async throws {
    let emulator = project.emulator
    try await emulator.snapshot("empty")
    try await app.signUp("ann@example.com")
    try await emulator.restore("empty")
    #expect(try await project.users().isEmpty)
    try await emulator.removeSnapshot("empty")
    await #expect(throws: AuthEmulatorError.self) { try await emulator.restore("empty") }
    try await app.signUp("ann@example.com")
    try await emulator.reset()
    #expect(try await project.users().isEmpty)
  }

  @Test(.emulator) func `a scenario is run and loaded`() async throws {
    let scenarios = project.emulator.scenarios
    #expect(try await scenarios.list().contains { $0.name == "disabled-user" })
    try await scenarios.load("disabled-user", into: project)
    #expect(try await project.users().map(\.email) == ["ann@example.com"])
    let own: JSONValue = ["title": "T", "why": "W", "steps": [["call": "GET /emulator/v1/health"]]]
    let result = try await scenarios.run(own, in: project)
    #expect(result.passed && result.steps.map(\.status) == [200])
  }
}
