/// A 64-bit number, which proto-JSON writes as text and reads in both forms.
package struct TextualInteger: Codable, Sendable, Hashable, ExpressibleByIntegerLiteral {
  package var value: Int64

  package init(_ value: Int64) { self.value = value }

  package init(integerLiteral value: Int64) { self.value = value }

  package init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Int64.self)
  }

  package func encode(to encoder: any Encoder) throws {
    guard let encoder = encoder as? TextEncoder else {
      preconditionFailure("a number as text is written by the encoder of this module")
    }
    encoder.text.writer.quoted(value)
  }
}
