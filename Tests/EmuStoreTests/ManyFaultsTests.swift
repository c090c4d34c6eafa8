import Testing

@testable import EmuModel
@testable import EmuStore

/// The order and the numbers of faults.
@Suite final class `Faults: many of them`: StoreSuite {
  @Test func `each request is compared with one of the faults that answer every request`() throws {
    let (store, count) = (try Store(), 100)
    try store.write { [store] writer in
      for number in 0..<count {
        var fault = Fault(id: "f\(number)", effect: Fault.Effect(), remaining: 1)
        fault.effect.status = 503
        try writer.insert(fault, in: store)
      }
    }
    var compared = 0
    for number in 0..<count {
      let taken = store.takeFaults(at: noon) { _ in
        compared += 1
        return true
      }
      #expect(taken.map(\.id) == ["f\(number)"])
    }
    #expect(compared == count)
    #expect(!store.hasFaults)
  }

  @Test func `a fault that is used up or there twice stops no request`() {
    var fault = Fault(id: "f", effect: Fault.Effect(), remaining: 0)
    var table = FaultTable([fault])
    #expect(table.entries.isEmpty)
    fault.remaining = 1
    for _ in 0..<2 { table.insert(fault) }
    #expect(table.entries.count == 1)
    #expect(table.take(table.entries)?.map(\.id) == ["f"])
    #expect(table.entries.isEmpty)
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
