/// An enum of a proto API: on the wire its name, or its number, or its number as text.
///
/// An enum with string raw values and all its cases in the proto's order, starting at 0, needs
/// nothing of its own:
/// ```swift
/// enum TokenType: String, ProtoEnum, CaseIterable { case UNSPECIFIED, REFRESH_TOKEN, … }
/// ```
package protocol ProtoEnum: Codable, Sendable, Hashable {
  /// Makes the case with a wire name.
  init?(name: String)
  /// Makes the case with a number.
  init?(number: Int)
  /// The wire name, which is what is written.
  var name: String { get }
}

extension ProtoEnum {
  /// Takes a name, a number, or a number as text.
  package init(from decoder: any Decoder) throws { self = try Self.decoded(from: decoder) }

  /// Writes the name.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }

  fileprivate static func decoded(from decoder: any Decoder) throws -> Self {
    let value = try JSON(from: decoder)
    let result: Self? =
      switch value {
      case .string(let text): Self(name: text) ?? Int(text).flatMap { Self(number: $0) }
      case .int(let number): Int(exactly: number).flatMap { Self(number: $0) }
      default: nil
      }
    if let result { return result }
    guard let decoder = decoder as? TreeDecoder else {
      throw JSONError(.invalidValue, "\(value.excerpt) is not one of the known names")
    }
    switch value {
    case .string, .int:
      throw decoder.refusal(
        "\(value.excerpt) is not one of the known names", expected: .enumeration)
    default: throw decoder.mismatch(.enumeration)
    }
  }
}

extension ProtoEnum where Self: RawRepresentable, RawValue == String {
  /// The raw value.
  package var name: String { rawValue }

  /// Makes the case with a raw value.
  package init?(name: String) { self.init(rawValue: name) }

  /// Takes a name, a number, or a number as text.
  package init(from decoder: any Decoder) throws { self = try Self.decoded(from: decoder) }

  /// Writes the name.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

extension ProtoEnum where Self: CaseIterable {
  /// Makes the case at a place in the order of declaration.
  package init?(number: Int) {
    guard let match = Self.allCases.enumerated().first(where: { $0.offset == number }) else {
      return nil
    }
    self = match.element
  }
}
