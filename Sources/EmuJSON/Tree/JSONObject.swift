/// The members of a JSON object, in the order in which their keys first appeared.
///
/// A repeated key keeps its first position and its last value. Look-up is a short scan in a small
/// object and a hash table in a large one, so that no document can make it quadratic.
package struct JSONObject: Sendable {
  package struct Member: Sendable, Hashable {
    /// The key, its escapes undone.
    package let key: String
    package var value: JSON
  }

  /// From this many members on, a hash table finds the keys.
  private static let tableThreshold = 16

  private(set) var members: [Member] = []
  private var table: [KeyBytes: Int]?
  /// True while each key is ASCII without an underscore: then no other text is equal to one of them, and
  /// only a key with an underscore may be another spelling.
  private var hasPlainKeys = true

  package init() {}

  package var count: Int { members.count }

  package var isEmpty: Bool { members.isEmpty }

  /// The keys, in order.
  package var keys: [String] { members.map(\.key) }

  /// The value of a key; setting nil removes the member.
  package subscript(key: String) -> JSON? {
    get {
      guard let position = position(of: key) else { return nil }
      return members[position].value
    }
    set {
      if let newValue {
        let isPlain = key.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "_") }
        set(key, to: newValue, isPlain: isPlain)
      } else if let position = position(of: key) {
        members.remove(at: position)
        if table != nil { makeTable() }
      }
    }
  }

  func position(of key: String) -> Int? {
    if let table { return table[KeyBytes(text: key)] }
    let length = key.utf8.count
    return members.firstIndex { member in
      member.key.utf8.count == length && member.key == key
        && (hasPlainKeys || member.key.utf8.elementsEqual(key.utf8))
    }
  }

  /// A key that is compared by its bytes: Swift's `==` is also true for two Unicode spellings.
  private struct KeyBytes: Hashable {
    let text: String

    // Most keys differ already by the faster comparison.
    static func == (left: KeyBytes, right: KeyBytes) -> Bool {
      left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
    }
  }

  /// Sets a member.
  ///
  /// - Parameter isPlain: true for a key of ASCII without an underscore.
  mutating func set(_ key: String, to value: JSON, isPlain: Bool) {
    if let position = position(of: key) {
      members[position].value = value
      return
    }
    members.append(Member(key: key, value: value))
    if !isPlain { hasPlainKeys = false }
    if table != nil {
      table?[KeyBytes(text: key)] = members.count - 1
    } else if members.count > Self.tableThreshold {
      makeTable()
    }
  }

  /// Returns true where a key may differ from this one only in underscores and case.
  func mayContainSpelling(of key: String) -> Bool {
    !hasPlainKeys || key.utf8.contains(UInt8(ascii: "_"))
  }

  private mutating func makeTable() {
    var table = Dictionary<KeyBytes, Int>(minimumCapacity: members.count * 2)
    for (position, member) in members.enumerated() { table[KeyBytes(text: member.key)] = position }
    self.table = table
  }
}

// MARK: - Sequence

extension JSONObject: RandomAccessCollection {
  package var startIndex: Int { members.startIndex }
  package var endIndex: Int { members.endIndex }
  package subscript(position: Int) -> Member { members[position] }
}

// MARK: - Hashable

extension JSONObject: Hashable {
  /// Compares the members in any order.
  package static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.key] == $0.value }
  }

  /// Hashes the members in any order.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    hasher.combine(members.reduce(0) { $0 ^ $1.hashValue })
  }
}

// MARK: - Literal

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object; the last of members with the same key counts.
  package init(dictionaryLiteral elements: (String, JSON)...) {
    for (key, value) in elements { self[key] = value }
  }
}
