#if canImport(XCTest)
  public import AuthEmulatorTestKit
  public import XCTest

  /// An XCTest case that gives each test its own project, which is emptied after it.
  open class EmulatorTestCase: XCTestCase {
    private var made: EmulatorProject?

    /// The project of the running test.
    ///
    /// - Throws: `AuthEmulatorError` outside of a test.
    public var project: EmulatorProject {
      get throws {
        guard let made else {
          throw AuthEmulatorError(
            .noProject, "No test of this case is running.",
            nextStep: "Call `super.setUp()` where the method is overridden.")
        }
        return made
      }
    }

    /// Creates the project, on `AuthEmulator.shared`.
    open override func setUp() async throws {
      try await super.setUp()
      made = try await AuthEmulator.shared.uniqueProject()
    }

    /// Empties the project.
    open override func tearDown() async throws {
      try await made?.empty()
      made = nil
      try await super.tearDown()
    }
  }
#endif
