/// A choice that is written by its name; the error about an unknown name lists the valid ones.
package protocol NamedChoice: RawRepresentable<String>, CaseIterable, Codable, Sendable, Hashable {}

extension NamedChoice {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard let choice = Self(rawValue: name) else {
      let names = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(name.prefix(64)) is unknown; use one of \(names)")
    }
    self = choice
  }
}
