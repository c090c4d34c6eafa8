internal import EmuControlCalls
internal import EmuHTTP

extension Control {
  func listRequests(_ call: ControlCall) throws -> ControlAnswer<RequestPage> {
    let query = call.request.query
    let operation = try query.first("operation").map { name throws(ControlError) in
      try services.operations.checked(name, in: "operation")
    }
    let statuses = try query.first("status").map(Self.statuses)
    let outcome: RequestReport.Outcome? = try query.choice(
      "outcome", "succeeded, warned or refused")
    let project = query.first("project")
    let after = try query.first("after").map { try position($0, "after") }
    let before = try query.first("before").map { try position($0, "before") }
    let isOfApp = query.flag("app")
    let limit = query.first("limit").flatMap { Int($0) } ?? 100
    let log = services.log
    let entries = log.entries(limit: limit) { entry in
      operation.map { services.operations.name($0, matches: entry.annotations.operation ?? "") }
        ?? true && statuses?.contains(entry.status.rawValue) ?? true
        && (outcome == nil || entry.outcome == outcome)
        && (project == nil || entry.annotations.project == project)
        && (isOfApp == nil || entry.isOfApp == isOfApp)
        && after.map { entry.number > $0 } ?? true
        && before.map { entry.number < $0 } ?? true
    }
    let bodies = query.flag("bodies") ?? true
    return try ControlAnswer(
      RequestPage(
        requests: entries.map {
          RequestReport($0, showsSecrets: log.showsSecrets, bodies: bodies)
        }))
  }

  /// Returns the number of a request of this process, whether the log still has it or not.
  private func position(_ id: String, _ name: String) throws(ControlError) -> UInt64 {
    guard let number = services.log.number(of: id) else {
      throw .invalid("\(name): \(id.prefix(64)) is the id of no request of this emulator.")
    }
    return number
  }

  func showRequest(_ call: ControlCall) throws -> ControlAnswer<RequestReport> {
    let id = call.parameters["id"] ?? ""
    let log = services.log
    let entries = log.entries(named: id)
    guard let entry = entries.first else {
      throw ControlError.notFound(
        "The log has no request \(id.prefix(64)): only the last ones are kept. GET "
          + "/emulator/v1/requests lists them.")
    }
    guard entries.count == 1 else {
      throw ControlError.invalid(
        "\(entries.count) requests begin with \(id), such as \(entry.id) and \(entries[1].id). Write "
          + "more of the id.")
    }
    let showsSecrets = call.request.query.flag("secrets") ?? log.showsSecrets
    let response: Response =
      switch call.request.query.first("format") {
      case nil, "json": try .json(of: RequestReport(entry, showsSecrets: showsSecrets))
      case "curl": .text(try entry.curl(showsSecrets: showsSecrets))
      case "text": .text(entry.report(showsSecrets: showsSecrets, version: services.facts.version))
      default: throw ControlError.invalid("format: the value must be json, text or curl.")
      }
    return ControlAnswer(.ready(response))
  }

  /// `GET requests:stream`: each new entry as a server-sent event, after those that followed the one of
  /// `Last-Event-ID`. An unknown id is one of an earlier process.
  func streamRequests(_ call: ControlCall) throws -> ControlAnswer<Never> {
    let log = services.log
    let bodies = call.request.query.flag("bodies") ?? true
    let channel = ByteChannel()
    // A comment, so that the client notices the connection.
    channel.send(Array(": connected\n\n".utf8))
    let send: RequestLog.Listener = { event in
      channel.send(
        event?.text(showsSecrets: log.showsSecrets, bodies: bodies) ?? Array(":\n\n".utf8))
    }
    let last = call.request.headers["Last-Event-ID"]
    let missed = log.listen(
      from: last.map { id in log.number(of: id).map { $0 + 1 } ?? 0 } ?? .max, send)
    // A stream that has too many for its limit ends, and the client asks again with its last one.
    _ = missed.allSatisfy { send(LoggedEvent($0)) }
    var response = Response.stream(channel.stream, type: "text/event-stream; charset=utf-8")
    response.headers.add("Cache-Control", "no-store")
    return ControlAnswer(.ready(response))
  }

  /// Returns the codes of a status, or of `4xx` for a class.
  private static func statuses(_ text: String) throws(ControlError) -> Range<Int> {
    if text.utf8.count == 3, let code = Int(text), code >= 100 { return code..<(code + 1) }
    if text.utf8.count == 3, text.hasSuffix("xx"), let digit = Int(text.prefix(1)) {
      return (digit * 100)..<(digit * 100 + 100)
    }
    throw .invalid("status: the value must be a status code such as 400, or a class such as 4xx.")
  }
}
