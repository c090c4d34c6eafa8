extension JSONTextWriter {
  /// Writes a member, or nothing for nil.
  package mutating func member(_ key: String, _ value: String?) {
    guard let value else { return }
    self.key(key)
    string(value)
  }

  package mutating func member(_ key: String, _ value: Bool?) {
    guard let value else { return }
    self.key(key)
    bool(value)
  }

  package mutating func member(_ key: String, _ value: Int64?) {
    guard let value else { return }
    self.key(key)
    int(value)
  }

  package mutating func member(_ key: String, _ value: Int?) {
    member(key, value.map { Int64($0) })
  }

  package mutating func member(_ key: String, _ value: JSON?) {
    guard let value else { return }
    self.key(key)
    self.value(value)
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
      if sortedKeys {
        let members = object.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        for member in members {
          key(member.key)
          self.value(member.value, sortedKeys: true)
        }
      } else {
        for member in object {
          key(member.key)
          self.value(member.value)
        }
      }
      endObject()
    }
  }
}
