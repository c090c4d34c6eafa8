/// The API key of a project without registration: `emulator-{project}`.
package enum ImpliedAPIKey {
  private static let prefix = "emulator-"

  package static func of(_ project: String) -> String { prefix + project }

  /// Returns the project of an implied key; nil for every other key.
  package static func project(of key: String) -> String? {
    key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count)) : nil
  }
}
