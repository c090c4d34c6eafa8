import EmuModel
import EmuStore
import Testing

@Suite struct `Pending and used credentials` {
  @Test(arguments: StoreKind.allCases)
  func `pending credentials are valid for an hour, one for each identity`(_ kind: StoreKind) throws
  {
    try kind.check { store in
      let scope = try store.scope()
      try store.write { writer in
        for (token, text) in [("t1", "first"), ("t2", "second")] {
          try writer.keepPendingCredential(
            token: token, providerID: "google.com", rawID: "g", credential: text, in: scope,
            now: noon, lifetime: .seconds(3600))
        }
        try writer.keepPendingCredential(
          token: "t3", providerID: "google.com", rawID: "other", credential: "third", in: scope,
          now: noon, lifetime: .seconds(3600))
      }
    } _: { store, _ in
      let scope = try store.scope()
      let other = try store.scope("q")
      try store.read { reader throws in
        let later = noon + .seconds(3599)
        #expect(try reader.pendingCredential(token: "t1", in: scope, at: later) == nil)
        #expect(try reader.pendingCredential(token: "t2", in: scope, at: later) == "second")
        #expect(try reader.pendingCredential(token: "t3", in: scope, at: later) == "third")
        #expect(try reader.pendingCredential(token: "t2", in: other, at: later) == nil)
        #expect(
          try reader.pendingCredential(token: "t2", in: scope, at: noon + .seconds(3600)) == nil)
      }
      try store.write { writer in try writer.dropPendingCredential(token: "t2") }
      #expect(
        try store.read { try $0.pendingCredential(token: "t2", in: scope, at: noon) } == nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `credentials are used once in a project until they expire`(
    _ kind: StoreKind
  ) throws {
    func present(_ store: Store, in project: String, at moment: Timestamp) throws -> Bool {
      let scope = try store.scope(project)
      return try store.write { writer in
        try writer.markUsed(
          digest: "d", in: scope, now: moment, expiresAt: noon + .seconds(60))
      }
    }
    try kind.check { store throws in
      #expect(try present(store, in: "p", at: noon) == false)
    } _: { store, _ throws in
      #expect(try present(store, in: "p", at: noon + .seconds(59)))
      #expect(try present(store, in: "q", at: noon) == false)
      #expect(try present(store, in: "p", at: noon + .seconds(60)) == false)
    }
  }
}
