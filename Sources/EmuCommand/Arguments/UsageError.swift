internal import EmuJSON

/// Arguments that make no sense; the process exits with 2.
package struct UsageError: Error, Sendable, Hashable {
  /// What is wrong and what to write instead, for people.
  package let message: String

  package init(_ message: String) { self.message = message }

  /// The error of a name that does not exist, with those that may have been meant.
  static func unknown(
    _ kind: String, _ name: String, among known: [String], seeAlso help: String
  ) -> UsageError {
    let near = NearestNames.of(name, among: known)
    let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
    return UsageError("There is no \(kind) \(name).\(hint) See `\(help)`.")
  }
}
