import EmuSQLite
import EmuTestTools
import Foundation
import Testing

@testable import EmuModel
@testable import EmuStore

@Suite final class `Files of snapshots`: FolderSuite {
  private static func user(_ uid: String) -> User { User(uid: uid, createdAt: noon) }

  @Test func `a partial snapshot of a killed process is removed at the next start`() throws {
    let snapshots = path + "-snapshots"
    try FileManager.default.createDirectory(atPath: snapshots, withIntermediateDirectories: false)
    let draft = snapshots + "/.draft-7.sqlite"
    try Data("half".utf8).write(to: URL(filePath: draft))
    try Data("not one".utf8).write(to: URL(filePath: snapshots + "/other.sqlite"))
    let store = try Store(at: path)
    #expect(try store.snapshots() == [])
    #expect(!FileManager.default.fileExists(atPath: draft))
    _ = try store.makeSnapshot("a", of: nil, at: noon)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: snapshots).sorted() == [
        "a.sqlite", "other.sqlite",
      ])
    #expect(throws: SnapshotError.self) { try store.restoreSnapshot("other", afterCommit: {}) }
    try store.close()
  }

  @Test func `a snapshot's description has the form that earlier builds wrote`() throws {
    let store = try Store(at: path)
    try store.add(Self.user("ann"), in: store.scope())
    _ = try store.makeSnapshot("a", of: nil, at: noon)
    let file = try Data(contentsOf: URL(filePath: path + "-snapshots/a.sqlite"))
    let text = Data(#"{"createdAt":\#(noon.milliseconds),"users":1}"#.utf8)
    #expect(file.firstRange(of: text) != nil)
    try store.close()
  }

  @Test func `a snapshot of another file is restored with the numbers of this one`() throws {
    let there = try Store(at: folder.path("there.sqlite"))
    for name in ["x", "y", "p"] { try there.add(Self.user("of-\(name)"), in: there.scope(name)) }
    _ = try there.makeSnapshot("a", of: nil, at: noon)
    try there.close()
    try FileManager.default.moveItem(
      atPath: folder.path("there.sqlite-snapshots"), toPath: path + "-snapshots")

    let here = try Store(at: path)
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
    #expect(try Store.damage(ofFileAt: path) == nil)
  }

  @Test(arguments: [true, false])
  func `a data file is not imported as a snapshot`(isTemporary: Bool) throws {
    let other = try Store(at: path)
    try other.add(Self.user("ann"), in: other.scope())
    try other.close()
    var pieces = [Array(try Data(contentsOf: URL(filePath: path)))]
    let store = try Store(at: isTemporary ? nil : path + "2")
    let error = #expect(throws: SnapshotError.self) {
      try store.importSnapshot("a") { pieces.popLast() }
    }
    #expect(error?.message.contains("is not a snapshot, but another data file") == true)
    try store.close()
  }

  @Test func `a snapshot of another schema is rejected, and nothing changes`() throws {
    let store = try Store(at: path)
    try store.add(Self.user("ann"), in: store.scope())
    _ = try store.makeSnapshot("old", of: nil, at: noon)
    let copy = try Database(
      .init(location: .file(path + "-snapshots/old.sqlite")),
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
