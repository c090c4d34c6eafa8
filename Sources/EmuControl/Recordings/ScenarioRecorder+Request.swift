internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

extension ScenarioRecorder {
  /// Headers that change the meaning of a request.
  private static let keptHeaders: Set<String> = [
    "x-firebase-locale", "x-ios-bundle-identifier", "x-android-package", "x-android-cert",
  ]

  /// Returns the request of a step, and inserts the steps that it needs. Nil for one that cannot be
  /// repeated.
  mutating func recordedRequest(of exchange: RecordedExchange) -> ScenarioDocument.Step? {
    let request = exchange.request
    let call = exchange.entry.controlCall
    var step = ScenarioDocument.Step(about: exchange.operation, call: "")
    switch exchange.body {
    case .none: if call == "reset" { step.body = controlBody("reset", [:], in: exchange) }
    case .json(let tree):
      step.body =
        call.flatMap { controlBody($0, tree, in: exchange) }
        ?? self.tree(tree, "", beside: .null, in: exchange)
    case .form(let fields):
      var form: [String: String] = [:]
      for field in fields {
        form[field.name] = template(field.value, field.name, in: exchange, beside: .null).raw
      }
      step.form = form
    case .unreadable:
      warn(
        "\(request.method.rawValue) \(request.path) is left out: its body is neither JSON nor a "
          + "form, or longer than the log keeps. Put what it did into the scenario's seed.")
      return nil
    }
    var headers = headers(of: exchange)
    let form = "application/x-www-form-urlencoded"
    if case .json = exchange.body, request.contentType == form { headers["Content-Type"] = form }
    step.headers = headers.isEmpty ? nil : headers
    step.call = "\(request.method.rawValue) \(path(of: exchange))\(query(of: exchange))"
    return step
  }

  private mutating func headers(of exchange: RecordedExchange) -> [String: String] {
    var headers: [String: String] = [:]
    for field in exchange.request.headers {
      let name = field.name.lowercased()
      if name == "authorization" {
        headers["Authorization"] = authorization(field.value, in: exchange)
      } else if name == "x-goog-api-key" {
        headers["X-Goog-Api-Key"] = apiKeys[field.value]?.raw ?? "${key}"
      } else if name == "accept", field.value.contains("text/html") {
        headers["Accept"] = field.value
      } else if Self.keptHeaders.contains(name) {
        headers[field.name] = field.value
      }
    }
    return headers
  }

  private mutating func authorization(_ value: String, in exchange: RecordedExchange) -> String {
    guard let space = value.firstIndex(of: " ") else {
      return template(value, "token", in: exchange, beside: .null).raw
    }
    let scheme = value[...space]
    let credentials = String(value[value.index(after: space)...])
    // `owner` is sent by Admin SDKs to every emulator; Basic identifies a client of the seed.
    guard credentials.lowercased() != "owner", scheme.lowercased() != "basic " else {
      return value
    }
    return scheme + template(credentials, "token", in: exchange, beside: .null).raw
  }

  private mutating func path(of exchange: RecordedExchange) -> String {
    var before = ""
    let segments = exchange.request.path.split(separator: "/", omittingEmptySubsequences: false)
    let shown = segments.map { segment -> String in
      defer { before = String(segment) }
      // An action follows the last name of a path: `tenants/t1:signOut`.
      let colon =
        ["projects", "accounts", "tenants", "snapshots"].contains(before)
        ? segment.firstIndex(of: ":") : nil
      let name = PercentEncoding.decode(segment[..<(colon ?? segment.endIndex)])
      let action = colon.map { segment[$0...] } ?? ""
      if before == "projects", name == start.project { return "${project}\(action)" }
      if before == "snapshots" { return (snapshots[name] ?? name) + action }
      guard name.utf8.count >= 6, let variable = values.variable(for: name) else {
        return String(segment)
      }
      return "${enc:\(variable)}\(action)"
    }
    return shown.joined(separator: "/")
  }

  private mutating func query(of exchange: RecordedExchange) -> String {
    let request = exchange.request
    var query = request.rawQuery.map { assignments($0, in: exchange, depth: 0).raw } ?? ""
    if let missing = missingField(of: request, exchange) {
      query += (query.isEmpty ? "" : "&") + missing
    }
    return query.isEmpty ? "" : "?\(query)"
  }

  /// Returns the field that names the project of a request to the default one.
  private func missingField(of request: Request, _ exchange: RecordedExchange) -> String? {
    let query = request.query
    guard exchange.entry.annotations.project != nil else { return nil }
    if let call = exchange.entry.controlCall, call.hasPrefix("issuers/") {
      return query.first("project") == nil ? "project=${project}" : nil
    }
    guard !request.path.contains("/projects/"),
      !["/emulator/", "/__/", "/issuers/"].contains(where: request.path.hasPrefix),
      query.first("key") == nil, request.headers["X-Goog-Api-Key"] == nil
    else { return nil }
    return "key=${key}"
  }

  /// Returns a body with variables.
  private mutating func tree(
    _ tree: JSON, _ name: String, beside: JSON, in exchange: RecordedExchange
  ) -> JSON {
    switch tree {
    case .string(let text):
      return .string(template(text, name, in: exchange, beside: beside).raw)
    case .array(let elements):
      return .array(elements.map { self.tree($0, name, beside: beside, in: exchange) })
    case .object(let object):
      var result = JSONObject()
      for member in object {
        result[member.key] = self.tree(member.value, member.key, beside: tree, in: exchange)
      }
      return .object(result)
    default: return tree
    }
  }

  /// Returns the body of a control call that concerns more than the project; nil for any other.
  private mutating func controlBody(
    _ call: String, _ tree: JSON, in exchange: RecordedExchange
  ) -> JSON? {
    switch call {
    // A new name could be valid where the recorded one was refused.
    case "snapshots" where !exchange.isRefused:
      guard let name = tree["name"]?.string else { return nil }
      // The emulator that runs the scenario may have a snapshot with this name.
      let known = snapshots[name] ?? String("recorded.\(name)".prefix(SnapshotName.limit))
      snapshots[name] = known
      return ["name": .string(known), "project": "${project}"]
    case "projects/\(start.project)/apiKeys" where !exchange.isRefused:
      guard let key = tree["apiKey"]?.string else { return nil }
      note(apiKey: key)
      return ["apiKey": .string(apiKeys[key]?.raw ?? "${key}")]
    case "reset":
      var body = tree.object ?? JSONObject()
      body["projects"] = ["${project}"]
      return .object(body)
    case "seed":
      var project = tree["projects"]?[start.project]?.object ?? JSONObject()
      let keys = project["apiKeys"]?.array?.compactMap(\.string) ?? []
      for key in keys { note(apiKey: key) }
      for issuer in tree["issuers"]?.object ?? JSONObject() {
        project.add(people: issuer.value["accounts"]?.array ?? [], at: issuer.key)
        if issuer.value["options"] != nil {
          warn(
            "Step \(nextNumber) leaves out the options of the issuer \(issuer.key), which hold for all "
              + "projects.")
        }
      }
      return ["version": 1, "projects": ["${project}": named(project, apiKeys: keys)]]
    default: return nil
    }
  }
}
