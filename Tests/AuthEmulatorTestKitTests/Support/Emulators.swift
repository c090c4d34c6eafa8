import AuthEmulatorTestKit
import Foundation

extension LaunchOptions {
  static func built(_ arguments: String...) -> LaunchOptions {
    LaunchOptions(binary: Binary.url, arguments: arguments)
  }
}

/// The location of the built command: next to the bundle of these tests.
enum Binary {
  static let url: URL = {
    #if os(macOS)
      let folder = Bundle(for: Marker.self).bundleURL.deletingLastPathComponent()
    #else
      let folder = Bundle.main.bundleURL
    #endif
    return folder.appending(path: "auth-emulator")
  }()

  private final class Marker {}
}
