import Dispatch
import EmuModel
import Synchronization
import Testing

@testable import EmuStore

/// A fault that is counted happens as often as it was set, whatever else is set meanwhile.
@Suite struct `The counts of faults` {
  private static let now = Timestamp(seconds: 1_800_000_000)

  /// A store with one fault.
  private static func store(times: Int) throws -> Store {
    let store = try Store(Store.Configuration(location: .temporary))
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

  /// Another change of the faults.
  private static func putOther(_ id: String, in store: Store) throws {
    try put(fault(id), in: store)
  }

  private static func left(in store: Store) -> [Int?] {
    store.faults(at: now).filter { $0.id == "fault" }.map(\.remaining)
  }

  private static func take(_ store: Store) -> [Fault] {
    store.takeFaults(at: now) { $0.id == "fault" }
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
        // The faults are loaded again here, before the writer has stored the count.
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
    let taken = store.takeFaults(at: Self.now) { fault in
      if fault.id == "fault", let other = changes.popLast() {
        #expect(throws: Never.self) { try Self.putOther(other, in: store) }
      }
      return fault.id == "fault"
    }
    #expect(taken.map(\.remaining) == [0])
    #expect(Self.take(store) == [])
  }

  @Test func `the counts of faults only go down in the store, in whatever order`() throws {
    let store = try Self.store(times: 3)
    try store.write { writer in
      try writer.store(remaining: 1, ofFault: "fault")
      try writer.store(remaining: 2, ofFault: "fault")
      try writer.insert(Self.fault("other"), in: store)
    }
    #expect(Self.left(in: store) == [1])
  }

  enum End: CaseIterable { case spent, deleted, cleared, reset }

  @Test(arguments: End.allCases)
  func `the counts of faults restart with a fault that is set again`(_ end: End) throws {
    let store = try Self.store(times: end == .spent ? 1 : 2)
    #expect(Self.take(store).count == 1)
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
    #expect(Self.take(store).map(\.remaining) == [2])
    #expect(Self.left(in: store) == [2])
  }

  @Test func `the counts of faults are exact among many threads`() throws {
    let store = try Self.store(times: 500)
    let taken = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 2000) { index in
      // Changes in between cause a reload.
      if index % 400 == 0 { try? Self.putOther("other\(index)", in: store) }
      taken.add(Self.take(store).count, ordering: .relaxed)
    }
    #expect(taken.load(ordering: .relaxed) == 500)
    #expect(Self.left(in: store) == [])
  }

  @Test func `the counts of faults outlive the process`() throws {
    try withFolder { folder in
      let location = Store.Configuration.Location.file(folder + "/s.sqlite")
      let first = try Store(Store.Configuration(location: location))
      try Self.put(Self.fault("fault", times: 3), in: first)
      #expect(Self.take(first).count == 1)
      try first.close()
      let second = try Store(Store.Configuration(location: location))
      #expect(Self.left(in: second) == [2])
      try second.close()
    }
  }

  // MARK: Choice

  @Test func `one fault that replaces the response is used at a time, with each that does not`()
    throws
  {
    let store = try Store(Store.Configuration(location: .temporary))
    for fault in [
      Self.fault("late", times: 2, status: nil), Self.fault("first", times: 1),
      Self.fault("second", times: 1), Self.fault("later", times: 1, status: nil),
    ] { try Self.put(fault, in: store) }
    func take() -> [String] { store.takeFaults(at: Self.now) { _ in true }.map(\.id) }
    #expect(take() == ["late", "first", "later"])
    #expect(take() == ["late", "second"])
    #expect(take() == [])
    #expect(!store.hasFaults)
  }

  @Test func `a fault with a chance is counted only when it happens`() throws {
    let store = try Store(Store.Configuration(location: .temporary))
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
    let store = try Store(Store.Configuration(location: .temporary))
    var fault = Self.fault("fault")
    fault.expiresAtMilliseconds = Self.now.milliseconds
    try Self.put(fault, in: store)
    #expect(store.faults(at: Self.now - .milliseconds(1)).count == 1)
    #expect(store.faults(at: Self.now) == [])
    #expect(store.hasFaults)
    #expect(Self.take(store) == [])
    #expect(!store.hasFaults)
    try Self.putOther("other", in: store)
    #expect(store.faults(at: Self.now - .milliseconds(1)).map(\.id) == ["other"])
  }
}
