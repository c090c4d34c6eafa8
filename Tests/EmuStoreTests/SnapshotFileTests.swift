import EmuSQLite
import EmuTestTools
import Foundation
import Testing

@testable import EmuModel
@testable import EmuStore

/// The files of snapshots beside a data file.
@Suite struct `Files of snapshots` {
  private static func user(_ uid: String) -> User { User(uid: uid, createdAt: noon) }

  @Test func `a snapshot is still there when the data file is opened again`() throws {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      var store = try Store(Store.Configuration(path: path))
      try store.add(Self.user("ann"), in: store.scope())
      let made = try store.makeSnapshot("a", of: nil, at: noon)
      try store.close()
      store = try Store(Store.Configuration(path: path))
      #expect(try store.snapshots() == [made])
      try store.add(Self.user("bob"), in: store.scope())
      _ = try store.restoreSnapshot("a", afterCommit: {})
      let scope = try store.scope()
      #expect(try store.read { try $0.user(uid: "ann", in: scope) } != nil)
      #expect(try store.read { try $0.user(uid: "bob", in: scope) } == nil)
      try store.close()
      #expect(try Store.damage(ofFileAt: folder + "/s.sqlite") == nil)
    }
  }

  @Test
  func `a partial snapshot of a killed process is not listed, and is removed at the next start`()
    throws
  {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      let snapshots = folder + "/s.sqlite-snapshots"
      try FileManager.default.createDirectory(
        atPath: snapshots, withIntermediateDirectories: false)
      let draft = snapshots + "/.draft-7.sqlite"
      try Data("half".utf8).write(to: URL(filePath: draft))
      try Data("not one".utf8).write(to: URL(filePath: snapshots + "/other.sqlite"))
      let store = try Store(Store.Configuration(path: path))
      #expect(try store.snapshots() == [])
      #expect(!FileManager.default.fileExists(atPath: draft))
      _ = try store.makeSnapshot("a", of: nil, at: noon)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: snapshots).sorted() == [
          "a.sqlite", "other.sqlite",
        ])
      #expect(throws: SnapshotError.self) {
        try store.restoreSnapshot("other", afterCommit: {})
      }
      try store.close()
    }
  }

  @Test func `a snapshot of another data file is restored with the project numbers of this one`()
    throws
  {
    try withFolder { folder in
      let there = try Store(Store.Configuration(path: folder + "/there.sqlite"))
      for name in ["x", "y", "p"] {
        try there.add(Self.user("of-\(name)"), in: there.scope(name))
      }
      _ = try there.makeSnapshot("a", of: nil, at: noon)
      try there.close()
      try FileManager.default.moveItem(
        atPath: folder + "/there.sqlite-snapshots", toPath: folder + "/here.sqlite-snapshots")

      let here = try Store(Store.Configuration(path: folder + "/here.sqlite"))
      // The numbers there are 1 to 3, in another order.
      let known = try ["p", "q", "x"].map { try here.scope($0) }
      _ = try here.restoreSnapshot("a", afterCommit: {})
      #expect(try ["p", "q", "x"].map { try here.scope($0) } == known)
      for name in ["x", "y", "p"] {
        let scope = try here.scope(name)
        #expect(try here.read { try $0.user(uid: "of-\(name)", in: scope) } != nil, "\(name)")
        #expect(try here.read { try $0.userCount(in: scope) } == 1, "\(name)")
      }
      let scope = try here.scope("q")
      #expect(try here.read { try $0.userCount(in: scope) } == 0)
      try here.close()
      #expect(try Store.damage(ofFileAt: folder + "/here.sqlite") == nil)
    }
  }

  @Test(arguments: [nil, "p"] as [String?])
  func `a snapshot of an earlier version is migrated when it is restored or exported`(
    project: String?
  ) throws {
    let next = Migration("next") { connection throws(DatabaseError) in
      try connection.execute("CREATE TABLE later (id INTEGER PRIMARY KEY) STRICT")
    }
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      let old = try Store(Store.Configuration(path: path))
      try old.add(Self.user("ann"), in: old.scope())
      for name in ["a", "b"] { _ = try old.makeSnapshot(name, of: project, at: noon) }
      try old.close()
      var configuration = Store.Configuration(path: path)
      configuration.migrations = migrations + [next]
      let store = try Store(configuration)
      try store.add(Self.user("bob"), in: store.scope())
      // Twice: the second finds a snapshot that is up to date.
      for _ in 1...2 {
        #expect(try store.restoreSnapshot("a", afterCommit: {}).users == 1)
        let scope = try store.scope()
        #expect(try store.read { try $0.user(uid: "ann", in: scope) } != nil)
        #expect(try store.read { try $0.user(uid: "bob", in: scope) } == nil)
      }
      let pieces = try store.snapshotFile("b")
      _ = try store.importSnapshot("c") {
        let piece = try pieces()
        return piece.isEmpty ? nil : piece
      }
      #expect(try store.snapshots().map(\.name) == ["a", "b", "c"])
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: path + "-snapshots").sorted() == [
          "a.sqlite", "b.sqlite", "c.sqlite",
        ])
      try store.close()
      #expect(try Store.damage(ofFileAt: path) == nil)
    }
  }

  @Test(arguments: [true, false])
  func `a data file is not imported as a snapshot`(isTemporary: Bool) throws {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      let other = try Store(Store.Configuration(path: path))
      try other.add(Self.user("ann"), in: other.scope())
      try other.close()
      var pieces = [Array(try Data(contentsOf: URL(filePath: path)))]
      let store = try Store(
        Store.Configuration(path: isTemporary ? nil : folder + "/t.sqlite"))
      let error = #expect(throws: SnapshotError.self) {
        try store.importSnapshot("a") { pieces.popLast() }
      }
      #expect(error?.message.contains("is not a snapshot, but another data file") == true)
      try store.close()
    }
  }

  @Test func `a snapshot of another schema is rejected with the next step, and nothing changes`()
    throws
  {
    try withFolder { folder in
      let store = try Store(Store.Configuration(path: folder + "/s.sqlite"))
      try store.add(Self.user("ann"), in: store.scope())
      _ = try store.makeSnapshot("old", of: nil, at: noon)
      let copy = try Database(
        .init(location: .file(folder + "/s.sqlite-snapshots/old.sqlite")),
        migrations: migrations + [Migration("9_later") { _ in }])
      try copy.close()
      let error = #expect(throws: SnapshotError.self) {
        try store.restoreSnapshot("old", afterCommit: {})
      }
      #expect(error?.message.contains("another version") == true)
      let scope = try store.scope()
      #expect(try store.read { try $0.userCount(in: scope) } == 1)
      try store.close()
    }
  }
}
