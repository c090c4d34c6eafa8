internal import EmuModel
internal import Synchronization

/// The faults, cached in memory, since every request reads them.
///
/// A fault is stored first, and cached after the commit. A use is counted here first, and stored
/// before the response; one that cannot be stored is given back. Without faults, a request reads one
/// flag.
final class FaultDirectory: Sendable {
  fileprivate struct State {
    /// Nil until the stored faults were read.
    var index: FaultIndex?
    /// The remaining times of counted faults, by id. It outlives a reload, since the store receives
    /// a use after the fault has happened; the smaller of both is correct.
    var remaining: [String: Int] = [:]
    /// The number of matches of a fault with a chance, by id.
    var meetings: [String: UInt64] = [:]
    /// Counts changes made before the index exists, so that a result read before a change is not
    /// cached after it.
    var version = 0
  }

  private let state = Mutex(State())
  /// True when the cache is loaded and empty.
  private let hasNone = Atomic<Bool>(false)

  /// True when there are certainly no faults; false also where the cache is not loaded. Reads no
  /// file.
  var isKnownEmpty: Bool { hasNone.load(ordering: .acquiring) }

  /// The numbers of faults and of queued answers; 0 where the cache is not loaded.
  var counts: (faults: Int, answers: Int) {
    state.withLock { state in
      let answers = state.index?.answerCount ?? 0
      return ((state.index?.count ?? 0) - answers, answers)
    }
  }

  /// The version to load; nil where the cache is loaded.
  var missingVersion: Int? { state.withLock { $0.index == nil ? $0.version : nil } }

  // MARK: Changes, each after its commit

  func insert(_ fault: Fault) {
    change { state in
      guard state.index?.entry(fault.id) == nil else { return }
      state.begin(fault.id)
      state.index?.insert(fault)
    }
  }

  /// Removes the faults that a condition names.
  func remove(where isRemoved: (Fault) -> Bool) {
    change { state in
      for entry in state.index?.all ?? [] where isRemoved(entry.fault) {
        state.index?.remove(entry.fault.id)
      }
    }
  }

  func remove(_ id: String) { change { $0.index?.remove(id) } }

  /// Invalidates the cache.
  ///
  /// - Parameter faults: the ids of faults that were set, whose counts restart.
  func invalidate(putting faults: [String]) {
    change { state in
      for fault in faults { state.begin(fault) }
      state.dropIndex()
    }
  }

  /// Drops everything, including the counts, after all content was replaced.
  func forget() {
    change { state in
      state.dropIndex()
      (state.remaining, state.meetings) = ([:], [:])
    }
  }

  /// Counts uses back. A fault that was used up returns to its place with the next reload.
  func giveBack(_ faults: [String]) {
    change { state in
      for fault in faults { state.remaining[fault]? += 1 }
      state.dropIndex()
    }
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      if state.index == nil { state.version += 1 }
      recordEmptiness(state)
    }
  }

  private func recordEmptiness(_ state: State) {
    hasNone.store(state.index?.count == 0, ordering: .releasing)
  }

  /// Caches the faults that were read, unless they are outdated or another thread was faster.
  func keep(_ stored: [Fault], version: Int) {
    state.withLock { state in
      guard state.index == nil, state.version == version else { return }
      // A fault that is no longer stored never happens again.
      let ids = Set(stored.map(\.id))
      state.remaining = state.remaining.filter { ids.contains($0.key) }
      state.meetings = state.meetings.filter { ids.contains($0.key) }
      state.index = FaultIndex(stored.filter { state.remaining[$0.id] != 0 })
      recordEmptiness(state)
    }
  }

  // MARK: Requests

  /// The remaining faults, in the order in which they were set.
  var faults: [Fault] {
    state.withLock { state in (state.index?.all ?? []).map { state.counted($0.fault) } }
  }

  /// Removes expired faults.
  ///
  /// - Returns: their ids.
  func removeExpired(at now: Timestamp) -> [String] {
    state.withLock { state in
      let over = state.index?.removeExpired(at: now) ?? []
      if !over.isEmpty { recordEmptiness(state) }
      return over
    }
  }

  /// Returns the faults that may concern a request, in the order in which they were set.
  ///
  /// - Parameter values: the request's values of a field; it is not called under the lock.
  func candidates(_ values: (FaultField) -> [String]) -> [FaultIndex.Entry] {
    let fields = state.withLock { $0.index?.fields ?? [] }
    let keys = fields.flatMap { field in
      Set(values(field)).map { FaultIndex.Key(field: field, value: $0) }
    }
    let lists = state.withLock { $0.index?.entries([.any] + keys) ?? [] }
    return lists.count < 2 ? lists.first ?? [] : lists.joined().sorted { $0.place < $1.place }
  }

  /// Counts the faults that happen now.
  ///
  /// - Parameter met: the matched faults, in their order.
  /// - Returns: the faults that happen, with their remaining counts; nil when one was removed
  ///   meanwhile.
  func take(_ met: [FaultIndex.Entry]) -> [Fault]? {
    state.withLock { state -> [Fault]? in
      guard !met.contains(where: { $0.isGone.load(ordering: .acquiring) }) else { return nil }
      let taken = state.take(met.map(\.fault))
      recordEmptiness(state)
      return taken
    }
  }
}

extension FaultDirectory.State {
  fileprivate mutating func begin(_ fault: String) {
    remaining[fault] = nil
    meetings[fault] = nil
  }

  fileprivate mutating func dropIndex() {
    for entry in index?.all ?? [] { entry.isGone.store(true, ordering: .releasing) }
    index = nil
  }

  fileprivate func counted(_ fault: Fault) -> Fault {
    var fault = fault
    if let stored = fault.remaining {
      fault.remaining = min(stored, remaining[fault.id] ?? stored)
    }
    return fault
  }

  fileprivate mutating func take(_ met: [Fault]) -> [Fault] {
    var taken: [Fault] = []
    for fault in met where happens(fault, after: taken) {
      var fault = counted(fault)
      if let times = fault.remaining {
        fault.remaining = times - 1
        remaining[fault.id] = times - 1
        if times == 1 { index?.remove(fault.id) }
      }
      taken.append(fault)
    }
    return taken
  }

  /// A request has one response: the first fault that replaces or orders it counts, and later ones
  /// wait for the next request.
  private mutating func happens(_ fault: Fault, after taken: [Fault]) -> Bool {
    if fault.isOnePerRequest, taken.contains(where: \.isOnePerRequest) {
      return false
    }
    guard let chance = fault.chance else { return true }
    let number = meetings[fault.id] ?? 0
    meetings[fault.id] = number &+ 1
    return chance.happens(meeting: number)
  }
}
