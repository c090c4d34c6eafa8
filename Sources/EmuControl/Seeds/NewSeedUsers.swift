internal import EmuModel
internal import EmuStore
internal import EmuThread

/// New users of a long seed, which a thread reads ahead of the writer's.
enum NewSeedUsers {
  /// The number of users in a slice. It is small, because several slices may wait, and users may be
  /// long.
  private static let slice = 25

  private struct Slice: Sendable {
    /// The index of the first user in the list.
    var start: Int
    var users: [(user: User, tenantID: String?)] = []
    /// The reason why no more users follow.
    var failure: (any Error)?
  }

  /// Calls `body` for each user, with its tenant and its index in the list.
  static func forEach(
    of users: SeedUsers, _ seeder: Seeder, at now: Timestamp,
    _ body: (User, _ tenantID: String?, _ index: Int) throws -> Void
  ) throws {
    let pipe = Pipe<Slice>()
    let thread = try SystemThread { read(users, seeder, at: now, into: pipe) }
    defer {
      // The thread may wait for space.
      pipe.close()
      thread.join()
    }
    while let slice = pipe.take() {
      for (offset, new) in slice.users.enumerated() {
        try body(new.user, new.tenantID, slice.start + offset)
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
        slice.users.append((seeder.newUser(user, at: now), user.document.tenantId))
        guard slice.users.count == Self.slice else { return }
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
