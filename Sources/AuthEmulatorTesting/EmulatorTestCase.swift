#if canImport(XCTest)
  public import AuthEmulatorTestKit
  public import XCTest

  /// An XCTest case that gives each test its own project, which is emptied after it.
  open class EmulatorTestCase: XCTestCase {
    private var current: EmulatorProject?

    /// The project of the running test.
    ///
    /// - Throws: `AuthEmulatorError` outside of a test.
    public var project: EmulatorProject {
      get throws {
        guard let current else {
          throw AuthEmulatorError(
            .noProject, "No test of this case is running.",
            nextStep: "Call `super.setUp()` where the method is overridden.")
        }
        return current
      }
    }

    /// Creates the project, on `AuthEmulator.shared`.
    open override func setUp() async throws {
      try await super.setUp()
      current = try await AuthEmulator.shared.uniqueProject()
    }

    /// Empties the project.
    open override func tearDown() async throws {
      try await current?.empty()
      current = nil
      try await super.tearDown()
    }
  }
#endif
