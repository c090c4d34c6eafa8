extension JSON {
  /// Returns the JSON text in UTF-8.
  ///
  /// Only quotes, backslashes and control characters are escaped. Numbers have their shortest form;
  /// a non-finite one becomes `null`.
  ///
  /// - Parameters:
  ///   - pretty: true for line breaks, and two spaces a level.
  ///   - sortedKeys: true for keys in the order of their UTF-8 bytes.
  package func serializedBytes(pretty: Bool = false, sortedKeys: Bool = false) -> [UInt8] {
    var writer = JSONTextWriter(capacity: 128, pretty: pretty)
    writer.value(self, sortedKeys: sortedKeys)
    return writer.bytes
  }

  package func serialized(pretty: Bool = false, sortedKeys: Bool = false) -> String {
    String(decoding: serializedBytes(pretty: pretty, sortedKeys: sortedKeys), as: UTF8.self)
  }
}

extension JSON: CustomStringConvertible {
  package var description: String { serialized() }
}
