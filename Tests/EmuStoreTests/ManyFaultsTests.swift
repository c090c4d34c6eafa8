import Testing

@testable import EmuModel
@testable import EmuStore

/// The cost of many faults is counted, not timed: the number that a request is compared with.
@Suite final class `Faults: ten thousand of them`: StoreSuite {
  private static let count = 10_000

  /// A store with faults that differ by one member of their match.
  private static func store(
    _ member: @escaping @Sendable (Int, inout Fault.Match) -> Void
  ) throws -> Store {
    let store = try Store()
    try store.write { [store] writer in
      for number in 0..<count {
        var fault = Fault(id: "f\(number)", effect: Fault.Effect(), remaining: 1)
        fault.effect.status = 503
        member(number, &fault.match)
        try writer.insert(fault, in: store)
      }
    }
    return store
  }

  private static let members: [(FaultField, @Sendable (Int, inout Fault.Match) -> Void)] = [
    (.localID, { $1.localId = "v\($0)" }), (.email, { $1.email = "v\($0)" }),
    (.sub, { $1.sub = "v\($0)" }), (.clientID, { $1.clientId = "v\($0)" }),
    (.project, { $1.project = "v\($0)" }), (.operation, { $1.operation = "v\($0)" }),
    (.endpoint, { $1.endpoint = "v\($0)" }), (.provider, { $1.providerId = "v\($0)" }),
  ]

  @Test(arguments: 0..<members.count)
  func `a request is compared only with the faults that may concern it`(_ row: Int) throws {
    let (field, member) = Self.members[row]
    let store = try Self.store(member)
    var compared = 0
    func taken(_ value: String) -> [String] {
      store.takeFaults(at: noon) {
        $0 == field ? [value] : []
      } where: { _ in
        compared += 1
        return true
      }.map(\.id)
    }
    for number in [0, 1, 5000, 9999] { #expect(taken("v\(number)") == ["f\(number)"]) }
    #expect(taken("other") == [])
    #expect(taken("v1") == [])
    #expect(compared == 4)
    #expect(store.faultCounts.faults == Self.count - 4)
  }

  @Test func `each request is compared with one of the faults that answer every request`() throws {
    let store = try Self.store { _, _ in }
    var compared = 0
    for number in 0..<Self.count {
      let taken = store.takeFaults(at: noon) { _ in
        compared += 1
        return true
      }
      #expect(taken.map(\.id) == ["f\(number)"])
    }
    #expect(compared == Self.count)
    #expect(!store.hasFaults)
  }

  @Test func `a fault that is used up or there twice stops no request`() {
    var fault = Fault(id: "f", effect: Fault.Effect(), remaining: 0)
    var table = FaultTable([fault])
    #expect(table.count == 0 && table.candidates([:]).isEmpty)
    fault.remaining = 1
    for _ in 0..<2 { table.insert(fault) }
    #expect(table.count == 1)
    #expect(table.take(table.candidates([:]))?.map(\.id) == ["f"])
    #expect(table.count == 0 && table.candidates([:]).isEmpty)
  }

  @Test func `queued answers are counted apart from faults`() throws {
    try store.write { [store] writer in
      for number in 0..<3 {
        var fault = Fault(id: "f\(number)", effect: Fault.Effect(), remaining: 1)
        fault.match.providerId = "oidc.corp"
        if number > 0 { fault.answer = TokenAnswer(expiresInSeconds: 60) }
        try writer.insert(fault, in: store)
      }
    }
    #expect(store.faultCounts == (faults: 1, answers: 2))
    #expect(store.takeAnswer(ofIssuer: "oidc.corp", at: noon) != nil)
    #expect(store.faultCounts == (faults: 1, answers: 1))
    try store.write { [store] writer in _ = try writer.deleteFaults("f0", in: store) }
    #expect(!store.hasFaults)
    #expect(store.faultCounts == (faults: 0, answers: 1))
  }
}
