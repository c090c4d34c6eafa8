import EmuTestTools
import Foundation
import Testing

@testable import EmuModel
@testable import EmuStore

/// Snapshots whose files change, before a restore or during it.
@Suite final class `Changed snapshots`: FolderSuite {
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
}
