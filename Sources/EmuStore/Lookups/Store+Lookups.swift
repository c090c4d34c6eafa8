internal import EmuSQLite

// Entries that wait in memory are stored in pieces behind the changes that brought them, or all of them once
// few more come. Each piece has a transaction of its own, so that every change before it is
// either committed or undone.

extension Store {
  /// Stores all that is there if few more entries come; returns at once.
  ///
  /// - Parameter isQuiet: whether nothing is written any more.
  func drainLookups(isQuiet: Bool) {
    memtables.drainIfFewCome(isQuiet: isQuiet)
    flushLookups()
  }

  /// Stores a piece if there is enough to store; returns at once.
  func flushLookups() {
    guard memtables.queuesPiece() else { return }
    writePart(
      { [memtables] writer in try writer.storePiece(of: memtables) { self.hasWaitingWrites } },
      completion: { [weak self] result in
        guard let self else { return }
        switch result {
        case .success(let piece):
          memtables.pieceWasStored(piece.run, count: piece.count, storedTo: piece.storedTo)
          flushLookups()
        case .failure: memtables.pieceFailed()
        }
      })
  }

  /// What a stored piece leaves.
  struct StoredPiece: Sendable {
    /// The entries behind it.
    var run: FlushRun?
    /// How many entries it had.
    var count = 0
    /// The last user whose entries are stored, at the end of a run.
    var storedTo: Int64?
  }
}

extension Writer {
  /// Stores a piece of what waits in memory; in a transaction of its own.
  fileprivate func storePiece(
    of memtables: Memtables, _ othersWait: () -> Bool
  ) throws -> Store.StoredPiece {
    guard case (var run, let count)? = memtables.nextPiece() else { return Store.StoredPiece() }
    var sets: [Int64: Bool] = [:]
    var stored = 0
    while stored < count {
      if stored > 0, stored % Self.turn == 0, othersWait() { break }
      guard let (kind, entry) = run.next() else {
        let isAll = memtables.view.active.count == 0
        let last = isAll ? try StoredLookups.lastUser(connection) : run.lastUser
        try StoredLookups.note(storedTo: last, in: connection)
        return Store.StoredPiece(storedTo: last)
      }
      stored += 1
      // The users of an emptied set are about to be removed.
      let isLive = try sets[entry.set] ?? isLive(entry.set)
      sets[entry.set] = isLive
      guard isLive else { continue }
      var row = run.row(entry)
      try connection.run(kind.insertIfMissing, entry.set, entry.user, then: &row)
    }
    return Store.StoredPiece(run: run, count: stored)
  }

  /// After how many entries a piece ends if other writes wait.
  private static let turn = 64

  private func isLive(_ set: Int64) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM account_sets WHERE id = ? AND project_id IS NOT NULL", .integer(set)
    ) { row in row.integer(0) } != nil
  }
}

extension Store {
  /// Stores what an earlier process had only in memory.
  func catchUp() throws {
    let isBehind = try database.read { connection in try StoredLookups.areBehind(connection) }
    if isBehind { try database.write { connection in try StoredLookups.catchUp(connection) } }
    let last = try database.read { connection in try StoredLookups.storedTo(connection) }
    memtables.reset(storedTo: last)
  }
}
