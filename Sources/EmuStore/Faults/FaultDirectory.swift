internal import EmuModel
internal import Synchronization

/// The faults, kept in memory, for every request asks for them.
///
/// A fault is stored first and taken over after the commit. How often it has happened is counted here
/// and stored behind, so that no request waits for it. While there is none, a request reads one flag.
final class FaultDirectory: Sendable {
  /// What was stored at one moment, less what is over.
  struct Content: Sendable {
    fileprivate(set) var faults: [Fault]
    /// The change after which it was read.
    fileprivate let version: Int
  }

  fileprivate struct State {
    var content: Content?
    /// How often counted faults still happen, by id. It outlives what is read anew, for the store
    /// learns of a count after the fault has happened; the smaller of both is true.
    var remaining: [String: Int] = [:]
    /// How often a fault with a chance was met, by id.
    var meetings: [String: UInt64] = [:]
    /// Counts changes, so that what was read before one is not kept after it.
    var version = 0
  }

  private let state = Mutex(State())
  /// Whether the content is there and has no fault.
  private let hasNone = Atomic<Bool>(false)

  /// Forgets what is kept in memory, after a commit that changed it.
  ///
  /// - Parameter fault: the id of a fault that was put, whose counts begin anew.
  func invalidate(putting fault: String? = nil) {
    state.withLock { state in
      state.content = nil
      state.version += 1
      if let fault {
        state.remaining[fault] = nil
        state.meetings[fault] = nil
      }
      hasNone.store(false, ordering: .releasing)
    }
  }

  /// Forgets everything, the counts as well: other content was stored as a whole.
  func forget() {
    state.withLock { state in
      state = State(version: state.version + 1)
      hasNone.store(false, ordering: .releasing)
    }
  }

  /// Whether there is none, without reading anything: false as well where that is not known yet.
  var isKnownEmpty: Bool { hasNone.load(ordering: .acquiring) }

  var content: (content: Content?, version: Int) {
    state.withLock { ($0.content, $0.version) }
  }

  /// Takes over what was read, unless it is out of date or another thread was faster.
  ///
  /// - Returns: what is to be gone by.
  func keep(_ stored: [Fault], version: Int) -> Content {
    state.withLock { state in
      let current = Content(faults: stored.compactMap { state.counted($0) }, version: version)
      guard state.version == version else { return current }
      if let content = state.content { return content }
      state.content = current
      // A fault that is not in the store any more never happens again.
      let ids = Set(stored.map(\.id))
      state.remaining = state.remaining.filter { ids.contains($0.key) }
      state.meetings = state.meetings.filter { ids.contains($0.key) }
      hasNone.store(current.faults.isEmpty, ordering: .releasing)
      return current
    }
  }

  /// Counts the faults that happen now.
  ///
  /// - Parameters:
  ///   - met: the ids of those that are met.
  ///   - over: the ids of those that are over.
  /// - Returns: those that happen, with what remains of them; nil when something has changed since the
  ///   content was read.
  func take(_ met: Set<String>, dropping over: Set<String>, as content: Content) -> [Fault]? {
    state.withLock { state -> [Fault]? in
      guard state.version == content.version else { return nil }
      let taken = state.take(met, dropping: over)
      hasNone.store(state.content?.faults.isEmpty == true, ordering: .releasing)
      return taken
    }
  }
}

extension FaultDirectory.State {
  fileprivate func counted(_ fault: Fault) -> Fault? {
    var fault = fault
    if let stored = fault.remaining {
      fault.remaining = min(stored, remaining[fault.id] ?? stored)
    }
    return fault.remaining == 0 ? nil : fault
  }

  fileprivate mutating func take(_ met: Set<String>, dropping over: Set<String>) -> [Fault] {
    var taken: [Fault] = []
    var left: [Fault] = []
    for var fault in content?.faults ?? [] where !over.contains(fault.id) {
      if met.contains(fault.id), happens(fault, after: taken) {
        if let times = fault.remaining {
          fault.remaining = times - 1
          remaining[fault.id] = times - 1
        }
        taken.append(fault)
      }
      if fault.remaining != 0 { left.append(fault) }
    }
    content?.faults = left
    return taken
  }

  /// A request has one answer: the first fault that replaces it counts, and those behind wait for the
  /// next request.
  private mutating func happens(_ fault: Fault, after taken: [Fault]) -> Bool {
    if fault.effect.replacesAnswer, taken.contains(where: \.effect.replacesAnswer) { return false }
    guard let chance = fault.chance else { return true }
    let number = meetings[fault.id] ?? 0
    meetings[fault.id] = number &+ 1
    return chance.happens(meeting: number)
  }
}
