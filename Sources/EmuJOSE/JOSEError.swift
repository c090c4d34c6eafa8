/// An unusable key or token.
///
/// A token that fails its check is not an error.
package struct JOSEError: Error, CustomStringConvertible {
  /// One sentence for a log, without key material.
  package let message: String

  package init(_ message: String) { self.message = message }

  package var description: String { message }
}
