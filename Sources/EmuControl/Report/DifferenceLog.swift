internal import EmuHTTP
internal import EmuModel
internal import Synchronization

/// Counts what differs from production, since the emulator started or the report was reset.
///
/// Only a request that differs costs anything, and each group keeps its first request alone.
final class DifferenceLog: Sendable {
  /// Far more than there are rules and codes; it bounds the memory.
  static let mostGroups = 512

  private struct Key: Hashable {
    /// The operation, else the path.
    var call: String
    var rule: String
    var production: String
  }

  private struct State {
    var report = ProductionReport()
    var indexes: [Key: Int] = [:]
  }

  private let state = Mutex(State())

  var report: ProductionReport { state.withLock { $0.report } }

  func reset() { state.withLock { $0 = State() } }

  /// Adds the differences of a request, each once.
  ///
  /// If production refuses the request, only its first refusal counts: production makes no later
  /// check, and changes nothing.
  ///
  /// - Parameter showsSecrets: true to store reasons unmasked.
  func record(
    _ differences: [Decision], of entry: LoggedRequest, showsSecrets: Bool
  ) {
    let refusal = differences.first { $0.production?.answer.isRefusal == true }
    let call = entry.annotations.operation ?? entry.request.path
    state.withLock { state in
      state.report.requests += 1
      var seen: Set<Key> = []
      for difference in refusal.map({ [$0] }) ?? differences {
        guard let production = difference.production else { continue }
        let (rule, answer) = (production.rule, production.answer)
        let key = Key(call: call, rule: rule.name, production: answer.text)
        guard seen.insert(key).inserted else { continue }
        if let index = state.indexes[key] {
          state.report.differences[index].count += 1
        } else if state.indexes.count < Self.mostGroups {
          state.indexes[key] = state.report.differences.count
          state.report.differences.append(
            ProductionReport.Difference(
              rule: rule.name, production: answer.text, refuses: answer.isRefusal,
              change: rule.change, count: 1,
              first: entry.example(of: difference, showsSecrets: showsSecrets)))
        } else {
          state.report.ungrouped += 1
        }
      }
    }
  }
}

extension LoggedRequest {
  fileprivate func example(
    of difference: Decision, showsSecrets: Bool
  ) -> ProductionReport.Example {
    func shown(_ text: String) -> String {
      guard !showsSecrets else { return text }
      var mask = SecretMask()
      return mask.masked(text: text)
    }
    return ProductionReport.Example(
      id: id, time: time.rfc3339, method: request.method.rawValue, path: shown(request.path),
      operation: annotations.operation, project: annotations.project, status: status.rawValue,
      reason: shown(difference.reason.text))
  }
}
