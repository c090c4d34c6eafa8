package import Foundation

/// The location of the built command.
package enum Binary {
  package static let url: URL = {
    #if os(macOS)
      // The program that runs the tests is one of Xcode's there.
      let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let folder = root.appending(path: ".build/debug")
    #else
      let folder = Bundle.main.bundleURL
    #endif
    return folder.appending(path: "auth-emulator")
  }()
}
