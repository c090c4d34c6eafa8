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

  enum Ending: CaseIterable {
    case failure, error, knownIssue, success
  }

  private struct OfTheTest: Error {}

  @Test(arguments: Ending.allCases)
  func `a test that fails has the last requests with their reasons`(_ ending: Ending) async throws {
    let (issues, recording) = AsyncStream.makeStream(of: String.self)
    let collector = IssueHandlingTrait.compactMapIssues { issue in
      recording.yield(issue.comments.map(\.rawValue).joined())
      return nil
    }
    let (test, testCase) = (try #require(Test.current), Test.Case.current)
    try await collector.provideScope(for: test, testCase: testCase) {
      do {
        try await EmulatorTrait.emulator.provideScope(for: test, testCase: testCase) {
          _ = try await App(EmulatorProject.current).call(
            "accounts:signUp", ["email": "ann@example.com"])
          switch ending {
          case .failure: Issue.record("of the test")
          case .error: throw OfTheTest()
          case .knownIssue: withKnownIssue { Issue.record("known") }
          case .success: break
          }
        }
      } catch is OfTheTest {
        #expect(ending == .error)
      }
    }
    recording.finish()
    let texts = await issues.reduce(into: []) { $0.append($1) }
    let reasons = texts.first { $0.hasPrefix("auth-emulator: the last requests") }
    #expect((reasons != nil) == [.failure, .error].contains(ending), "\(texts)")
    #expect(reasons?.contains("MISSING_PASSWORD") ?? true)
    #expect(reasons?.contains("password is missing") ?? true)
  }

  @Test func `a test without the trait has no project, and the error names the trait`() {
    let error = #expect(throws: AuthEmulatorError.self) { try EmulatorProject.current }
    #expect(error?.kind == .noProject && error?.nextStep.contains("@Test(.emulator)") == true)
  }

  @Test(.emulator) func `the shared emulator is one for all`() async throws {
    async let first = AuthEmulator.shared
    async let second = AuthEmulator.shared
    let (one, two) = try await (first, second)
    #expect(one === two)
    #expect(try EmulatorProject.current.emulator === one)
  }
}
