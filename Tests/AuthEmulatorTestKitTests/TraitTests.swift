import AuthEmulatorTestKit
import AuthEmulatorTesting
import Testing

@Suite struct `The trait` {
  @Test(.emulator, arguments: 1...6)
  func `tests in parallel sign up the same address, each in its project`(_ run: Int) async throws {
    let project = try EmulatorProject.current
    #expect(try await project.users().isEmpty)
    #expect(try await App(project).signUp("ann@example.com").status == 200)
    async let here = try EmulatorProject.current.id
    #expect(try await here == project.id)
    #expect(try await project.users().count == 1)
  }

  @Test(.emulator(profile: .production))
  func `a project of the trait has the profile that the trait names`() async throws {
    #expect(try await EmulatorProject.current.settings().profile == .production)
  }

  @Test func `a test without the trait has no project, and the error names the trait`() {
    let error = #expect(throws: AuthEmulatorError.self) { try EmulatorProject.current }
    #expect(error?.kind == .noProject)
    #expect(error?.nextStep.contains("@Test(.emulator)") == true)
  }

  @Test(.emulator) func `the shared emulator is one for all`() async throws {
    async let first = AuthEmulator.shared
    async let second = AuthEmulator.shared
    let (one, two) = try await (first, second)
    #expect(one === two)
    #expect(try EmulatorProject.current.emulator === one)
  }
}
