import AuthEmulatorTestKit
import AuthEmulatorTesting
import Testing

/// Several workers on one emulator: each joins it by its address and has its own project.
@Suite struct `Workers` {
  @Test(.emulator) func `workers that join one emulator do not interfere`() async throws {
    let url = try EmulatorProject.current.url
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...8 {
        group.addTask {
          let project = try await AuthEmulator.join(url: url).uniqueProject()
          try await project.seed(users: [SeedUser(uid: "ann")])
          try await App(project).signUp("bea@example.com")
          return try await project.users().count
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts == Array(repeating: 2, count: 8))
  }
}
