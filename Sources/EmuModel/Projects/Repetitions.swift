/// Finds names that come twice in a long sequence, in a bounded amount of memory.
///
/// What is compared are fingerprints, and no more of them at once than `most`, some 40 bytes each: of a
/// longer sequence, parts of them are compared one after the other, each in a run through all of it.
package struct Repetitions: Sendable {
  /// A name that was there before.
  package struct Found: Sendable {
    /// Which member of the sequence has it.
    package var index: Int
    package var name: String
  }

  private let most: Int
  /// Which part of the fingerprints is compared, from 1 on, and of how many; 0 in the first run.
  private var part = 0
  private var parts = 0
  private var seen: Set<Fingerprint> = []
  private var total = 0
  private var found: [Int: Found] = [:]

  /// - Parameter most: the most fingerprints that are compared at once.
  package init(most: Int = 1 << 20) { self.most = most }

  /// Whether the sequence is gone through for the first time.
  package var isFirstRun: Bool { part == 0 }

  /// Compares one more name with those before it.
  ///
  /// - Parameters:
  ///   - kind: names of different kinds differ.
  ///   - index: which member of the sequence has it; not less than before in this run.
  package mutating func take(_ name: String, kind: Int, at index: Int) {
    if part == 0 { total += 1 }
    let fingerprint = Fingerprint(kind, name)
    // The first run finds out how many there are, and compares as many as it may.
    guard part > 0 ? fingerprint.isIn(part, of: parts) : seen.count < most else { return }
    guard !seen.insert(fingerprint).inserted else { return }
    if index < found[kind]?.index ?? .max { found[kind] = Found(index: index, name: name) }
  }

  /// Goes on with what was not compared yet.
  ///
  /// - Returns: whether there is any; the sequence then has to be taken again, from its beginning.
  package mutating func beginNextRun() -> Bool {
    if part == 0, total > most { parts = total / most + 2 }
    guard part < parts else { return false }
    part += 1
    seen = []
    return true
  }

  /// The first repetition of a kind, when all runs are over.
  package func first(ofKind kind: Int) -> Found? { found[kind] }
}

/// 128 bits in place of a text.
///
/// Two texts of a sequence have the same by chance less often than memory fails: the hash is keyed anew
/// in every process, so that nobody can look for such texts.
private struct Fingerprint: Hashable {
  private let first: Int
  private let second: Int

  init(_ kind: Int, _ text: String) {
    func hash(_ number: Int) -> Int {
      var hasher = Hasher()
      hasher.combine(number)
      hasher.combine(kind)
      // The bytes, as the store compares them.
      hasher.combine(Array(text.utf8))
      return hasher.finalize()
    }
    first = hash(1)
    second = hash(2)
  }

  /// Whether it belongs to one of so many parts, counted from 1.
  func isIn(_ part: Int, of parts: Int) -> Bool {
    second.magnitude % UInt(parts) == UInt(part - 1)
  }
}
