/// An enum of the API, accepted as a name, a number or a number in quotes.
///
/// The number of a case in protocol buffers is its position. iOS sends `"3"`, Android `3` and all
/// others the name.
package protocol WireEnum: RawRepresentable, CaseIterable, Codable, Sendable
where RawValue == String {
  /// The full name in protocol buffers, as production's errors have it.
  static var protoName: String { get }
}

/// A name or number that an enum of the API does not have.
package struct UnknownEnumCase: Error {
  /// The enum's full name in protocol buffers.
  package let protoName: String
}

extension WireEnum {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      guard let match = Self.allCases.dropFirst(max(number, 0)).first, number >= 0 else {
        throw Self.unknown("\(number)", in: container)
      }
      self = match
      return
    }
    let name: String
    do {
      name = try container.decode(String.self)
    } catch var error as JSONError {
      error.underlying = UnknownEnumCase(protoName: Self.protoName)
      throw error
    }
    // Production accepts a name in any case.
    guard let match = Self(rawValue: name) ?? Self(rawValue: name.uppercased()) else {
      throw Self.unknown(name, in: container)
    }
    self = match
  }

  private static func unknown(
    _ text: String, in container: any SingleValueDecodingContainer
  ) -> DecodingError {
    let names = allCases.map(\.rawValue).filter { !$0.hasSuffix("_UNSPECIFIED") }
    return .dataCorrupted(
      DecodingError.Context(
        codingPath: container.codingPath,
        debugDescription:
          "\(text.prefix(64)) is unknown; use one of \(names.joined(separator: ", "))",
        underlyingError: UnknownEnumCase(protoName: protoName)))
  }
}
