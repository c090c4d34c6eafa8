internal import EmuHTTP
internal import EmuJSON
internal import EmuOutbound
internal import EmuServer
internal import EmuThread

/// Sends requests to an emulator and waits for the responses, for a command without other work.
struct ControlClient: Sendable {
  /// Receives the body of a successful response piece by piece; returns false to cancel.
  typealias Receive = @Sendable ([UInt8]) -> Bool
  private typealias Send = @Sendable (Request, Receive?) throws -> OutboundResponse

  /// The emulator's address, for messages and for pages to open.
  let url: String
  private let send: Send
  /// Closes the emulator of the command.
  let close: @Sendable () throws -> Void

  /// A client of a running emulator.
  ///
  /// - Parameter timeout: the limit of a request; a large snapshot, import or export takes long.
  init(_ url: String, timeout: Duration = .seconds(3600)) {
    let outbound = OutboundClient()
    self.url = url
    close = {}
    send = { request, receive in
      var call = OutboundRequest(
        request.method, url + request.path + (request.rawQuery.map { "?" + $0 } ?? ""),
        headers: request.headers, body: request.body)
      call.storedBody = request.storedBody
      call.receive = receive
      call.timeout = timeout
      call.maximumResponseBytes = 1 << 30
      let answered = Monitor<Result<OutboundResponse, OutboundError>?>(nil)
      outbound.send(call) { result in answered.update { $0 = result } }
      switch answered.wait(until: { $0 != nil }, then: { $0 }) {
      case .success(let response)?: return response
      case .failure(let error)?
      where [OutboundError.Code.cannotConnect, .timedOut].contains(error.code):
        throw CommandFailure(
          "No emulator answers at \(url): \(error.message) Start one with "
            + "`auth-emulator start`, or name another with --url URL.")
      case .failure(let error)?: throw error
      case nil:
        throw CommandFailure(
          "The request to \(url) was cancelled before an answer; send it again.")
      }
    }
  }

  /// Creates a client of a temporary emulator, without a socket and without a data file.
  static func alone() throws -> ControlClient { ControlClient(try Emulator(Configuration())) }

  /// Creates a client of a data file that no emulator serves.
  ///
  /// - Parameter project: the project of calls that name none.
  static func opening(_ dataFile: String, project: String) throws -> ControlClient {
    var configuration = Configuration(dataFile: dataFile)
    configuration.project = project
    configuration.onNotice = { Output.error("\($0)") }
    let emulator = try CommandFailure.located(at: dataFile) { try Emulator(configuration) }
    return ControlClient(emulator) {
      try CommandFailure.located(at: dataFile) { try emulator.stop() }
    }
  }

  /// A client of an emulator in this process.
  init(_ emulator: Emulator, close: @escaping @Sendable () throws -> Void = {}) {
    url = "http://localhost:9099"
    self.close = close
    send = { request, receive in
      var request = request
      request.headers["Host"] = "localhost:9099"
      let response = emulator.waiting(for: request)
      var answered = OutboundResponse(status: response.status, headers: response.headers)
      if case .stream(let stream) = response.body {
        answered.body = try Self.read(stream, receive)
      } else if let receive, response.status.isGood {
        _ = receive(response.bytes ?? [])
      } else {
        answered.body = response.bytes ?? []
      }
      return answered
    }
  }

  /// Returns the body of a stream, or passes it to `receive` and returns nothing.
  ///
  /// - Throws: `CommandFailure` for a body that cannot be completed.
  private static func read(_ stream: ResponseStream, _ receive: Receive?) throws -> [UInt8] {
    let source = stream.open(wake: {})
    defer { source.close() }
    var body: [UInt8] = []
    while true {
      switch source.next() {
      case .bytes(let bytes):
        guard let receive else {
          body += bytes
          continue
        }
        guard receive(bytes) else { return [] }
      case .end: return body
      case .abort, .wait:
        throw CommandFailure(
          "The answer broke off: the data file cannot be read any further. "
            + "`auth-emulator doctor` examines it.")
      }
    }
  }

  // MARK: - Requests

  /// Sends a control call, such as `projects/p/settings`.
  ///
  /// - Throws: the emulator's message when it rejects the call.
  func control(
    _ method: Method, _ path: String, query: [(String, String?)] = [], _ body: JSONObject? = nil
  ) throws -> JSON {
    try parsed(
      bytes(
        method, "/emulator/v1/" + path, query: query,
        body: body.map { JSON.object($0).serializedBytes() } ?? []))
  }

  /// Sends a file as the body of a control call.
  func upload(
    _ path: String, query: [(String, String?)] = [], _ body: any StoredBody
  ) throws -> JSON {
    var request = request(
      .post, "/emulator/v1/" + path, query: query,
      headers: ["Content-Type": "application/octet-stream"])
    request.storedBody = body
    return try parsed(good(request))
  }

  /// Passes the response of a control call to `receive` while it arrives.
  func download(
    _ path: String, query: [(String, String?)] = [], _ receive: @escaping Receive
  ) throws {
    _ = try good(request(.get, "/emulator/v1/" + path, query: query), receive)
  }

  /// Sends a privileged call of the backend, as an Admin SDK does.
  func admin(
    _ method: Method, _ path: String, version: String = "v1", query: [(String, String?)] = [],
    _ body: JSONObject? = nil
  ) throws -> JSON {
    try parsed(
      bytes(
        method, "/identitytoolkit.googleapis.com/\(version)/" + path, query: query,
        headers: ["Authorization": "Bearer owner"],
        body: body.map { JSON.object($0).serializedBytes() } ?? []))
  }

  /// Sends a request and returns the response's body unchanged.
  func bytes(
    _ method: Method, _ path: String, query: [(String, String?)] = [], headers: Headers = [:],
    body: [UInt8] = []
  ) throws -> [UInt8] {
    try good(request(method, path, query: query, headers: headers, body: body))
  }

  private func request(
    _ method: Method, _ path: String, query: [(String, String?)], headers: Headers = [:],
    body: [UInt8] = []
  ) -> Request {
    var fields = FormFields()
    for (name, value) in query { if let value { fields.add(name, value) } }
    var headers = headers
    headers[Request.toolHeader] = "command"
    headers["Accept"] = "application/json"
    if !body.isEmpty, headers["Content-Type"] == nil {
      headers["Content-Type"] = "application/json"
    }
    return Request(
      method: method, path: path, rawQuery: query.isEmpty ? nil : fields.encoded,
      headers: headers, body: body)
  }

  /// Returns the body of a successful response.
  private func good(_ request: Request, _ receive: Receive? = nil) throws -> [UInt8] {
    let response = try send(request, receive)
    guard !response.status.isGood else { return response.body }
    guard let message = (try? JSON(parsing: response.body))?["error"]?["message"]?.string else {
      throw Self.noEmulator(
        at: url, " \(response.status.rawValue) to \(request.method.rawValue) \(request.path)")
    }
    let mark = message.hasSuffix(".") ? " " : ": "
    let reason = reason(of: response, to: request).flatMap {
      message.contains($0) ? nil : mark + $0
    }
    throw CommandFailure("\(message)\(reason ?? "")")
  }

  /// Returns the failure of a server that is not an emulator.
  ///
  /// - Parameter answer: the words about its answer, after a space or a comma.
  static func noEmulator(at url: String, _ answer: String = "") -> CommandFailure {
    CommandFailure(
      "\(url) answered\(answer), and not as an emulator. Name the emulator's address with --url URL."
    )
  }

  /// Returns the reason that the log has for a rejected call of the backend, whose message is a mere
  /// code; nil for a control call, and without a reason.
  private func reason(of response: OutboundResponse, to request: Request) -> String? {
    guard !request.path.hasPrefix("/emulator/"),
      let id = response.headers["X-Emulator-Explain"],
      let entry = try? control(.get, "requests/\(PercentEncoding.pathSegment(id))")
    else { return nil }
    return entry.list("decisions").first { $0["outcome"] == "refused" }?["reason"]?.string
  }

  func parsed(_ bytes: [UInt8]) throws -> JSON {
    do throws(JSONError) {
      return try JSON(parsing: bytes)
    } catch {
      throw Self.noEmulator(at: url, ", but not in JSON (\(error.description))")
    }
  }

  /// Returns the project whose users, or those of a tenant, an action reads or changes.
  ///
  /// - Throws: `CommandFailure` for a flag with an unknown project or tenant, which a request of the
  ///   backend would create.
  func existingProject(_ input: ClientInput) throws -> String {
    let id = try project(input)
    let tenant = input.options["--tenant"]
    guard input.project != nil || tenant != nil else { return id }
    let projects = try control(.get, "projects").list("projects")
    let project = projects.first { $0["id"]?.string == id }
    if project == nil, try control(.get, "health")["project"]?.string != id {
      throw Self.unknown("project", id, among: projects.compactMap { $0["id"]?.string })
    }
    if let tenant {
      let tenants = project?.texts("tenants") ?? []
      guard tenants.contains(tenant) else {
        throw Self.unknown("tenant", tenant, among: tenants)
      }
    }
    return id
  }

  /// Returns the path of the project or tenant of an action, with a slash at its end.
  ///
  /// - Parameter creates: false where a flag must name an existing one.
  func projectPath(_ input: ClientInput, creates: Bool = true) throws -> String {
    let id = try creates ? project(input) : existingProject(input)
    let project = "projects/\(PercentEncoding.pathSegment(id))/"
    guard let tenant = input.options["--tenant"] else { return project }
    return project + "tenants/\(PercentEncoding.pathSegment(tenant))/"
  }

  private static func unknown(
    _ kind: String, _ name: String, among known: [String]
  ) -> CommandFailure {
    let hint = NearestNames.hint(name, among: known)
    let list =
      known.isEmpty
      ? " There is none yet. Leave --\(kind) out."
      : " The \(kind)s are \(known.prefix(10).joined(separator: ", ")). Name one of them with "
        + "--\(kind) ID."
    return CommandFailure("There is no \(kind) \(name).\(hint)\(list)")
  }

  func project(_ input: ClientInput) throws -> String {
    if let project = input.project { return project }
    return try control(.get, "health")["project"]?.string ?? "demo-project"
  }
}

extension Status {
  fileprivate var isGood: Bool { (200..<300).contains(rawValue) }
}
