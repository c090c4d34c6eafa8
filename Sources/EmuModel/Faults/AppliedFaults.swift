internal import Synchronization

/// The faults that a request has met. Each counts once, even when the request is run again.
package final class AppliedFaults: Sendable {
  private let met = Mutex<[String: [Fault]]>([:])

  package init() {}

  /// - Parameters:
  ///   - occasion: the point of the request; unique within it.
  ///   - take: consumes the faults where they have not been met yet.
  package func faults(at occasion: String, _ take: () -> [Fault]) -> [Fault] {
    if let faults = faults(at: occasion) { return faults }
    // Runs of one request are sequential, so no other thread consumes them between.
    let faults = take()
    met.withLock { $0[occasion] = faults }
    return faults
  }

  /// Returns nil before the request has reached the point.
  package func faults(at occasion: String) -> [Fault]? { met.withLock { $0[occasion] } }
}
