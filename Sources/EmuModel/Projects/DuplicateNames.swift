/// Finds names that occur twice in a long sequence, in a bounded amount of memory.
///
/// Fingerprints are compared, at most `most` at a time, of some 40 bytes each. A longer sequence is
/// compared in parts, each in a full pass over the sequence.
package struct DuplicateNames: Sendable {
  /// A name that occurred before.
  package struct Found: Sendable {
    /// The member of the sequence that has it.
    package var index: Int
    package var name: String
  }

  private let most: Int
  /// The part of the fingerprints that is compared, from 1 on, and the number of parts; 0 in the
  /// first pass.
  private var part = 0
  private var parts = 0
  private var seen: Set<Fingerprint> = []
  private var total = 0
  private var found: [Int: Found] = [:]

  /// - Parameter most: the maximum number of fingerprints in memory.
  package init(most: Int = 1 << 20) { self.most = most }

  /// True during the first pass.
  package var isFirstRun: Bool { part == 0 }

  /// Compares one more name with those before it.
  ///
  /// - Parameters:
  ///   - kind: names of different kinds differ.
  ///   - index: the position in the sequence; it never decreases in a pass.
  package mutating func take(_ name: String, kind: Int, at index: Int) {
    if part == 0 { total += 1 }
    let fingerprint = Fingerprint(kind, name)
    // The first pass counts the names and compares as many as it may.
    guard part > 0 ? fingerprint.isIn(part, of: parts) : seen.count < most else { return }
    guard !seen.insert(fingerprint).inserted else { return }
    if index < found[kind]?.index ?? .max { found[kind] = Found(index: index, name: name) }
  }

  /// Starts the next pass.
  ///
  /// - Returns: true when names remain to be compared; the sequence must then be read again from
  ///   its start.
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

/// 128 bits that replace a text.
///
/// Two texts collide less often than memory fails. The hash has a new key in every process, so that
/// collisions cannot be searched for.
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

  /// Returns true when it belongs to a part, counted from 1.
  func isIn(_ part: Int, of parts: Int) -> Bool {
    second.magnitude % UInt(parts) == UInt(part - 1)
  }
}
