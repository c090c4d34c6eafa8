/// The members of a JSON object, in the order in which their keys first appeared.
///
/// A repeated key keeps its first position and its last value. Look-up is a short scan in a small
/// object and a hash table in a large one, so that no document can make it quadratic.
package struct JSONObject: Sendable {
  /// A key and its value.
  package struct Member: Sendable, Hashable {
    /// The key, its escapes undone.
    package let key: String
    package var value: JSON
  }

  /// From this many members on, a hash table finds the keys.
  private static let tableThreshold = 16

  private(set) var members: [Member] = []
  private var table: [KeyBytes: Int]?
  /// A bit for each key length, so that most absent keys cost no scan.
  private var lengths: UInt64 = 0
  /// A bit for each first letter of a key, in either case.
  private var initials: UInt64 = 0
  /// True when a key with an underscore was ever set; only then is a second spelling searched for.
  private var mayContainUnderscoredKey = false

  /// Creates an empty object.
  package init() {}

  /// The number of members.
  package var count: Int { members.count }

  /// True without members.
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
        set(key, to: newValue, hasUnderscore: key.utf8.contains(UInt8(ascii: "_")))
      } else if let position = position(of: key) {
        members.remove(at: position)
        if table != nil { makeTable() }
      }
    }
  }

  /// Returns the position of a key among the members.
  func position(of key: String) -> Int? {
    let length = key.utf8.count
    guard lengths & Self.bit(ofLength: length) != 0 else { return nil }
    if let table { return table[KeyBytes(text: key)] }
    for position in members.indices {
      let candidate = members[position].key
      if candidate.utf8.count == length, KeyBytes(text: candidate) == KeyBytes(text: key) {
        return position
      }
    }
    return nil
  }

  /// A key that is compared by its bytes: Swift's `==` is also true for two Unicode spellings.
  private struct KeyBytes: Hashable {
    let text: String

    // Most keys differ already by the faster comparison.
    static func == (left: KeyBytes, right: KeyBytes) -> Bool {
      left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
    }
  }

  /// Sets a member; `hasUnderscore` is the result of the caller's search.
  mutating func set(_ key: String, to value: JSON, hasUnderscore: Bool) {
    if let position = position(of: key) {
      members[position].value = value
      return
    }
    members.append(Member(key: key, value: value))
    lengths |= Self.bit(ofLength: key.utf8.count)
    initials |= Self.bits(ofInitial: key)
    if hasUnderscore { mayContainUnderscoredKey = true }
    if table != nil {
      table?[KeyBytes(text: key)] = members.count - 1
    } else if members.count > Self.tableThreshold {
      makeTable()
    }
  }

  /// Lengths beyond 63 share a bit.
  private static func bit(ofLength length: Int) -> UInt64 { 1 << UInt64(Swift.min(length, 63)) }

  /// Returns true when a key may differ from this one only in underscores and case.
  func mayContainSpelling(of key: String) -> Bool {
    initials & Self.bits(ofInitial: key) != 0
      && (mayContainUnderscoredKey || key.utf8.contains(UInt8(ascii: "_")))
  }

  /// Returns a bit for the first letter; all bits where an underscore precedes it.
  private static func bits(ofInitial key: String) -> UInt64 {
    guard let first = key.utf8.first, first != UInt8(ascii: "_") else { return .max }
    return 1 << UInt64((first | 0x20) & 63)
  }

  private mutating func makeTable() {
    var table = Dictionary<KeyBytes, Int>(minimumCapacity: members.count * 2)
    for (position, member) in members.enumerated() { table[KeyBytes(text: member.key)] = position }
    self.table = table
  }
}

// MARK: - Sequence

extension JSONObject: RandomAccessCollection {
  /// The position of the first member.
  package var startIndex: Int { members.startIndex }
  /// The position after the last member.
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
