extension JSONTextWriter {
  /// Writes a member, or nothing for nil.
  package mutating func member(_ key: String, _ value: String?) {
    add(key, value) { $0.string($1) }
  }

  package mutating func member(_ key: String, _ value: Bool?) { add(key, value) { $0.bool($1) } }
  package mutating func member(_ key: String, _ value: Int64?) { add(key, value) { $0.int($1) } }
  package mutating func member(_ key: String, _ value: Int?) { member(key, value.map(Int64.init)) }
  package mutating func member(_ key: String, _ value: JSON?) { add(key, value) { $0.value($1) } }

  @inline(__always)
  private mutating func add<T>(
    _ key: String, _ value: T?, _ write: (inout JSONTextWriter, T) -> Void
  ) {
    guard let value else { return }
    self.key(key)
    write(&self, value)
  }

  /// Writes a tree, optionally with its keys in the order of their UTF-8 bytes.
  package mutating func value(_ value: JSON, sortedKeys: Bool = false) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .int(let value): int(value)
    case .double(let value): double(value)
    case .literal(let text): raw(text.utf8)
    case .string(let value): string(value)
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element, sortedKeys: sortedKeys) }
      endArray()
    case .object(let object):
      beginObject()
      let members =
        sortedKeys
        ? object.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) } : object.members
      for member in members {
        key(member.key)
        self.value(member.value, sortedKeys: sortedKeys)
      }
      endObject()
    }
  }
}
