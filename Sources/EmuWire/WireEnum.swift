/// An enum of the API, taken as a name, a number or a number in quotes.
///
/// iOS sends `"3"`, Android `3` and everybody else the name.
package protocol WireEnum: RawRepresentable, CaseIterable, Codable, Sendable
where RawValue == String {
  /// The number that protocol buffers give the case.
  var number: Int { get }
}

extension WireEnum {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let number = try? container.decode(Int.self) {
      guard let match = Self.allCases.first(where: { $0.number == number }) else {
        throw Self.unknown("\(number)", in: container)
      }
      self = match
      return
    }
    let name = try container.decode(String.self)
    guard
      let match = Self(rawValue: name)
        ?? Self.allCases.first(where: { String($0.number) == name })
    else { throw Self.unknown(name, in: container) }
    self = match
  }

  private static func unknown(
    _ text: String, in container: any SingleValueDecodingContainer
  ) -> DecodingError {
    .dataCorruptedError(in: container, debugDescription: "\"\(text)\" is no \(Self.self)")
  }
}
