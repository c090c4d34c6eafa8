internal import EmuSQLite
import Synchronization

/// What leads to users that were stored lately, kept in memory until it is stored in order (ADR 0033).
///
/// An entry goes to a random place of its table, so one at a time changes a page each. Here they gather, and
/// are stored sorted and a piece at a time, so that many of them share a page. Nothing is lost with the
/// process: the users' rows are in the file, and those behind the last one whose entries are stored are read at
/// the next start (``StoredLookups``).
final class Memtables: Sendable {
  private struct State {
    var view = MemtableView()
    /// The entries of all users with keys up to here are in the tables.
    var storedTo: Int64 = 0
    /// The entries of users with keys up to here are in the tables, or are being stored.
    var flushedTo: Int64 = 0
    var run: FlushRun?
    /// Entries that were added and for which no others were stored yet.
    var added = 0
    /// Entries that were added since ``Memtables/drainIfFewCome(isQuiet:)`` was called.
    var addedLately = 0
    /// Whether a piece waits for the writer.
    var isQueued = false
    /// How many more runs are to be stored although few entries come.
    var drained = 0
  }

  struct Limits: Sendable {
    /// How many entries gather before they are stored. With more of them fewer pages are changed; each takes
    /// about 100 bytes, twice.
    var size = 60_000
    /// From here on a new entry is stored at once, should the pieces not keep up.
    var most = 240_000
    /// For how many new entries a piece is stored: about a millisecond of other changes' time.
    var step = 192
    /// How many entries are stored at once while few come.
    var drainedAtOnce = 3_000
  }

  private let limits: Limits
  private let state = Mutex(State())

  init(_ limits: Limits) { self.limits = limits }

  /// The memtables as they are now.
  var view: MemtableView { state.withLock { $0.view } }

  // MARK: - The writer's thread

  /// Whether what leads to a new user may wait in memory: it is behind all users whose entries are being
  /// stored, so that it is read after a loss of the process.
  func takes(_ user: Int64) -> Bool {
    state.withLock { $0.flushedTo < user && $0.view.active.count < limits.most }
  }

  /// Whether there may be entries of a user that are not stored yet.
  func mayHold(_ user: Int64) -> Bool { state.withLock { $0.storedTo < user } }

  /// Adds what is to be stored, once it was committed.
  func append(_ entries: LookupEntries) {
    state.withLock { state in
      state.view.active.append(entries)
      state.added += entries.count
      state.addedLately += entries.count
    }
  }

  /// Leaves out what is to be stored of a user, once the change of the user was committed.
  func leaveOut(_ user: Int64) {
    for memtable in view.all { memtable.leaveOut(user) }
  }

  /// Forgets everything, since all entries are in the tables.
  func reset(storedTo user: Int64) {
    state.withLock { state in
      state.view = MemtableView()
      state.run = nil
      state.added = 0
      state.storedTo = user
      state.flushedTo = user
    }
  }

  /// Whether no entry waits to be stored.
  var isStored: Bool { state.withLock { $0.view.all.allSatisfy { $0.count == 0 } } }

  // MARK: - Pieces

  /// Has all entries stored that are there now, if few have come since the last call: no more are worth waiting
  /// for.
  func drainIfFewCome(isQuiet: Bool) {
    state.withLock { state in
      if !state.view.isEmpty, isQuiet || state.addedLately < limits.step {
        state.drained = state.run == nil ? 1 : 2
      }
      state.addedLately = 0
    }
  }

  /// Whether a piece is to be queued now; the caller then queues it.
  func queuesPiece() -> Bool {
    state.withLock { state in
      guard !state.isQueued else { return false }
      let isDue =
        state.added >= limits.step && (state.run != nil || state.view.active.count >= limits.size)
      state.isQueued = state.drained > 0 || isDue
      return state.isQueued
    }
  }

  /// What the next piece is of, and how many entries it has; nil where nothing is to be stored.
  func nextPiece() -> (run: FlushRun, count: Int)? {
    state.withLock { state in
      if state.run == nil, state.view.active.count > 0 {
        state.view = MemtableView(flushing: state.view.active)
        state.run = state.view.flushing.map(FlushRun.init)
        state.flushedTo = state.run?.lastUser ?? state.flushedTo
      }
      // What changes that failed have left behind.
      if state.run == nil, !state.view.isEmpty { state.view = MemtableView() }
      // Somewhat more than was added, so that it is stored before as much has gathered again.
      let count = state.drained > 0 ? max(state.added, limits.drainedAtOnce) : state.added
      return state.run.map { ($0, count + count / 4) }
    }
  }

  /// Takes note that a piece was committed.
  ///
  /// - Parameters:
  ///   - count: how many entries it had; fewer than were due, if other writes waited.
  ///   - storedTo: the last user whose entries are stored, at the end of the run.
  func pieceWasStored(_ run: FlushRun?, count: Int, storedTo: Int64?) {
    state.withLock { state in
      state.isQueued = false
      state.added = run == nil ? 0 : max(0, state.added - (count - count / 5))
      if state.run != nil { state.run = run }
      if run == nil, state.drained > 0 { state.drained -= 1 }
      guard let storedTo else { return }
      state.run = nil
      state.view = MemtableView(active: state.view.active)
      state.storedTo = storedTo
      state.flushedTo = max(state.flushedTo, storedTo)
    }
  }

  /// Takes note that a piece was not stored; it is tried again with what is written next.
  func pieceFailed() {
    state.withLock { state in
      state.isQueued = false
      state.drained = 0
    }
  }
}

/// The entries of a memtable on their way into the tables, kind by kind.
struct FlushRun: Sendable {
  private let memtable: Memtable
  private let entries: LookupEntries
  /// The highest key of a user.
  let lastUser: Int64
  private var kinds = Lookup.Kind.allCases[...]
  /// Those of the first kind, once they are sorted.
  private var sorted: [LookupEntries.Entry]?
  private var position = 0

  init(_ memtable: Memtable) {
    self.memtable = memtable
    entries = memtable.entries
    lastUser = entries.lastUser
  }

  /// The next entry that is to be stored; nil at the end.
  mutating func next() -> (kind: Lookup.Kind, entry: LookupEntries.Entry)? {
    while let kind = kinds.first {
      let list = sorted ?? entries.sorted(kind)
      sorted = list
      while position < list.count {
        defer { position += 1 }
        if memtable.isCurrent(list[position]) { return (kind, list[position]) }
      }
      kinds.removeFirst()
      sorted = nil
      position = 0
    }
    return nil
  }

  /// The row of an entry.
  func row(_ entry: LookupEntries.Entry) -> PackedRows.Cursor {
    PackedRows.Cursor(entries.rows, at: entry.place)
  }
}
