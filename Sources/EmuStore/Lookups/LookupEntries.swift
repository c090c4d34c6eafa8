internal import EmuModel
internal import EmuSQLite

/// What leads to users, as rows of the tables that it is stored in.
struct LookupEntries: Sendable {
  struct Entry: Sendable {
    /// The number of the user's set.
    let set: Int64
    /// The user's key.
    let user: Int64
    /// Where its texts are among the rows.
    let place: Int
  }

  private(set) var rows = PackedRows()
  /// By kind.
  private var entries: [[Entry]] = Lookup.Kind.allCases.map { _ in [] }

  var isEmpty: Bool { entries.allSatisfy(\.isEmpty) }
  var count: Int { entries.reduce(0) { $0 + $1.count } }

  func entries(_ kind: Lookup.Kind) -> [Entry] { entries[Int(kind.rawValue)] }

  mutating func append(_ lookup: Lookup, of user: Int64, in set: Int64) {
    let kind = Int(lookup.kind.rawValue)
    entries[kind].append(Entry(set: set, user: user, place: rows.end))
    rows.beginRow(lookup.kind.rawValue)
    switch lookup {
    case .uid(let text), .email(let text): rows.append(text)
    case .identity(let providerID, let rawID):
      rows.append(providerID)
      rows.append(rawID)
    }
  }

  mutating func append(_ other: LookupEntries) {
    let start = rows.end
    rows.append(other.rows)
    for kind in entries.indices {
      entries[kind] += other.entries[kind].map {
        Entry(set: $0.set, user: $0.user, place: start + $0.place)
      }
    }
  }

  /// Removes those of a user.
  mutating func remove(_ user: Int64) {
    for kind in entries.indices { entries[kind].removeAll { $0.user == user } }
  }

  /// The users' highest key; 0 for none.
  var lastUser: Int64 { entries.reduce(0) { max($0, $1.last?.user ?? 0) } }
}

// MARK: - Order

extension LookupEntries {
  /// The entries of a kind in an order in which those that lie beside each other in the table follow one
  /// another.
  func sorted(_ kind: Lookup.Kind) -> [Entry] {
    struct Place {
      /// The same for entries of one set, and of one provider.
      let group: Int
      /// The first bytes of the text.
      let prefix: UInt64
      let index: Int
    }
    let list = entries(kind)
    var places = list.indices.map { index in
      var hasher = Hasher()
      hasher.combine(list[index].set)
      if kind == .identity { hasher.combine(rows.text(0, ofRowAt: list[index].place)) }
      return Place(
        group: hasher.finalize(), prefix: sortedText(kind, list[index]).prefixNumber, index: index)
    }
    places.sort { left, right in
      if left.group != right.group { return left.group < right.group }
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      return sortedText(kind, list[left.index])
        .lexicographicallyPrecedes(sortedText(kind, list[right.index]))
    }
    return places.map { list[$0.index] }
  }

  /// The text that entries of a kind are sorted by.
  private func sortedText(_ kind: Lookup.Kind, _ entry: Entry) -> ArraySlice<UInt8> {
    rows.text(kind == .identity ? 1 : 0, ofRowAt: entry.place)
  }

  /// The first entries of a kind and set, in the order of their texts.
  ///
  /// - Parameters:
  ///   - after: what all texts are behind; nil for nothing.
  ///   - prefix: what all texts begin with.
  ///   - providerID: the provider of identities; nil for those of all.
  func first(
    _ limit: Int, _ kind: Lookup.Kind, in set: Int64, after: String?, prefix: String = "",
    providerID: String? = nil
  ) -> [(lookup: Lookup, user: Int64)] {
    let after = after.map { Array($0.utf8) }
    var found: [(text: ArraySlice<UInt8>, entry: Entry)] = []
    func sortAndCut() {
      found.sort { $0.text.lexicographicallyPrecedes($1.text) }
      if found.count > limit { found.removeSubrange(limit...) }
    }
    for entry in entries(kind) where entry.set == set {
      let text = sortedText(kind, entry)
      if let after, !after.lexicographicallyPrecedes(text) { continue }
      guard text.starts(with: prefix.utf8) else { continue }
      if kind == .identity, let providerID,
        !rows.text(0, ofRowAt: entry.place).elementsEqual(providerID.utf8)
      {
        continue
      }
      found.append((text, entry))
      if found.count >= 4 * limit { sortAndCut() }
    }
    sortAndCut()
    return found.map { (lookup(kind, $0.entry), $0.entry.user) }
  }

  private func lookup(_ kind: Lookup.Kind, _ entry: Entry) -> Lookup {
    func text(_ index: Int) -> String {
      String(decoding: rows.text(index, ofRowAt: entry.place), as: UTF8.self)
    }
    return switch kind {
    case .uid: .uid(text(0))
    case .email: .email(text(0))
    case .identity: .identity(providerID: text(0), rawID: text(1))
    }
  }
}

extension ArraySlice<UInt8> {
  /// The first eight bytes as a number that is compared as they are.
  fileprivate var prefixNumber: UInt64 {
    var number: UInt64 = 0
    for offset in 0..<8 {
      number = number << 8 | (offset < count ? UInt64(self[startIndex + offset]) : 0)
    }
    return number
  }
}
