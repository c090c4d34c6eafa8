package import Foundation

/// The location of the built command: next to the bundle of the tests.
package enum Binary {
  package static let url: URL = {
    #if os(macOS)
      let folder = Bundle(for: Marker.self).bundleURL.deletingLastPathComponent()
    #else
      let folder = Bundle.main.bundleURL
    #endif
    return folder.appending(path: "auth-emulator")
  }()

  private final class Marker {}
}
