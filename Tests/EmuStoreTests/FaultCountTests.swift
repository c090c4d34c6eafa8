import Dispatch
import EmuModel
import Synchronization
import Testing

@testable import EmuStore

/// A fault that is counted happens as often as it was set, whatever else is set meanwhile.
@Suite struct `The counts of an issuer's faults` {
  private static let issuer = "apple.com"

  /// A store with one fault.
  private static func store(times: Int) throws -> Store {
    let store = try Store(Store.Configuration(location: .temporary))
    try put(times: times, in: store)
    return store
  }

  private static func put(times: Int, in store: Store) throws {
    var effect = IssuerFault.Effect()
    effect.status = 503
    let fault = IssuerFault(id: "fault", effect: effect, remaining: times)
    try store.write { writer in try writer.insert(fault, ofIssuer: issuer, in: store) }
  }

  private static func settings(_ offset: Int64) -> IssuerSettings {
    var settings = IssuerSettings()
    settings.timeOffsetSeconds = offset
    return settings
  }

  private static func left(in store: Store) -> [Int?] {
    store.faults(ofIssuer: issuer).map(\.remaining)
  }

  @Test(arguments: [1, 2])
  func `the counts of an issuer's faults hold while settings are stored before them`(times: Int)
    throws
  {
    let store = try Self.store(times: times)
    let (hasBegun, isTaken) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isDone = DispatchSemaphore(value: 0)
    let seen = Mutex<[Int?]>([])
    store.write { writer in
      hasBegun.signal()
      isTaken.wait()
      try writer.store(Self.settings(1), ofIssuer: Self.issuer, in: store)
    } completion: { _ in
      // The settings are read anew here, and the writer has yet to store the count.
      seen.withLock { $0 = Self.left(in: store) }
      isDone.signal()
    }
    hasBegun.wait()
    let taken = store.takeFaults(ofIssuer: Self.issuer) { _ in true }
    isTaken.signal()
    isDone.wait()
    #expect(taken.map(\.remaining) == [times - 1])
    #expect(seen.withLock(\.self) == (times == 1 ? [] : [times - 1]))
  }

  @Test func `a fault counts when settings change between its choice and its taking`() throws {
    let store = try Self.store(times: 1)
    var changes: [Int64] = [1, 2]
    let taken = store.takeFaults(ofIssuer: Self.issuer) { _ in
      if let offset = changes.popLast() {
        #expect(throws: Never.self) {
          try store.write { writer in
            try writer.store(Self.settings(offset), ofIssuer: Self.issuer, in: store)
          }
        }
      }
      return true
    }
    #expect(taken.map(\.remaining) == [0])
    #expect(store.takeFaults(ofIssuer: Self.issuer) { _ in true } == [])
  }

  @Test func `the counts of an issuer's faults only go down in the store, in whatever order`()
    throws
  {
    let store = try Self.store(times: 3)
    try store.write { writer in
      try writer.store(remaining: 1, ofFault: "fault")
      try writer.store(remaining: 2, ofFault: "fault")
      try writer.store(Self.settings(1), ofIssuer: Self.issuer, in: store)
    }
    #expect(Self.left(in: store) == [1])
  }

  enum End: CaseIterable { case spent, deleted, cleared, reset }

  @Test(arguments: End.allCases)
  func `the counts of an issuer's faults begin anew with a fault that is put again`(_ end: End)
    throws
  {
    let store = try Self.store(times: end == .spent ? 1 : 2)
    #expect(store.takeFaults(ofIssuer: Self.issuer) { _ in true }.count == 1)
    try store.write { writer in
      switch end {
      case .spent: break
      case .deleted: _ = try writer.deleteFaults("fault", ofIssuer: Self.issuer, in: store)
      case .cleared: _ = try writer.deleteFaults(nil, ofIssuer: Self.issuer, in: store)
      case .reset: try writer.resetAll(in: store)
      }
    }
    try Self.put(times: 3, in: store)
    #expect(Self.left(in: store) == [3])
    #expect(store.takeFaults(ofIssuer: Self.issuer) { _ in true }.map(\.remaining) == [2])
    #expect(Self.left(in: store) == [2])
  }
}
