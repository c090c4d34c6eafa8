internal import Synchronization

/// The faults that a request has met: each counts once, however often the request is run.
package final class MetFaults: Sendable {
  private let met = Mutex<[String: [Fault]]>([:])

  package init() {}

  /// - Parameters:
  ///   - occasion: what they were met at; unique in a request.
  ///   - take: takes them where they have not been met yet.
  package func faults(at occasion: String, _ take: () -> [Fault]) -> [Fault] {
    if let faults = faults(at: occasion) { return faults }
    // One run of a request follows the other, so that nobody else takes them meanwhile.
    let faults = take()
    met.withLock { $0[occasion] = faults }
    return faults
  }

  /// Nil where the request has not come to it yet.
  package func faults(at occasion: String) -> [Fault]? { met.withLock { $0[occasion] } }
}
