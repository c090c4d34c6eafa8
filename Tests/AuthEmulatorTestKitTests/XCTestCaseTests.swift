import AuthEmulatorTestKit
import AuthEmulatorTesting
import XCTest

/// The base class for XCTest, with a project for each test.
final class XCTestCaseTests: EmulatorTestCase {
  func testFirstSignsUp() async throws { try await signUp() }

  func testSecondSignsUpTheSameAddress() async throws { try await signUp() }

  private func signUp() async throws {
    let project = try project
    let reply = try await App(project).signUp("ann@example.com")
    XCTAssertEqual(reply.status, 200)
    let count = try await project.users().count
    XCTAssertEqual(count, 1)
  }
}
