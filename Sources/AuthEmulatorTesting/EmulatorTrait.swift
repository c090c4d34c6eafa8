#if canImport(Testing)
  public import AuthEmulatorTestKit
  public import Testing

  /// Gives each test its own project, as `EmulatorProject.current`.
  ///
  /// The project's id is unique, so that tests run in parallel, in one process or in several. A test
  /// that fails has the app's last requests, with their reasons, as another issue. After the test
  /// the project is emptied.
  public struct EmulatorTrait: TestTrait, SuiteTrait, TestScoping {
    /// The emulator of the project.
    enum Source: Sendable {
      /// The one that all tests share.
      case shared
      /// One that is started for the test, and ends with it.
      case own
    }

    let source: Source
    let settings: EmulatorSettings?

    /// True when every test of a suite has the trait.
    public var isRecursive: Bool { true }

    /// Suites have no project, their tests have; each case of a test with arguments has its own.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> EmulatorTrait? {
      testCase == nil ? nil : self
    }

    /// Runs the test with its project.
    public func provideScope(
      for test: Test, testCase: Test.Case?,
      performing function: @Sendable () async throws -> Void
    ) async throws {
      let emulator = try await emulator()
      let project = try await emulator.uniqueProject()
      if let settings { try await project.patch(settings) }
      let (failures, failing) = AsyncStream.makeStream(of: Void.self)
      let observer = IssueHandlingTrait.compactMapIssues { issue in
        #if compiler(>=6.3)
          // An earlier Swift Testing does not distinguish known issues.
          if issue.isFailure { failing.yield() }
        #endif
        return issue
      }
      try await withCleanup {
        try await EmulatorProject.$ofTest.withValue(project) {
          do {
            try await observer.provideScope(for: test, testCase: testCase, performing: function)
          } catch {
            failing.yield()
            throw error
          }
        }
      } cleanup: {
        failing.finish()
        if await failures.first(where: { true }) != nil {
          Issue.record("auth-emulator: the last requests\n\(await Self.reasons(project))")
        }
        switch source {
        case .shared: try await project.empty()
        case .own: await emulator.stop()
        }
      }
    }

    private static func reasons(_ project: EmulatorProject) async -> String {
      do { return "\(try await project.explain(last: 3))" } catch { return "\(error)" }
    }

    private func emulator() async throws -> AuthEmulator {
      #if os(macOS) || os(Linux)
        if source == .own { return try await AuthEmulator.launch() }
      #endif
      return try await AuthEmulator.shared
    }
  }

  extension Trait where Self == EmulatorTrait {
    /// A project on the emulator that all tests share (`AuthEmulator.shared`).
    public static var emulator: EmulatorTrait { .emulator() }

    /// Gives each test a project with switches on the emulator that all tests share.
    ///
    /// - Parameter profile: such as `.production`, which rejects what production rejects.
    public static func emulator(profile: EmulatorProfile? = nil) -> EmulatorTrait {
      var settings = EmulatorSettings()
      settings.profile = profile
      return EmulatorTrait(source: .shared, settings: profile == nil ? nil : settings)
    }

    #if os(macOS) || os(Linux)
      /// A project on an emulator that is started for the test: for tests that change the clock, or
      /// reset everything.
      public static var ownEmulator: EmulatorTrait { EmulatorTrait(source: .own, settings: nil) }
    #endif
  }
#endif
