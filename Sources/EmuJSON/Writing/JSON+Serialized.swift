/// The format of a written tree; without options compact, keys in their own order.
package struct JSONWritingOptions: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Line breaks, and two spaces a level.
  package static let pretty = JSONWritingOptions(rawValue: 1)
  /// Keys in order of their UTF-8 bytes.
  package static let sortedKeys = JSONWritingOptions(rawValue: 2)
}

extension JSON {
  /// Returns the JSON text in UTF-8.
  ///
  /// Only quotes, backslashes and control characters are escaped. Numbers have their shortest form;
  /// a non-finite one becomes `null`.
  package func serializedBytes(_ options: JSONWritingOptions = []) -> [UInt8] {
    var writer = JSONTextWriter(capacity: 128, pretty: options.contains(.pretty))
    writer.value(self, sortedKeys: options.contains(.sortedKeys))
    return writer.bytes
  }

  package func serialized(_ options: JSONWritingOptions = []) -> String {
    String(decoding: serializedBytes(options), as: UTF8.self)
  }
}

extension JSON: CustomStringConvertible {
  package var description: String { serialized() }
}
