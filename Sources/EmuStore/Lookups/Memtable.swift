internal import EmuSQLite
import Synchronization

/// What leads to users that were stored lately, whose entries in the tables are yet to come.
///
/// The writer's thread adds to it; any thread looks into it. What it returns are users who may be the ones
/// that are looked for: their rows say whether they are.
final class Memtable: Sendable {
  private struct Content {
    /// Users by the hash of what leads to them, those of changes that failed among them.
    var first: [UInt64: Int64] = [:]
    /// Further users with the same hash.
    var others: [UInt64: [Int64]] = [:]
    /// What is to be stored, of changes that were committed.
    var entries = LookupEntries()
    /// Users whose entries before a place are not to be stored: they were deleted or have new ones.
    var outdated: [Int64: Int] = [:]
  }

  private let content = Mutex(Content())

  /// Adds what leads to a user, so that the changes to come find it.
  func add(_ hashes: [UInt64], of user: Int64) {
    content.withLock { content in
      for hash in hashes {
        if let other = content.first.updateValue(user, forKey: hash), other != user {
          content.others[hash, default: []].append(other)
        }
      }
    }
  }

  /// Adds what is to be stored; once it was committed.
  func append(_ entries: LookupEntries) {
    content.withLock { $0.entries.append(entries) }
  }

  /// Leaves out what is to be stored of a user; once the change of the user was committed.
  func leaveOut(_ user: Int64) {
    content.withLock { $0.outdated[user] = $0.entries.rows.end }
  }

  /// Users that a hash may lead to.
  func users(_ hash: UInt64) -> [Int64] {
    content.withLock { content in
      guard let first = content.first[hash] else { return [] }
      return [first] + (content.others[hash] ?? [])
    }
  }

  var isEmpty: Bool { content.withLock { $0.first.isEmpty } }

  /// How many entries are to be stored.
  var count: Int { content.withLock { $0.entries.count } }

  /// What is to be stored.
  var entries: LookupEntries { content.withLock { $0.entries } }

  /// Whether an entry is still to be stored.
  func isCurrent(_ entry: LookupEntries.Entry) -> Bool {
    content.withLock { content in
      content.outdated[entry.user].map { entry.place >= $0 } ?? true
    }
  }
}

/// The memtables at one moment. A read takes them before its snapshot: what is in neither of them is in
/// the tables of the snapshot.
final class MemtableView: Sendable {
  /// Grows.
  let active: Memtable
  /// Is being stored.
  let flushing: Memtable?

  init(active: Memtable = Memtable(), flushing: Memtable? = nil) {
    self.active = active
    self.flushing = flushing
  }

  var all: [Memtable] { flushing.map { [active, $0] } ?? [active] }

  /// Whether nothing waits in memory, as nearly always.
  var isEmpty: Bool { flushing == nil && active.isEmpty }

  /// Users that a hash may lead to.
  func users(_ hash: UInt64) -> [Int64] {
    let users = active.users(hash)
    return flushing.map { users + $0.users(hash) } ?? users
  }
}
