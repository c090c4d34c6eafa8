internal import Synchronization

/// Collects the decisions of one request, from whichever thread makes them.
package final class Explanation: Sendable {
  private let list = Mutex<[Decision]>([])
  private let fields = Mutex<[String]>([])

  package init() {}

  package var decisions: [Decision] { list.withLock { $0 } }

  /// Fields of the request that nothing knows, as paths.
  package var unknownFields: [String] { fields.withLock { $0 } }

  package func add(unknownFields names: [String]) { fields.withLock { $0 += names } }

  package func add(_ decision: Decision) { list.withLock { $0.append(decision) } }

  package func add(_ rule: String, _ outcome: Decision.Outcome, _ because: String) {
    add(Decision(rule, outcome, because))
  }
}
