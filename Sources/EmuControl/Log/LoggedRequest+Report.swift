internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

extension LoggedRequest {
  /// Returns the request, its response and explanation as text for a bug report.
  func report(showsSecrets: Bool, version: String) -> String {
    let shown = ShownRequest(self, showsSecrets: showsSecrets)
    let whole = RequestReport(self, showsSecrets: showsSecrets, bodies: false)
    let operation = annotations.operation.map { " (\($0))" } ?? ""
    let project = annotations.project.map { " in \($0)" } ?? ""
    var lines = [
      "\(request.method.rawValue) \(shown.target)\(operation)\(project)",
      "\(status.rawValue) \(status.reason), \(time.rfc3339), auth-emulator \(version), request \(id)",
    ]
    if !shown.annotations.decisions.isEmpty {
      lines += ["", "Why"]
      lines += shown.annotations.decisions.map { "- \($0.rule) \($0.outcome): \($0.reason)" }
    }
    let changes = (whole.advice ?? []).compactMap(\.text)
    if !changes.isEmpty { lines += ["", "What to change"] + changes.map { "- \($0)" } }
    if let errors = whole.errors {
      lines += ["", "In an SDK"] + errors.sorted { $0.key < $1.key }.map { "- \($0): \($1)" }
    }
    if let scenario = whole.scenario {
      lines += [
        "", "`auth-emulator scenarios show \(scenario)` has the same case with its requests.",
      ]
    }
    if !shown.annotations.unknownFields.isEmpty {
      lines += ["", "Unknown fields: \(shown.annotations.unknownFields.joined(separator: ", "))"]
    }
    lines = lines.map { VisibleText.escaped($0) }
    for (title, body) in [("Request", shown.request), ("Answer", shown.response)] {
      guard let text = body.text, !text.isEmpty else { continue }
      // Line ends of JSON are between its texts; others could look like lines of this report.
      let isJSON = (try? JSON(parsing: text)) != nil
      lines += ["", title, VisibleText.escaped(text, isJSON ? .lines : .line)]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
