/// The format of a text in the published description of the API.
package protocol TextFormat: Sendable {
  /// Returns the problem of a text of another format; nil for a valid one.
  static func flaw(of text: String) -> FormatFlaw?
  /// Returns the form of a valid text in which protocol buffers write it.
  static func canonical(_ text: String) -> String
}

extension TextFormat {
  package static func canonical(_ text: String) -> String { text }
}

/// The reason why a text is not in the format of its field.
package struct FormatFlaw: Error {
  /// The type in the words of protocol buffers, such as `TYPE_BYTES`.
  package let type: String
  package let problem: String

  package init(_ type: String, _ problem: String) {
    self.type = type
    self.problem = problem
  }
}

/// An optional text of a published format.
///
/// Decoding reports a text of another format among the mistakes, and keeps it as it is.
@propertyWrapper
package struct Formatted<Format: TextFormat>: OptionalMember {
  package var wrappedValue: String?

  package init() { wrappedValue = nil }

  package init(wrappedValue: String?) { self.wrappedValue = wrappedValue }

  package init(from decoder: any Decoder) throws {
    let text = try String(from: decoder)
    wrappedValue = text
    guard let decoder = decoder as? TreeDecoder else { return }
    if let flaw = Format.flaw(of: text) {
      decoder.add(flaw)
    } else if decoder.session.options.isCanonical {
      wrappedValue = Format.canonical(text)
    }
  }

  package func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension Formatted: JSONDescribed {
  package static var jsonSchema: JSON { ["type": "string"] }
  package static var jsonExample: JSON { "" }
}

extension KeyedEncodingContainer {
  /// Chosen by synthesized conformances.
  package mutating func encode<Format>(_ text: Formatted<Format>, forKey key: Key) throws {
    try encodeIfPresent(text.wrappedValue, forKey: key)
  }
}
