internal import Synchronization

/// The faults that a request has met: each counts once, however often the request is run.
package final class MetFaults: Sendable {
  private let met = Mutex<[String: [IssuerFault]]>([:])

  package init() {}

  /// - Parameters:
  ///   - occasion: what they were met at; unique in a request.
  ///   - take: takes them where they have not been met yet.
  package func faults(at occasion: String, _ take: () -> [IssuerFault]) -> [IssuerFault] {
    met.withLock { met in
      if let faults = met[occasion] { return faults }
      let faults = take()
      met[occasion] = faults
      return faults
    }
  }
}
