/// A property wrapper of an optional member, which is omitted while it is absent.
package protocol OptionalMember: Codable, Sendable, Hashable {
  associatedtype Encoded: Encodable

  init()
  /// The value that is written; nil for an absent member.
  var encoded: Encoded? { get }
}

// Chosen by synthesized conformances.

extension KeyedDecodingContainer {
  package func decode<Member: OptionalMember>(
    _ type: Member.Type, forKey key: Key
  ) throws -> Member {
    try decodeIfPresent(type, forKey: key) ?? Member()
  }
}

extension KeyedEncodingContainer {
  package mutating func encode(_ member: some OptionalMember, forKey key: Key) throws {
    try encodeIfPresent(member.encoded, forKey: key)
  }
}
