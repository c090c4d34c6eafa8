import EmuSQLite
import Testing

@testable import EmuModel
@testable import EmuStore

/// Projects that are emptied of more users than one transaction removes.
@Suite struct `Emptied sets of users` {
  private static let many = 450

  private func fill(_ scope: AccountScope, of store: Store, _ count: Int = many) throws {
    try store.write { writer in
      for number in 1...count {
        var user = User(uid: "u\(number)", createdAt: noon, email: "\(number)@x.test")
        for provider in ["apple.com", "google.com"] {
          user.links.append(
            ProviderLink(providerID: provider, rawID: "\(number)", email: "o\(number)@x.test"))
        }
        _ = try writer.insert(user, in: scope)
      }
    }
  }

  private func rows(_ store: Store) throws -> Int {
    try store.read { reader in
      try reader.connection.first("SELECT count(*) FROM users") { $0.int(0) } ?? 0
    }
  }

  /// Waits until nothing is left to remove; each write waits for the earlier ones.
  private func settle(_ store: Store) throws {
    for _ in 0..<100 {
      try store.write { _ in }
      if try store.read({ try $0.emptiedSet() }) == nil { return }
    }
    Issue.record("rows of an emptied set are left")
  }

  @Test func `an emptied project finds none of its users, and accepts their ids immediately`()
    throws
  {
    let store = try Store(Store.Configuration())
    defer { try? store.close() }
    let (scope, other) = (try store.scope("p"), try store.scope("q"))
    try fill(scope, of: store)
    try fill(other, of: store, 3)
    try store.write { writer in
      try writer.deleteUsers(in: scope, of: store)
      #expect(try writer.reader.userCount(in: scope) == 0)
      #expect(try writer.reader.user(uid: "u450", in: scope) == nil)
      _ = try writer.insert(User(uid: "u450", createdAt: noon), in: scope)
    }
    #expect(try store.read { try $0.users(in: scope, after: nil, limit: 9) }.map(\.uid) == ["u450"])
    try settle(store)
    #expect(try rows(store) == 4)
    #expect(try store.read { try $0.userCount(in: other) } == 3)
  }

  @Test func `a completely emptied store assigns the first key again`() throws {
    let store = try Store(Store.Configuration())
    defer { try? store.close() }
    let scope = try store.scope()
    try fill(scope, of: store)
    try store.write { writer in try writer.deleteUsers(in: scope, of: store) }
    try settle(store)
    #expect(try store.add(User(uid: "u", createdAt: noon), in: scope)[0].key == 1)
    #expect(try store.read { try $0.user(uid: "u", in: scope) } != nil)
  }

  @Test func `an emptied project whose change is rejected keeps its users`() throws {
    struct Refusal: Error {}
    let store = try Store(Store.Configuration())
    defer { try? store.close() }
    let scope = try store.scope()
    try fill(scope, of: store)
    #expect(throws: Refusal.self) {
      try store.write { writer in
        try writer.deleteUsers(in: scope, of: store)
        throw Refusal()
      }
    }
    try settle(store)
    #expect(try store.read { try $0.userCount(in: scope) } == Self.many)
  }

  @Test func `the users of an emptied project are removed after the next start`() throws {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      var store = try Store(Store.Configuration(path: path))
      try fill(try store.scope("p"), of: store)
      try fill(try store.scope("q"), of: store, 3)
      try store.close()
      let database = try Database(.init(location: .file(path)), migrations: migrations)
      try database.write { connection in
        try connection.run(
          """
          UPDATE account_sets SET project_id = NULL, tenant_id = NULL
          WHERE project_id = (SELECT id FROM projects WHERE name = 'p')
          """)
      }
      try database.close()

      store = try Store(Store.Configuration(path: path))
      try settle(store)
      #expect(try rows(store) == 3)
      try store.close()
      #expect(try Store.damage(ofFileAt: path) == nil)
    }
  }

  @Test func `an emptied project counts no users in a snapshot, and has none when it is restored`()
    throws
  {
    let store = try Store(Store.Configuration())
    defer { try? store.close() }
    let (scope, other) = (try store.scope("p"), try store.scope("q"))
    try fill(scope, of: store)
    try fill(other, of: store, 3)
    try store.write { writer in
      try writer.connection.run(
        """
        UPDATE account_sets SET project_id = NULL, tenant_id = NULL WHERE project_id = ?
        """, .integer(scope.projectKey))
    }
    #expect(try store.makeSnapshot("all", of: nil, at: noon).users == 3)
    #expect(try store.makeSnapshot("one", of: "q", at: noon).users == 3)
    _ = try store.restoreSnapshot("all", afterCommit: {})
    try settle(store)
    #expect(try rows(store) == 3)
    _ = try store.restoreSnapshot("one", afterCommit: {})
    #expect(try store.read { try $0.userCount(in: other) } == 3)
  }
}
