internal import EmuControlCalls
internal import EmuHTTP

extension Control {
  func showReport(_ call: ControlCall) throws -> ControlAnswer<ProductionReport> {
    let project = call.request.query.first("project")
    let report = project.map(services.log.report(of:)) ?? services.log.differences.report
    let format: ReportFormat? = try call.request.query.choice(
      "format", "one of \(ReportFormat.names)")
    let response: Response =
      switch format ?? .json {
      case .json: try .json(of: report)
      case .text: .text(report.text)
      case .short: .text(report.shortText)
      case .junit: .bytes(Array(report.junit.utf8), type: "application/xml; charset=utf-8")
      }
    return ControlAnswer(.ready(response))
  }

  func resetReport(_ call: ControlCall) throws -> ControlAnswer<EmptyAnswer> {
    services.log.differences.reset()
    return try ControlAnswer(EmptyAnswer())
  }
}

enum ReportFormat: String, CaseIterable {
  case json, text, junit
  /// A line for each difference; nothing where there is none.
  case short

  static let names = allCases.map(\.rawValue).joined(separator: ", ")
}
