import AuthEmulatorTestKit
import EmuTestTools
import Foundation

extension LaunchOptions {
  static func built(_ arguments: String...) -> LaunchOptions {
    LaunchOptions(binary: Binary.url, arguments: arguments)
  }
}
