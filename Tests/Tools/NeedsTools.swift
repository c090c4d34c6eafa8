internal import Foundation
package import Testing

/// The external programs that a test runs. Where one is missing the test fails: a skipped test
/// looks like one that has passed.
package struct NeedsTools: TestTrait, TestScoping {
  let names: [String]

  /// The search path of the tests: in `/usr/bin` of macOS `openssl` is LibreSSL, which lacks
  /// required features, and some programs are missing.
  #if os(macOS)
    package static let folders = [
      "/opt/homebrew/opt/openssl@3/bin", "/usr/local/opt/openssl@3/bin", "/opt/homebrew/bin",
      "/usr/local/bin", "/usr/bin", "/bin",
    ]
  #else
    package static let folders = ["/usr/bin"]
  #endif

  package static func path(of name: String, in folders: [String] = folders) -> String {
    let paths = folders.map { "\($0)/\(name)" }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? "/usr/bin/\(name)"
  }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let missing = names.filter { !FileManager.default.isExecutableFile(atPath: Self.path(of: $0)) }
    guard missing.isEmpty else {
      Issue.record(
        """
        This test runs \(missing.joined(separator: " and ")), which is not in \(Self.folders.joined(separator: ", ")). \
        scripts/install-dependencies --tests installs what the tests need.
        """)
      return
    }
    try await function()
  }
}

extension Trait where Self == NeedsTools {
  /// Names the programs of the system that the test runs.
  package static func needs(_ names: String...) -> Self { NeedsTools(names: names) }
}
