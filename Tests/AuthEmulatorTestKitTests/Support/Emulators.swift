import AuthEmulatorTestKit
import EmuTestTools

extension LaunchOptions {
  /// The command that was built with these tests.
  static func built(_ arguments: String...) -> LaunchOptions {
    LaunchOptions(binary: Binary.url, arguments: arguments)
  }
}
