internal import Foundation
package import Testing

/// The programs of others that a test runs. Where one is missing the test fails and says so: a test
/// that is passed over looks like one that has passed.
package struct NeedsTools: TestTrait, TestScoping {
  let names: [String]

  /// Where the tests look for a program, and run it.
  package static func path(of name: String) -> String { "/usr/bin/\(name)" }

  package func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let missing = names.filter {
      !FileManager.default.isExecutableFile(atPath: Self.path(of: $0))
    }
    guard missing.isEmpty else {
      Issue.record(
        """
        This test runs \(missing.joined(separator: " and ")), which is not in /usr/bin. \
        scripts/install-dependencies --tests installs what the tests need.
        """)
      return
    }
    try await function()
  }
}

extension Trait where Self == NeedsTools {
  /// Names the programs in `/usr/bin` that the test runs.
  package static func needs(_ names: String...) -> Self { NeedsTools(names: names) }
}
