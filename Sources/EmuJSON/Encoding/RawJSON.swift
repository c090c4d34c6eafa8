/// A value that is JSON text already and is written verbatim.
///
/// The text is not checked: whoever makes one vouches for it.
package struct RawJSON: Sendable, Hashable {
  /// The text in UTF-8.
  package var bytes: [UInt8]

  /// Wraps a text in UTF-8.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Wraps a text.
  package init(_ text: String) { bytes = Array(text.utf8) }
}

extension RawJSON: Codable {
  /// Writes the value that was read as compact text.
  package init(from decoder: any Decoder) throws {
    bytes = try JSON(from: decoder).serializedBytes()
  }

  /// Writes the text verbatim.
  package func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? TextEncoder {
      encoder.text.writer.raw(bytes)
    } else {
      try JSON(parsing: bytes).encode(to: encoder)
    }
  }
}
