/// Bytes that are not the expected CBOR.
///
/// Compared by ``code`` only, so a test can create the error it expects.
package struct CBORError: Error, Sendable {
  package let code: Code
  /// One sentence for a log.
  package let message: String
  /// The offset of the rejected item, in bytes.
  package let offset: Int

  package init(_ code: Code, _ message: String, offset: Int) {
    self.code = code
    self.message = message
    self.offset = offset
  }

  package enum Code: Sendable {
    /// Bytes that are not well-formed (RFC 8949 §5.3), or a simple value that is not assigned.
    case malformed
    /// The bytes end within the item.
    case truncated
    case trailingBytes
    /// A map that has a key twice (RFC 8949 §5.6).
    case duplicateKey
    /// A text string that is not UTF-8.
    case invalidText
    /// More levels than the limit allows.
    case tooDeep
    /// More bytes than the limit allows.
    case tooLarge
  }
}

extension CBORError: Equatable {
  package static func == (left: CBORError, right: CBORError) -> Bool {
    left.code == right.code
  }
}

extension CBORError: CustomStringConvertible {
  package var description: String { "\(code) at byte \(offset): \(message)" }
}
