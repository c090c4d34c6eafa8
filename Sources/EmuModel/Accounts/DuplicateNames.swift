/// Finds names that occur twice in a long sequence, in eight bytes a name.
///
/// The first pass over the sequence keeps a hash of each name. Only where two hashes are equal, a second
/// pass compares the names themselves.
package struct DuplicateNames: Sendable {
  package private(set) var isFirstRun = true
  private var hashes: [Int] = []
  /// The hashes that occur twice.
  private var repeated: Set<Int> = []
  /// The names of the second pass with such a hash. Bytes, as the store compares them.
  private var seen: [Int: Set<[UInt8]>] = [:]
  private var found: [Int: String] = [:]

  package init() {}

  /// Compares one more name with those before it.
  ///
  /// - Parameter kind: names of different kinds differ.
  package mutating func compare(_ name: String, kind: Int) {
    let bytes = Array(name.utf8)
    var hasher = Hasher()
    hasher.combine(kind)
    hasher.combine(bytes)
    let hash = hasher.finalize()
    guard !isFirstRun else { return hashes.append(hash) }
    guard found[kind] == nil, repeated.contains(hash) else { return }
    guard !seen[kind, default: []].insert(bytes).inserted else { return }
    found[kind] = name
  }

  /// Ends the first pass.
  ///
  /// - Returns: true when names remain to be compared; the sequence must then be read again from
  ///   its start.
  package mutating func beginNextRun() -> Bool {
    guard isFirstRun else { return false }
    isFirstRun = false
    hashes.sort()
    for (hash, next) in zip(hashes, hashes.dropFirst()) where hash == next { repeated.insert(hash) }
    hashes = []
    return !repeated.isEmpty
  }

  /// Returns the first repeated name of a kind, when all passes are over.
  package func first(ofKind kind: Int) -> String? { found[kind] }
}
