internal import EmuHTTP
internal import EmuJSON

/// A request of a recording with its response, parsed as far as steps need it.
struct RecordedExchange {
  enum Body {
    case none
    case json(JSON)
    case form(FormFields)
    /// A body that cannot be repeated: of another type, or truncated by the log.
    case unreadable
  }

  let entry: LoggedRequest
  let body: Body
  let answer: ScenarioAnswer

  var request: Request { entry.request }
  var operation: String { entry.annotations.operation ?? request.path }
  /// The name of the snapshot in a control call.
  var snapshot: String? {
    guard let call = entry.controlCall, call.hasPrefix("snapshots") else {
      return nil
    }
    if case .json(let tree) = body, let name = tree["name"]?.string { return name }
    return call.hasPrefix("snapshots/")
      ? String(call.dropFirst("snapshots/".count).prefix { $0 != ":" }) : nil
  }

  var isRefused: Bool { entry.isError }

  init(_ entry: LoggedRequest) {
    self.entry = entry
    body = Self.body(of: entry)
    answer = ScenarioAnswer(location: entry.responseLocation, bytes: entry.answer ?? [])
  }

  private static func body(of entry: LoggedRequest) -> Body {
    let request = entry.request
    guard entry.bodySize > 0 else { return .none }
    guard request.body.count == entry.bodySize else { return .unreadable }
    if LoggedBody.isForm(request.body, request.contentType) { return .form(request.form) }
    return LoggedBody.tree(request.body, nil).map(Body.json) ?? .unreadable
  }

  /// Calls `body` for each text of a document, with its path and the name of its member.
  static func forEachText(
    of tree: JSON, path: String = "", name: String = "",
    _ body: (_ text: String, _ path: String, _ name: String) -> Void
  ) {
    let prefix = path.isEmpty ? "" : path + "."
    switch tree {
    case .string(let text): body(text, path, name)
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        forEachText(of: element, path: "\(prefix)\(index)", name: name, body)
      }
    case .object(let object):
      for member in object {
        forEachText(of: member.value, path: prefix + member.key, name: member.key, body)
      }
    default: break
    }
  }
}
