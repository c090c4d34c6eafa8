import EmuModel
import EmuStore
import Testing

@Suite struct `Used credentials` {
  @Test(arguments: StoreKind.allCases)
  func `credentials are used once in a project until they expire`(_ kind: StoreKind) throws {
    func isUsed(_ store: Store, in project: String, after seconds: Int) throws -> Bool {
      let (scope, now) = (try store.scope(project), noon + .seconds(seconds))
      return try store.write { writer in
        try writer.markUsed(digest: "d", in: scope, now: now, expiresAt: noon + .seconds(60))
      }
    }
    try kind.check { store throws in
      #expect(try !isUsed(store, in: "p", after: 0))
    } _: { store, _ throws in
      #expect(try isUsed(store, in: "p", after: 59))
      #expect(try !isUsed(store, in: "q", after: 0))
      #expect(try !isUsed(store, in: "p", after: 60))
    }
  }
}
