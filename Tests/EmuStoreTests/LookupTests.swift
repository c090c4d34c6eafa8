import EmuModel
import EmuSQLite
import EmuTestTools
import EmuThread
import Testing

@testable import EmuStore

/// What leads to users: entries wait in memory and are stored later, and every search finds them meanwhile.
@Suite struct `What leads to users` {
  /// Entries wait for so few others that every test has some in memory, some on their way and some stored.
  private static let small = Memtables.Limits(size: 7, most: 28, step: 2, drainedAtOnce: 3)

  private static let many = 1500

  private static func store(_ folder: String, _ limits: Memtables.Limits = small) throws -> Store {
    var configuration = Store.Configuration(location: .file(folder + "/s.sqlite"))
    configuration.memtables = limits
    return try Store(configuration)
  }

  @Test(arguments: 1...20)
  func `users are found as if every entry was stored at once, whatever is done to them`(_ seed: Int)
    throws
  {
    try withFolder { folder in
      var run = try LookupModel(seed: seed) { try Self.store(folder) }
      for step in 0..<400 {
        try run.change()
        try run.checkOne("seed \(seed), step \(step)")
        if step % 20 == 19 { try run.checkAll("seed \(seed), step \(step)") }
      }
      try run.checkTables()
      try run.close()
      #expect(try Store.damage(ofFileAt: folder + "/s.sqlite") == nil)
    }
  }

  @Test func `a user is found by every read after it was stored, while entries are moved`() throws {
    try withFolder { folder in
      let store = try Self.store(
        folder, Memtables.Limits(size: 60, most: 240, step: 10, drainedAtOnce: 20))
      defer { try? store.close() }
      let scope = try store.scope()
      let stored = Monitor(0)
      let reader = try SystemThread {
        var looked = 0
        while looked < Self.many {
          looked = stored.wait(until: { $0 > looked }, then: { $0 })
          for number in max(1, looked - 40)...looked {
            do {
              try store.read { reader in
                let found = [
                  try reader.user(uid: "u\(number)", in: scope),
                  try reader.user(email: "u\(number)@x.test", in: scope),
                  try reader.user(providerID: "google.com", rawID: "g\(number)", in: scope),
                ]
                #expect(found.allSatisfy { $0?.uid == "u\(number)" }, "user \(number)")
              }
            } catch {
              Issue.record(error)
            }
          }
        }
      }
      defer {
        stored.update { $0 = Self.many }
        reader.join()
      }
      for number in 1...Self.many {
        try store.add(
          User(
            uid: "u\(number)", email: "u\(number)@x.test", createdAt: noon,
            links: [ProviderLink(providerID: "google.com", rawID: "g\(number)")]), in: scope)
        stored.update { $0 = number }
      }
    }
  }

  @Test func `a read that takes long finds users whose entries are stored meanwhile`() throws {
    try withFolder { folder in
      let store = try Self.store(folder, Memtables.Limits())
      defer { try? store.close() }
      let scope = try store.scope()
      try store.add(User(uid: "u", email: "u@x.test", createdAt: noon), in: scope)
      try store.read { reader in
        #expect(try reader.userCount(in: scope) == 1)
        store.drainLookups(isQuiet: true)
        while !store.memtables.isStored { try store.write { _ in } }
        #expect(try reader.user(uid: "u", in: scope) != nil)
        #expect(try reader.users(in: scope, after: nil, limit: 9).count == 1)
      }
    }
  }

  @Test func `entries that a process had only in memory are stored at the next start`() throws {
    try withFolder { folder in
      var store = try Self.store(folder, Memtables.Limits())
      let scope = try store.scope()
      try store.add(User(uid: "u", email: "u@x.test", createdAt: noon), in: scope)
      let count = { (table: String) in
        try store.read { reader in
          try reader.connection.first(SQL("SELECT count(*) FROM \(table)")) { $0.int(0) }
        }
      }
      #expect(try count("users") == 1)
      #expect(try count("uids") == 0 && count("emails") == 0)
      try store.close()
      store = try Self.store(folder)
      #expect(try count("uids") == 1 && count("emails") == 1)
      #expect(try store.read { try $0.user(uid: "u", in: scope) }?.email == "u@x.test")
      try store.close()
    }
  }

  @Test func `entries are stored when nothing is written any more`() throws {
    try withFolder { folder in
      let store = try Self.store(folder, Memtables.Limits())
      defer { try? store.close() }
      let scope = try store.scope()
      for number in 0..<300 {
        try store.add(User(uid: "u\(number)", createdAt: noon), in: scope)
      }
      #expect(!store.memtables.isStored)
      store.drainLookups(isQuiet: true)
      while !store.memtables.isStored { try store.write { _ in } }
      let uids = try store.read { reader in
        try reader.connection.first("SELECT count(*) FROM uids") { $0.int(0) }
      }
      #expect(uids == 300)
    }
  }

  @Test func `entries are stored without a call a while after the last write`() async throws {
    let store = try Store(Store.Configuration(location: .temporary))
    defer { try? store.close() }
    try store.add(User(uid: "u", createdAt: noon), in: try store.scope())
    #expect(!store.memtables.isStored)
    for _ in 0..<600 where !store.memtables.isStored {
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(store.memtables.isStored)
  }

  @Test func `texts that Unicode takes for the same lead to different users`() throws {
    try withFolder { folder in
      let store = try Self.store(folder, Memtables.Limits())
      defer { try? store.close() }
      let scope = try store.scope()
      let (one, other) = ("\u{E9}", "e\u{301}")
      let users = try store.add(
        User(uid: one, email: one, createdAt: noon),
        User(uid: other, email: other, createdAt: noon), in: scope)
      try store.read { reader throws in
        #expect(try reader.user(uid: one, in: scope)?.key == users[0].key)
        #expect(try reader.user(uid: other, in: scope)?.key == users[1].key)
        #expect(try reader.user(email: one, in: scope)?.key == users[0].key)
        #expect(try reader.user(email: other, in: scope)?.key == users[1].key)
      }
    }
  }

  @Test func `entries that a piece left for other writes are due again at once`() throws {
    let memtables = Memtables(Memtables.Limits(size: 10, most: 99, step: 5, drainedAtOnce: 9))
    func add(_ users: ClosedRange<Int64>) {
      var entries = LookupEntries()
      for user in users { entries.append(.uid("u\(user)"), of: user, in: 1) }
      memtables.append(entries)
    }
    add(1...20)
    #expect(memtables.queuesPiece())
    guard case (let run, let count)? = memtables.nextPiece() else {
      Issue.record("there is a piece")
      return
    }
    #expect(count == 25)
    // Other writes waited after ten.
    memtables.pieceWasStored(run, count: 10, storedTo: nil)
    #expect(memtables.queuesPiece())
    #expect(memtables.nextPiece()?.count == 15)
  }

  @Test func `a uid or an identity that a user has in memory is refused to another user`() throws {
    try withFolder { folder in
      let store = try Self.store(folder, Memtables.Limits())
      defer { try? store.close() }
      let scope = try store.scope()
      let link = ProviderLink(providerID: "google.com", rawID: "g")
      try store.add(User(uid: "u", createdAt: noon, links: [link]), in: scope)
      let other = try store.add(User(uid: "other", createdAt: noon), in: scope)[0]
      for user in [User(uid: "u", createdAt: noon), User(uid: "v", createdAt: noon, links: [link])]
      {
        #expect(throws: StoreError.self) { try store.add(user, in: scope) }
      }
      #expect(throws: StoreError.self) {
        try store.write { writer in
          var changed = other
          changed.links = [link]
          try writer.update(changed, from: other, in: scope)
        }
      }
      #expect(try store.read { try $0.userCount(in: scope) } == 2)
    }
  }
}
