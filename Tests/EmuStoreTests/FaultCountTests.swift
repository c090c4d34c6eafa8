import Dispatch
import Synchronization
import Testing

@testable import EmuModel
@testable import EmuStore

/// A fault that is counted happens as often as it was set, whatever else is set meanwhile.
@Suite final class `The counts of faults`: StoreSuite {
  private static func store(times: Int) throws -> Store {
    let store = try Store()
    try put(fault("fault", times: times), in: store)
    return store
  }

  private static func fault(_ id: String, times: Int? = nil, status: Int? = 503) -> Fault {
    var effect = Fault.Effect()
    effect.status = status
    if status == nil { effect.delayMilliseconds = 1 }
    return Fault(id: id, effect: effect, remaining: times)
  }

  private static func put(_ fault: Fault, in store: Store) throws {
    try store.write { writer in try writer.insert(fault, in: store) }
  }

  private static func left(in store: Store) -> [Int?] {
    store.faults(at: noon).filter { $0.id == "fault" }.map(\.remaining)
  }

  private static func take(_ store: Store) -> [Fault] {
    store.takeFaults(at: noon) { $0.id == "fault" }
  }

  /// A request that has met the fault, whose use is not stored yet.
  private static func request(_ store: Store) -> AppliedFaults {
    let applied = AppliedFaults()
    #expect(applied.faults(at: "route") { take(store) }.count == 1)
    return applied
  }

  /// Takes the fault in a request, and stores its use.
  @discardableResult private static func use(_ store: Store) throws -> [Fault] {
    let applied = AppliedFaults()
    let taken = applied.faults(at: "route") { take(store) }
    try store.write { writer in try writer.store(applied, in: store) }
    return taken
  }

  @Test(arguments: [1, 2])
  func `the counts of faults are kept while another is stored before them`(times: Int) throws {
    let store = try Self.store(times: times)
    let (hasBegun, isTaken) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isDone = DispatchSemaphore(value: 0)
    let seen = Mutex<[Int?]>([])
    store.write { writer in
      hasBegun.signal()
      isTaken.wait()
      try writer.insert(Self.fault("other"), in: store)
      return {
        // The writer has not stored the count yet.
        seen.withLock { $0 = Self.left(in: store) }
        isDone.signal()
      }
    } failure: { _ in
      isDone.signal()
    }
    hasBegun.wait()
    let taken = Self.take(store)
    isTaken.signal()
    isDone.wait()
    #expect(taken.map(\.remaining) == [times - 1])
    #expect(seen.withLock(\.self) == (times == 1 ? [] : [times - 1]))
  }

  @Test func `a fault counts when others change between its match and its use`() throws {
    let store = try Self.store(times: 1)
    var changes = ["a", "b"]
    let taken = store.takeFaults(at: noon) { fault in
      if fault.id == "fault", let other = changes.popLast() {
        #expect(throws: Never.self) { try Self.put(Self.fault(other), in: store) }
      }
      return fault.id == "fault"
    }
    #expect(taken.map(\.remaining) == [0])
    #expect(Self.take(store) == [])
  }

  @Test func `a use of a fault that is given back happens again, and no other does`() throws {
    let store = try Self.store(times: 3)
    let requests = (0..<3).map { _ in Self.request(store) }
    #expect(Self.take(store) == [])
    store.giveBack(requests[1])
    #expect(Self.left(in: store) == [1])
    for request in requests { try store.write { writer in try writer.store(request, in: store) } }
    #expect(Self.left(in: store) == [1])
    #expect(try Self.use(store).map(\.remaining) == [0])
    #expect(Self.left(in: store) == [])
  }

  @Test func `the last use of a fault is given back after the others were stored`() throws {
    let store = try Self.store(times: 2)
    let requests = (0..<2).map { _ in Self.request(store) }
    try store.write { writer in try writer.store(requests[0], in: store) }
    store.giveBack(requests[1])
    #expect(try Self.use(store).map(\.remaining) == [0])
    #expect(try store.read { try $0.faults() } == [])
  }

  @Test func `a use of a fault whose transaction fails is stored by the next one`() throws {
    struct Refusal: Error {}
    let store = try Self.store(times: 2)
    let request = Self.request(store)
    #expect(throws: Refusal.self) {
      try store.write { writer in
        try writer.store(request, in: store)
        throw Refusal()
      }
    }
    #expect(try store.read { try $0.faults() }.map(\.remaining) == [2])
    for _ in 0..<2 { try store.write { writer in try writer.store(request, in: store) } }
    #expect(try store.read { try $0.faults() }.map(\.remaining) == [1])
  }

  @Test func `a fault that was used up returns to its place when a use is given back`() throws {
    let store = try Self.store(times: 1)
    try Self.put(Self.fault("other"), in: store)
    let request = Self.request(store)
    #expect(store.faults(at: noon).map(\.id) == ["other"])
    store.giveBack(request)
    #expect(store.faults(at: noon).map(\.id) == ["fault", "other"])
  }

  @Test func `a queued answer is not removed by the id of a fault`() throws {
    let store = try Store()
    var answer = Self.fault("answer")
    answer.match.providerId = "oidc.corp"
    answer.answer = TokenAnswer()
    try Self.put(answer, in: store)
    #expect(try !store.write { writer in try writer.deleteFaults("answer", in: store) })
    #expect(store.answers(ofIssuer: "oidc.corp").count == 1)
    #expect(try store.read { try $0.faults() }.count == 1)
  }

  enum End: CaseIterable { case spent, deleted, cleared, reset }

  @Test(arguments: End.allCases)
  func `the counts of faults restart with a fault that is set again`(_ end: End) throws {
    let store = try Self.store(times: end == .spent ? 1 : 2)
    #expect(try Self.use(store).count == 1)
    try store.write { writer in
      switch end {
      case .spent: break
      case .deleted: _ = try writer.deleteFaults("fault", in: store)
      case .cleared: _ = try writer.deleteFaults(in: store)
      case .reset: try writer.resetAll(in: store)
      }
    }
    try Self.put(Self.fault("fault", times: 3), in: store)
    #expect(Self.left(in: store) == [3])
    #expect(try Self.use(store).map(\.remaining) == [2])
    #expect(Self.left(in: store) == [2])
  }

  @Test func `the counts of faults are exact among many threads`() throws {
    let store = try Self.store(times: 500)
    let taken = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 2000) { index in
      if index % 400 == 0 { try? Self.put(Self.fault("other\(index)"), in: store) }
      taken.add((try? Self.use(store).count) ?? 0, ordering: .relaxed)
    }
    #expect(taken.load(ordering: .relaxed) == 500)
    #expect(Self.left(in: store) == [])
  }

  @Test func `the counts of faults outlive the process`() throws {
    try withPath { path in
      let first = try Store(at: path)
      try Self.put(Self.fault("fault", times: 3), in: first)
      #expect(try Self.use(first).count == 1)
      try first.close()
      let second = try Store(at: path)
      #expect(Self.left(in: second) == [2])
      try second.close()
    }
  }

  // MARK: Choice

  @Test func `one fault that replaces the response is used, and each that does not`() throws {
    for fault in [
      Self.fault("late", times: 2, status: nil), Self.fault("first", times: 1),
      Self.fault("second", times: 1), Self.fault("later", times: 1, status: nil),
    ] { try Self.put(fault, in: store) }
    func take() -> [String] { store.takeFaults(at: noon) { _ in true }.map(\.id) }
    #expect(take() == ["late", "first", "later"])
    #expect(take() == ["late", "second"])
    #expect(take() == [])
    #expect(!store.hasFaults)
  }

  @Test func `a fault with a chance is counted only when it happens`() throws {
    var fault = Self.fault("fault", times: 5)
    fault.chance = Fault.Chance(probability: 0.25, seed: 3)
    try Self.put(fault, in: store)
    let happened = (0..<200).map { _ in !Self.take(store).isEmpty }
    let expected = (0..<200).map { fault.chance?.happens(meeting: $0) == true }
    #expect(happened.count(where: \.self) == 5)
    let last = try #require(happened.lastIndex(of: true))
    #expect(Array(happened[...last]) == Array(expected[...last]))
  }

  @Test func `an expired fault is removed at the next request, with its flag`() throws {
    var fault = Self.fault("fault")
    fault.expiresAtMilliseconds = noon.milliseconds
    try Self.put(fault, in: store)
    #expect(store.faults(at: noon - .milliseconds(1)).count == 1)
    #expect(store.faults(at: noon) == [])
    #expect(store.hasFaults)
    #expect(Self.take(store) == [])
    #expect(!store.hasFaults)
    try Self.put(Self.fault("other"), in: store)
    #expect(store.faults(at: noon - .milliseconds(1)).map(\.id) == ["other"])
  }
}
