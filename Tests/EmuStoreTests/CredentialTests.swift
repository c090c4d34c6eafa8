import EmuModel
import EmuStore
import Testing

@Suite struct `Used credentials` {
  @Test(arguments: StoreKind.allCases)
  func `credentials are used once, in a project or at issuers, in time`(kind: StoreKind) throws {
    func isUsed(_ store: Store, in project: String?, after seconds: Int) throws -> Bool {
      let (scope, now) = (try project.map(store.scope), noon + .seconds(seconds))
      return try store.write { writer in
        try writer.markUsed(digest: "d", in: scope, now: now, expiresAt: noon + .seconds(60))
      }
    }
    try kind.check { store throws in
      for project in ["p", nil] { #expect(try !isUsed(store, in: project, after: 0)) }
    } _: { store, _ throws in
      for project in ["p", nil] { #expect(try isUsed(store, in: project, after: 59)) }
      #expect(try !isUsed(store, in: "q", after: 0))
      for project in ["p", nil] { #expect(try !isUsed(store, in: project, after: 60)) }
    }
  }
}
