/// The API key that a project has without anybody registering it: `emulator-{project}`.
package enum ImpliedAPIKey {
  private static let prefix = "emulator-"

  package static func of(_ project: String) -> String { prefix + project }

  /// The project that a key means by itself; nil for every other key.
  package static func project(of key: String) -> String? {
    key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : nil
  }
}
