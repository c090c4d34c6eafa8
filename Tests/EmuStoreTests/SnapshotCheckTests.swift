import EmuTestTools
import Foundation
import Testing

@testable import EmuModel
@testable import EmuStore

/// Files that a snapshot's importer must reject: each violates one assumption of a store.
@Suite final class `Snapshots from other sources`: FolderSuite {
  /// Hides an index while rows change, so that it misses the changes.
  private static func without(_ index: String, _ change: String) -> String {
    """
    PRAGMA writable_schema = ON;
    CREATE TEMP TABLE hidden AS SELECT * FROM sqlite_schema WHERE name = '\(index)';
    DELETE FROM sqlite_schema WHERE name = '\(index)';
    PRAGMA writable_schema = RESET;
    \(change);
    PRAGMA writable_schema = ON;
    INSERT INTO sqlite_schema SELECT * FROM hidden;
    PRAGMA writable_schema = RESET;
    """
  }

  @Test(
    .needs("python3"),
    arguments: [
      ("UPDATE signing_keys SET private_key = x'0001'", "signing key \"k\""),
      (without("users_email", "UPDATE users SET email = 'x'"), "damaged"),
      (without("users_uid", "UPDATE users SET uid = 'x'"), "damaged"),
      (without("identities_raw_id", "UPDATE identities SET raw_id = 'x'"), "damaged"),
      ("DELETE FROM identities WHERE user_id = 1", "user \"ann\""),
      ("UPDATE users SET links = 'none' WHERE id = 1", "links of a user"),
      ("UPDATE users SET has_passkeys = 1", "user \"ann\""),
      ("UPDATE users SET set_id = 99 WHERE id = 1", "table users"),
      ("UPDATE identities SET set_id = 99", "table identities"),
      ("UPDATE api_keys SET project_id = 99", "table api_keys"),
      ("UPDATE projects SET config = '{'", "Config"),
      ("UPDATE tenants SET config = '[]'", "TenantConfig"),
      ("UPDATE providers SET config = '7'", "ProviderConfig"),
      ("INSERT INTO faults (name, fault) VALUES ('f', '{}')", "Fault"),
      ("INSERT INTO issuer_settings VALUES ('i', '[]')", "IssuerOptions"),
    ])
  func `a flawed snapshot file changes nothing`(statements: String, reason: String) throws {
    let store = try Store(at: path)
    try Self.fill(store)
    _ = try store.makeSnapshot("a", of: nil, at: noon)
    let file = try Self.bytes(of: "a", store)
    let changed = try SQLiteFile.changed(file, by: statements)
    let error = #expect(throws: SnapshotError.self) { try Self.receive(changed, store) }
    #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    #expect(try store.snapshots().map(\.name) == ["a"])
    // The same file without the flaw is imported and restored.
    try Self.receive(file, store)
    _ = try store.restoreSnapshot("b", isReadable: Self.isReadable, afterCommit: {})
    let scope = try store.scope()
    #expect(try store.read { try $0.user(email: "ann@x.test", in: scope) } != nil)
    try store.close()
    #expect(try Store.damage(ofFileAt: path) == nil)
  }

  @Test(
    .needs("python3"),
    arguments: ["UPDATE signing_keys SET private_key = x'00'", "DROP TABLE signing_keys"])
  func `a snapshot with a damaged key is rejected and replaces nothing`(damage: String) throws {
    let store = try Store(at: path)
    defer { try? store.close() }
    try Self.fill(store)
    _ = try store.makeSnapshot("a", of: nil, at: noon)
    let url = URL(filePath: path + "-snapshots/a.sqlite")
    let changed = try SQLiteFile.changed([UInt8](Data(contentsOf: url)), by: damage)
    try Data(changed).write(to: url)
    let scope = try store.scope()
    try store.add(User(uid: "later", createdAt: noon), in: scope)
    #expect(throws: SnapshotError.self) {
      try store.restoreSnapshot("a", isReadable: Self.isReadable, afterCommit: {})
    }
    #expect(try store.read { try $0.user(uid: "later", in: scope) } != nil)
  }

  @Test(arguments: StoreKind.allCases, [true, false])
  func `a restore keeps to the snapshot that it began`(kind: StoreKind, isReplaced: Bool) throws {
    try kind.check { store in
      try Self.fill(store)
      _ = try store.makeSnapshot("a", of: nil, at: noon)
    } _: { store, _ in
      let scope = try store.scope()
      try store.add(User(uid: "later", createdAt: noon), in: scope)
      let interfere = { @Sendable in
        if isReplaced {
          _ = try store.makeSnapshot("a", of: nil, at: noon)
        } else {
          try store.deleteSnapshot("a")
        }
      }
      // The key is checked between the steps that open the snapshot.
      let restored = try store.restoreSnapshot(
        "a", isReadable: { _ in (try? interfere()) != nil }, afterCommit: {})
      #expect(restored.bytes > 0)
      #expect(try store.snapshots().map(\.name) == (isReplaced ? ["a"] : []))
      #expect(try store.read { try $0.user(uid: "later", in: scope) } == nil)
      #expect(try store.read { try $0.user(uid: "ann", in: scope) } != nil)
    }
  }

  @Test func `a symbolic link in the folder is no snapshot`() throws {
    let store = try Store(at: path)
    defer { try? store.close() }
    _ = try store.makeSnapshot("a", of: nil, at: noon)
    let kept = path + "-snapshots/"
    try FileManager.default.createSymbolicLink(
      atPath: kept + "b.sqlite", withDestinationPath: kept + "a.sqlite")
    #expect(try store.snapshots().map(\.name) == ["a"])
    let error = #expect(throws: SnapshotError.self) {
      try store.restoreSnapshot("b", afterCommit: {})
    }
    #expect(error?.message.hasPrefix("There is no snapshot") == true)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: kept).sorted() == [
        "a.sqlite", "b.sqlite",
      ])
  }

  private static func fill(_ store: Store) throws {
    let scope = try store.scope()
    for uid in ["ann", "bob"] {
      try store.add(
        User(
          uid: uid, createdAt: noon, email: "\(uid)@x.test",
          links: [ProviderLink(providerID: "google.com", rawID: uid)]), in: scope)
    }
    let project = try store.project("p")
    try store.write { writer in
      _ = try writer.insertTenant("t", .everythingEnabled, in: project)
      try writer.upsert(provider: "google.com", ProviderConfig(), of: project, in: store)
      _ = try writer.register(apiKey: "key", for: project, in: store)
      try writer.insert(
        StoredSigningKey(
          issuer: "apple.com", kid: "k", algorithm: "RS256", privateKey: [1, 2, 3],
          state: "active", createdAt: noon))
    }
  }

  private static func isReadable(_ key: StoredSigningKey) -> Bool { key.privateKey == [1, 2, 3] }

  private static func bytes(of name: String, _ store: Store) throws -> [UInt8] {
    let next = try store.snapshotFile(name)
    var bytes: [UInt8] = []
    while case let piece = try next(), !piece.isEmpty { bytes += piece }
    return bytes
  }

  private static func receive(_ file: [UInt8], _ store: Store) throws {
    var pieces = [file]
    _ = try store.importSnapshot("b", isReadable: isReadable) { pieces.popLast() }
  }
}
