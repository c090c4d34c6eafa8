/// The rejection of a ceremony.
package struct WebAuthnError: Error, Sendable, Hashable {
  /// One sentence without a full stop, with the cause.
  package let message: String

  package init(_ message: String) { self.message = message }

  /// - Parameter offset: the position of the rejected item of CBOR, in bytes.
  init(_ kind: String, at offset: Int, _ sentence: String) {
    message = "\(kind) at byte \(offset): \(sentence)"
  }
}
