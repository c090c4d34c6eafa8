import EmuStore
import Testing

@testable import EmuModel

@Suite struct `Pages of users` {
  @Test(arguments: StoreKind.allCases)
  func `pages of users follow the bytes of the uids and skip no user`(_ kind: StoreKind) throws {
    let uids = ["B", "a", "b", "aa", "é", "~", "0"]
    try kind.check { store in
      let scope = try store.scope()
      try store.write { writer in
        for uid in uids { _ = try writer.insert(User(uid: uid, createdAt: noon), in: scope) }
      }
    } _: { store, _ in
      let scope = try store.scope()
      var seen: [String] = []
      var last: String?
      repeat {
        let page = try store.read { try $0.users(in: scope, after: last, limit: 2) }
        #expect(page.count <= 2)
        seen += page.map(\.uid)
        last = page.last?.uid
      } while last != nil
      #expect(seen == ["0", "B", "a", "aa", "b", "~", "é"])
    }
  }

  @Test(arguments: [
    (ReadTransaction.SortKey.uid, false, ["a", "b", "c"]), (.uid, true, ["c", "b", "a"]),
    (.name, false, ["c", "a", "b"]), (.createdAt, false, ["b", "c", "a"]),
    (.lastLoginAt, true, ["a", "c", "b"]), (.email, false, ["b", "c", "a"]),
  ])
  func `pages of users are sorted by any field`(
    _ key: ReadTransaction.SortKey, _ descending: Bool, _ uids: [String]
  )
    throws
  {
    let store = try Store(Store.Configuration())
    let scope = try store.scope()
    try store.add(
      User(
        uid: "a", createdAt: noon + .seconds(9), email: "z@x.y", texts: UserTexts(displayName: "M"),
        lastLoginAt: noon + .seconds(3)),
      User(
        uid: "b", createdAt: noon, email: nil, texts: UserTexts(displayName: "Z"), lastLoginAt: nil),
      User(
        uid: "c", createdAt: noon + .seconds(1), email: "b@x.y", texts: UserTexts(displayName: "A"),
        lastLoginAt: noon), in: scope)
    let all = try store.read { reader throws in
      try reader.users(in: scope, sortedBy: key, descending: descending, offset: 0, limit: 9)
    }
    #expect(all.map(\.uid) == uids)
    let middle = try store.read { reader throws in
      try reader.users(in: scope, sortedBy: key, descending: descending, offset: 1, limit: 1)
    }
    #expect(middle.map(\.uid) == [uids[1]])
  }
}
