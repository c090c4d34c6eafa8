internal import Synchronization

/// Collects the decisions of one request, from any thread.
package final class Explanation: Sendable {
  private let list = Mutex<[Decision]>([])
  private let fields = Mutex<[String]>([])
  private let remarkList = Mutex<[Decision]>([])

  package init() {}

  package var decisions: [Decision] { list.withLock { $0 } }

  /// Paths of the request's fields that no operation reads.
  package var unknownFields: [String] { fields.withLock { $0 } }

  package func add(unknownFields names: [String]) { fields.withLock { $0 += names } }

  /// Remarks that are logged only if the request is rejected.
  package var remarks: [Decision] { remarkList.withLock { $0 } }

  package func add(remark: Decision) { remarkList.withLock { $0.append(remark) } }

  package var count: Int { list.withLock { $0.count } }

  /// Drops the decisions added after the first `count`, before their step runs again.
  package func keep(first count: Int) {
    list.withLock { $0.removeLast(max(0, $0.count - count)) }
  }

  package func add(_ decision: Decision) { list.withLock { $0.append(decision) } }

  package func add(
    _ rule: RuleName, _ outcome: Decision.Outcome, _ reason: Reason,
    production: ProductionDifference? = nil
  ) {
    add(Decision(rule, outcome, reason, production: production))
  }

  /// Compares the refusal that ends the request with production's.
  ///
  /// Production ends a request at the first check that fails. If that has the same code, nothing
  /// differs. A refusal with another code is a difference, unless a rule has named production's
  /// answer already.
  package func compare(refusal code: String, withProduction production: String) {
    list.withLock { decisions in
      if let first = decisions.first(where: { $0.production != nil })?.production {
        guard first.answer.text == code else { return }
        for index in decisions.indices { decisions[index].production = nil }
        return
      }
      guard code != production,
        let last = decisions.lastIndex(where: { $0.outcome == .refused })
      else { return }
      decisions[last].production = ProductionDifference(.profile(.errorCode), .refusal(production))
    }
  }
}
