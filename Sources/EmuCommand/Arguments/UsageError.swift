internal import EmuJSON

/// Invalid arguments; the process exits with 2.
package struct UsageError: Error, Sendable, Hashable {
  /// The problem and the valid form.
  package let message: String

  package init(_ message: String) { self.message = message }

  /// Returns the error of an unknown name, with its likely corrections.
  static func unknown(
    _ kind: String, _ name: String, among known: [String], seeAlso help: String
  ) -> UsageError {
    let near = NearestNames.of(name, among: known)
    let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
    return UsageError("There is no \(kind) \(name).\(hint) See `\(help)`.")
  }
}
