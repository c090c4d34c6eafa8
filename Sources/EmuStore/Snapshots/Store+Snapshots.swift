package import EmuModel
internal import EmuSQLite

/// Snapshots: copies of the data file, each a database in a folder next to it.
extension Store {
  /// Stores the current content under a name, replacing an earlier snapshot of the name, and waits
  /// for it.
  ///
  /// Requests continue meanwhile. Must not be called on the writer's thread.
  ///
  /// - Parameters:
  ///   - project: the one project to include; nil for all.
  ///   - now: the creation time.
  /// - Throws: `MissingTarget` for an unknown project, `StoreError`.
  package func makeSnapshot(
    _ name: String, of project: String?, at now: Timestamp
  ) throws -> Snapshot {
    if let project { _ = try self.project(project) }
    return try translating {
      let draft = try copies.draft()
      var snapshot = try database.copyContent(into: draft) { copy in
        if let project { try copy.keepOnly(project) }
        return try Snapshot(writingTo: copy, named: name, project: project, at: now)
      }
      snapshot.bytes = draft.size
      try copies.publish(draft, as: name)
      return snapshot
    }
  }

  /// Every snapshot, by name.
  package func snapshots() throws -> [Snapshot] {
    copies.names.compactMap { name in
      // A file that is not a snapshot is skipped; a call that names it gets the reason.
      copies.copy(named: name).flatMap { copy in
        try? Database.read(copy) { try Snapshot(in: $0, copy, named: name) }
      }
    }
  }

  /// Removes a snapshot.
  ///
  /// - Throws: `SnapshotError` when there is none.
  package func deleteSnapshot(_ name: String) throws {
    try translating {
      guard try copies.remove(name) else { throw SnapshotError.missing(name) }
    }
  }

  /// Restores a snapshot in one transaction: concurrent reads see the content before or after it.
  ///
  /// Waits for the restore; must not be called on the writer's thread.
  ///
  /// - Parameters:
  ///   - isReadable: returns true for a usable signing key of the snapshot.
  ///   - afterCommit: runs on the writer's thread once everything is restored, before any later
  ///     write. It is not called for a snapshot of one project, which has neither clock nor keys.
  /// - Throws: `SnapshotError`, `StoreError`; the content is unchanged then.
  package func restoreSnapshot(
    _ name: String, isReadable: (StoredSigningKey) -> Bool = { _ in true },
    afterCommit: @escaping @Sendable () throws -> Void
  ) throws -> Snapshot {
    let copy = try existingCopy(named: name)
    let snapshot = try snapshot(in: copy, named: name, .kept(name))
    try checkKeys(of: copy, .kept(name), isReadable)
    if let project = snapshot.project {
      try write(as: .reading(copy)) { writer in try writer.restore(project, in: self) }
    } else {
      try restoreEverything(from: copy, afterCommit: afterCommit)
    }
    return snapshot
  }

  /// Reads the file of a snapshot: each call returns the next piece, an empty one at the end.
  ///
  /// - Throws: `SnapshotError` when there is none, `StoreError`.
  package func snapshotFile(_ name: String) throws -> @Sendable () throws -> [UInt8] {
    try translating { try existingCopy(named: name).pieces() }
  }

  /// Stores a file from ``snapshotFile(_:)``, replacing an earlier snapshot of the name.
  ///
  /// Everything that a store relies on is checked, since the file may come from any source.
  ///
  /// - Parameters:
  ///   - next: returns the next piece, nil at the end.
  ///   - isReadable: returns true for a usable signing key of the snapshot.
  /// - Throws: `SnapshotError` for a file that is not a snapshot of this version, `StoreError`. An
  ///   earlier snapshot of the name remains then.
  package func importSnapshot(
    _ name: String, isReadable: (StoredSigningKey) -> Bool = { _ in true },
    from next: () throws -> [UInt8]?
  ) throws -> Snapshot {
    try translating {
      let draft = try copies.draft()
      try draft.fill(from: next)
      // The header of a data file requires a write-ahead log; that of a snapshot does not.
      if try draft.pieces()().dropFirst(18).first == 2 {
        throw SnapshotFile.received.refusal("is not a snapshot, but another data file")
      }
      let snapshot = try snapshot(in: draft, named: name, .received)
      try checkContent(of: draft)
      try checkKeys(of: draft, .received, isReadable)
      try copies.publish(draft, as: name)
      return snapshot
    }
  }

  /// - Throws: `SnapshotError` when there is none.
  private func existingCopy(named name: String) throws(SnapshotError) -> DatabaseCopy {
    guard let copy = copies.copy(named: name) else { throw .missing(name) }
    return copy
  }

  /// Checks that a file has exactly this version's tables, since others could run statements, and
  /// content that a store can work with.
  private func checkContent(of copy: DatabaseCopy) throws {
    let sql: SQL = "SELECT coalesce(sql, name) FROM sqlite_schema ORDER BY 1"
    let own: [String] = try database.read { connection in try connection.column(sql) }
    let problem = try read(copy, .received) { connection in
      guard try connection.column(sql) == own else {
        return "has other tables than a snapshot of this version" as String?
      }
      return try SnapshotCheck(copy: connection).problem()
    }
    if let problem { throw SnapshotFile.received.refusal(problem) }
  }

  private func checkKeys(
    of copy: DatabaseCopy, _ file: SnapshotFile, _ isReadable: (StoredSigningKey) -> Bool
  ) throws {
    let keys = try read(copy, file) { try ReadTransaction(connection: $0).signingKeys() }
    if let key = keys.first(where: { !isReadable($0) }) {
      throw file.refusal("has a signing key \"\(key.kid)\" that cannot be read")
    }
  }

  private func restoreEverything(
    from copy: DatabaseCopy, afterCommit: @escaping @Sendable () throws -> Void
  ) throws {
    try database.wait { done in
      database.replaceContent(
        with: copy,
        adaptation: { main, copy in
          let numbers = try ProjectNumbers(here: main, there: copy)
          if numbers.agree { return nil }
          return { content in try numbers.change(content) }
        },
        afterCommit: {
          self.follow([self.invalidateCaches])
          done(Result(catching: afterCommit).mapError(self.noted))
        }, failure: { done(.failure(self.noted($0))) })
    }
  }

  private func invalidateCaches() {
    directory.invalidate()
    do { try loadFaults() } catch { _ = noted(error) }
    removeEmptiedUsers()
  }

  /// Reads the description in a copy.
  ///
  /// - Throws: `SnapshotError` for one that this version cannot restore.
  private func snapshot(
    in copy: DatabaseCopy, named name: String, _ file: SnapshotFile
  ) throws -> Snapshot {
    try read(copy, file) { connection in
      guard let snapshot = try Snapshot(in: connection, copy, named: name) else {
        throw file.refusal("is not a snapshot, but another data file")
      }
      let applied: [String] = try connection.column(
        SQL("SELECT name FROM \(Database.migrationTable) ORDER BY position"))
      guard applied == migrations.map(\.name) else {
        throw file.refusal("was made by another version of the emulator, whose tables differ")
      }
      return snapshot
    }
  }

  /// Returns the result of a read of a copy.
  ///
  /// - Throws: `StoreError` for a file that cannot be opened now, `SnapshotError` for one that cannot
  ///   be read, and the errors of the read.
  private func read<R>(
    _ copy: DatabaseCopy, _ file: SnapshotFile, _ body: (Connection) throws -> R
  ) throws -> R {
    do {
      return try Database.read(copy, body)
    } catch let error as SnapshotError {
      throw error
    } catch let error as DatabaseError where error.code == .cannotOpen {
      throw translated(error)
    } catch {
      let reason = (error as? DatabaseError)?.message ?? "it has no readable description"
      throw file.refusal("cannot be read (\(reason))")
    }
  }
}

/// The file that an error is about.
private enum SnapshotFile {
  case kept(String)
  /// Sent to be imported.
  case received

  func refusal(_ problem: String) -> SnapshotError {
    switch self {
    case .kept(let name):
      .unusable("The snapshot \"\(name)\" \(problem). Delete it, then make it again.")
    case .received:
      .unusable("The file \(problem). Export the snapshot again, with this version.")
    }
  }
}
