internal import EmuModel
internal import EmuStore
internal import EmuThread

/// New users of a long seed as rows, which a thread reads ahead of the writer's.
enum SeedUserRows {
  /// How many users are handed over at once. Few, since several slices may wait, and users may be long.
  private static let slice = 100

  private struct Slice: Sendable {
    /// The place of the first user in the list.
    var start: Int
    var tenantIDs: [String?] = []
    var rows = UserRows(capacity: SeedUserRows.slice)
    /// Why there are no more.
    var failure: (any Error)?
  }

  /// Calls `body` for each user, whose rows the cursor stands before, with its tenant and its place in the
  /// list; `body` takes the rows.
  static func forEach(
    of users: SeedUsers, _ seeder: Seeder, at now: Timestamp,
    _ body: (inout UserRows.Cursor, _ tenantID: String?, _ index: Int) throws -> Void
  ) throws {
    let pipe = Pipe<Slice>()
    let thread = try SystemThread { read(users, seeder, at: now, into: pipe) }
    defer {
      // The thread may wait for room.
      pipe.close()
      thread.join()
    }
    while let slice = pipe.take() {
      var rows = UserRows.Cursor(slice.rows)
      for (place, tenantID) in slice.tenantIDs.enumerated() {
        try body(&rows, tenantID, slice.start + place)
      }
      if let failure = slice.failure { throw failure }
    }
  }

  private static func read(
    _ users: SeedUsers, _ seeder: Seeder, at now: Timestamp, into pipe: Pipe<Slice>
  ) {
    struct IsClosed: Error {}
    var slice = Slice(start: 0)
    do {
      try users.forEach { user in
        slice.rows.append(seeder.newUser(user, at: now))
        slice.tenantIDs.append(user.document.tenantId)
        guard slice.tenantIDs.count == Self.slice else { return }
        let next = Slice(start: slice.start + Self.slice)
        guard pipe.put(slice) else { throw IsClosed() }
        slice = next
      }
    } catch {
      slice.failure = error
    }
    _ = pipe.put(slice)
    pipe.finish()
  }
}
