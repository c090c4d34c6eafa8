internal import EmuModel

extension ProductionReport {
  /// For people: each difference with its first request and what to change.
  var text: String {
    guard requests > 0 else {
      return "No request of the app is known to be answered differently in production.\n"
    }
    var lines = [headline]
    for difference in differences {
      let first = difference.first
      lines += [
        "", "\(difference.rule): production \(difference.sentence)",
        "  \(Self.counted(difference.count)), first \(first.method) \(first.path)",
        "  answered \(first.status) in \(first.project ?? "no project") at \(first.time), request "
          + first.id,
        "  reason: \(first.reason)", "  change: \(difference.change)",
      ]
    }
    if ungrouped > 0 { lines += ["", "Differences that are not listed: \(ungrouped)."] }
    return Self.text(lines)
  }

  /// A line for each difference; nothing where there is none.
  var shortText: String {
    guard requests > 0 else { return "" }
    let lines = differences.map { difference in
      "  \(difference.count) x \(difference.first.operation ?? difference.first.path): "
        + "\(difference.rule), production \(difference.sentence)"
    }
    return Self.text([headline] + lines)
  }

  private static func text(_ lines: [String]) -> String {
    lines.map { VisibleText.escaped($0) }.joined(separator: "\n") + "\n"
  }

  private var headline: String {
    "Production would have answered \(Self.counted(requests)) differently."
  }

  private static func counted(_ count: Int) -> String {
    count == 1 ? "1 request" : "\(count) requests"
  }
}

extension ProductionReport.Difference {
  /// The end of a sentence that begins with production.
  var sentence: String {
    refuses ? "answers \(production)" : production
  }
}
