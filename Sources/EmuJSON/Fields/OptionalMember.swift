/// A property wrapper of an optional member, which is omitted while it is absent.
///
/// A wrapper has its own `encode` of a container: with a common one, the type of the value would be
/// looked up at run time for each member.
package protocol OptionalMember: Codable, Sendable, Hashable {
  init()
}

extension KeyedDecodingContainer {
  /// Chosen by synthesized conformances: the member is optional.
  package func decode<Member: OptionalMember>(
    _ type: Member.Type, forKey key: Key
  ) throws -> Member {
    try decodeIfPresent(type, forKey: key) ?? Member()
  }
}
