internal import Synchronization

/// The faults that a request has met. Each counts once, even when the request is run again.
///
/// The store counts their uses in the transaction that answers, or in a separate one before the
/// response.
package final class AppliedFaults: Sendable {
  private struct State {
    var met: [String: [Fault]] = [:]
    var unstored: [Fault] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// The ids of the counted faults whose use is not stored, one for each use.
  package var unstored: [String] { state.withLock { $0.unstored.map(\.id) } }

  /// - Parameters:
  ///   - occasion: the point of the request; unique within it.
  ///   - take: consumes the faults where they have not been met yet.
  package func faults(at occasion: String, _ take: () -> [Fault]) -> [Fault] {
    if let faults = faults(at: occasion) { return faults }
    // Runs of one request are sequential, so no other thread consumes them between.
    let faults = take()
    state.withLock { state in
      state.met[occasion] = faults
      state.unstored += faults.filter { $0.remaining != nil }
    }
    return faults
  }

  /// Returns nil before the request has reached the point.
  package func faults(at occasion: String) -> [Fault]? { state.withLock { $0.met[occasion] } }

  /// Removes the uses that will not be stored.
  ///
  /// - Returns: the ids of their faults.
  package func withdraw(where isUnused: (Fault) -> Bool) -> [String] {
    state.withLock { state in
      defer { state.unstored.removeAll(where: isUnused) }
      return state.unstored.filter(isUnused).map(\.id)
    }
  }

  /// Records that no use is left to store.
  package func settle() { state.withLock { $0.unstored = [] } }
}
