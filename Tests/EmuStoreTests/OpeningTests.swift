import EmuStore
import Foundation
import Testing

@testable import EmuModel

@Suite struct `Opening a store` {
  private func code(opening path: String) -> StoreError.Code? {
    do {
      let store = try Store(Store.Configuration(path: path))
      try? store.close()
      return nil
    } catch {
      #expect(error.message.contains(path), "\(error.message) does not name the file")
      return error.code
    }
  }

  @Test func `opening a store is rejected while another store has the file`() throws {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      let first = try Store(Store.Configuration(path: path))
      #expect(code(opening: path) == .inUse)
      try first.close()
      #expect(code(opening: path) == nil)
    }
  }

  @Test func `opening a store is rejected for a file that is not a database, which is not changed`()
    throws
  {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      let text = Data(String(repeating: "Dear diary, today was fine. ", count: 500).utf8)
      try text.write(to: URL(filePath: path))
      #expect(code(opening: path) == .foreignFile)
      #expect(try Data(contentsOf: URL(filePath: path)) == text)
    }
  }

  @Test func `opening a store is rejected for a damaged file, which is not changed`() throws {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      let store = try Store(Store.Configuration(path: path))
      let scope = try store.scope()
      try store.write { writer in
        for number in 0..<500 {
          _ = try writer.insert(User(uid: "u\(number)", createdAt: noon), in: scope)
        }
      }
      try store.close()
      var bytes = try Data(contentsOf: URL(filePath: path))
      // The header is kept; the page with the schema is overwritten.
      bytes.replaceSubrange(100..<4096, with: Data(repeating: 0xA5, count: 3996))
      try bytes.write(to: URL(filePath: path))
      #expect(code(opening: path) == .damaged)
      #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    }
  }

  @Test func `opening a store is rejected where no file can be created`() throws {
    try withFolder { folder in
      #expect(code(opening: folder) == .cannotOpen)
      #expect(code(opening: folder + "/missing/s.sqlite") == .cannotOpen)
    }
  }

  @Test func `opening a store makes its file readable by its owner only`() throws {
    try withFolder { folder in
      let path = folder + "/s.sqlite"
      let store = try Store(Store.Configuration(path: path))
      defer { try? store.close() }
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      #expect(mode as? Int == 0o600)
    }
  }

  @Test func `a closed store rejects reads and writes`() throws {
    let store = try Store(Store.Configuration())
    let scope = try store.scope()
    try store.close()
    let read = #expect(throws: StoreError.self) { try store.read { try $0.userCount(in: scope) } }
    #expect(read?.code == .closed)
    let write = #expect(throws: StoreError.self) {
      try store.write { try $0.deleteUsers(in: scope, of: store) }
    }
    #expect(write?.code == .closed)
  }
}

@Suite struct `Changes to a store` {
  private struct Refusal: Error {}

  @Test func `changes to a store leave nothing when they are rejected`() throws {
    let store = try Store(Store.Configuration())
    let scope = try store.scope()
    #expect(throws: Refusal.self) {
      try store.write { writer in
        _ = try writer.insert(User(uid: "u", createdAt: noon), in: scope)
        throw Refusal()
      }
    }
    #expect(try store.read { try $0.userCount(in: scope) } == 0)
  }

  @Test func `changes to a store undo only the rejected attempt`() throws {
    let store = try Store(Store.Configuration())
    let scope = try store.scope()
    try store.write { writer in
      _ = try writer.insert(User(uid: "kept", createdAt: noon), in: scope)
      do {
        try writer.attempt {
          _ = try writer.insert(User(uid: "undone", createdAt: noon), in: scope)
          throw Refusal()
        }
      } catch is Refusal {}
    }
    let uids = try store.read { try $0.users(in: scope, after: nil, limit: 9) }.map(\.uid)
    #expect(uids == ["kept"])
  }
}
