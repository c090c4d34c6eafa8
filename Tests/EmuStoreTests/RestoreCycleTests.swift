import EmuSQLite
import Testing

@testable import EmuModel
@testable import EmuStore

@Suite struct `Snapshots restored again and again` {
  private static let cycles = 500

  private static func user(_ uid: String) -> User {
    User(
      uid: uid, createdAt: noon, email: "\(uid)@x.test",
      links: [ProviderLink(providerID: "google.com", rawID: uid)],
      secondFactors: [SecondFactor(id: "m", kind: .totp(secret: "MY"), enrolledAt: noon)])
  }

  private static func rows(_ store: Store) throws -> (count: Int64, last: Int64) {
    try store.read { reader in
      var (count, last): (Int64, Int64) = (0, 0)
      for table in try SchemaTable.all(in: reader.connection) where table.isNumbered {
        let numbers = try reader.connection.first(
          SQL("SELECT count(*), coalesce(max(id), 0) FROM \(table.name)")
        ) { ($0.integer(0), $0.integer(1)) }
        count += numbers?.0 ?? 0
        last = max(last, numbers?.1 ?? 0)
      }
      return (count, last)
    }
  }

  /// - Parameter projects: those that are saved and restored in turn; none for all projects.
  @Test(arguments: [["a"], ["a", "b", "c"], []])
  func `row numbers never exceed the number of rows ever stored`(_ projects: [String]) throws {
    try withPath { path in
      let open = { try Store(at: path) }
      var store = try open()
      for project in ["a", "b", "c"] { try store.add(Self.user("first"), in: store.scope(project)) }
      var stored = try Self.rows(store).count
      for cycle in 0..<Self.cycles {
        let project = projects.isEmpty ? nil : projects[cycle % projects.count]
        let scope = try store.scope(project ?? "a")
        _ = try store.makeSnapshot("s", of: project, at: noon)
        _ = try store.restoreSnapshot("s", afterCommit: {})
        stored += try Self.rows(store).count
        let user = try store.add(Self.user("u\(cycle)"), in: scope)[0]
        stored += 2
        #expect(try store.read { try $0.user(uid: "first", in: scope) }?.secondFactors.count == 1)
        let found = try store.read { try $0.user(email: "u\(cycle)@x.test", in: scope) }
        #expect(found?.key == user.key)
        try store.write { writer in try writer.delete(user, in: scope) }
        #expect(try Self.rows(store).last <= stored, "cycle \(cycle)")
        guard cycle % 100 == 99 else { continue }
        try store.close()
        store = try open()
      }
      try store.close()
      #expect(try Store.damage(ofFileAt: path) == nil)
    }
  }
}
