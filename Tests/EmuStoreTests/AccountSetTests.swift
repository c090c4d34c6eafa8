import EmuSQLite
import Testing

@testable import EmuModel
@testable import EmuStore

/// Projects that are emptied of more users than one transaction removes.
@Suite struct `Emptied sets of users` {
  private static let many = 450
  private let store: Store
  private let scope: AccountScope
  private let other: AccountScope

  init() throws {
    store = try Store()
    (scope, other) = (try store.scope("p"), try store.scope("q"))
    try Self.fill(scope, of: store)
  }

  private static func fill(_ scope: AccountScope, of store: Store, _ count: Int = many) throws {
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

  /// Waits until nothing is left to remove; each write waits for the earlier ones.
  ///
  /// - Returns: the number of rows of users.
  private static func settle(_ store: Store) throws -> Int {
    for _ in 0..<100 {
      try store.write { _ in }
      if try store.read({ try $0.emptiedSet() }) == nil { break }
    }
    return try store.read { reader in
      #expect(try reader.emptiedSet() == nil, "rows of an emptied set are left")
      return try reader.connection.first("SELECT count(*) FROM users") { $0.int(0) } ?? 0
    }
  }

  @Test func `an emptied project has none of its users, and accepts their ids at once`() throws {
    try Self.fill(other, of: store, 3)
    try store.write { writer in
      try writer.deleteUsers(in: scope, of: store)
      #expect(try writer.reader.userCount(in: scope) == 0)
      #expect(try writer.reader.user(uid: "u450", in: scope) == nil)
      _ = try writer.insert(User(uid: "u450", createdAt: noon), in: scope)
    }
    #expect(try store.read { try $0.users(in: scope, after: nil, limit: 9) }.map(\.uid) == ["u450"])
    #expect(try Self.settle(store) == 4)
    #expect(try store.read { try $0.userCount(in: other) } == 3)
  }

  @Test func `a completely emptied store assigns the first key again`() throws {
    try store.write { writer in try writer.deleteUsers(in: scope, of: store) }
    #expect(try Self.settle(store) == 0)
    #expect(try store.add(User(uid: "u", createdAt: noon), in: scope)[0].key == 1)
    #expect(try store.read { try $0.user(uid: "u", in: scope) } != nil)
  }

  @Test func `an emptied project whose change is rejected keeps its users`() throws {
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try store.write { writer in
        try writer.deleteUsers(in: scope, of: store)
        throw Refusal()
      }
    }
    #expect(try Self.settle(store) == Self.many)
    #expect(try store.read { try $0.userCount(in: scope) } == Self.many)
  }

  /// The state of a set between the change that empties it and the removal of its users.
  private static let emptying: SQL = """
    UPDATE account_sets SET project_id = NULL, tenant_id = NULL
    WHERE project_id = (SELECT id FROM projects WHERE name = 'p')
    """

  @Test func `the users of an emptied project are removed after the next start`() throws {
    try withPath { path in
      let store = try Store(at: path)
      try Self.fill(try store.scope("p"), of: store)
      try Self.fill(try store.scope("q"), of: store, 3)
      try store.close()
      let database = try Database(.init(location: .file(path)), migrations: migrations)
      try database.write { try $0.run(Self.emptying) }
      try database.close()

      let again = try Store(at: path)
      #expect(try Self.settle(again) == 3)
      try again.close()
      #expect(try Store.damage(ofFileAt: path) == nil)
    }
  }

  @Test func `an emptied project has no users in a snapshot, nor after its restore`() throws {
    try Self.fill(other, of: store, 3)
    try store.write { writer in try writer.connection.run(Self.emptying) }
    #expect(try store.makeSnapshot("all", of: nil, at: noon).users == 3)
    #expect(try store.makeSnapshot("one", of: "q", at: noon).users == 3)
    _ = try store.restoreSnapshot("all", afterCommit: {})
    #expect(try Self.settle(store) == 3)
    _ = try store.restoreSnapshot("one", afterCommit: {})
    #expect(try store.read { try $0.userCount(in: other) } == 3)
  }
}
