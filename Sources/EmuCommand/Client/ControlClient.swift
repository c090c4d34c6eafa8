internal import EmuHTTP
internal import EmuJSON
internal import EmuOutbound
internal import EmuServer
internal import EmuThread

/// Sends requests to an emulator and waits for the responses, for a command without other work.
struct ControlClient: Sendable {
  /// Receives the body of a successful response piece by piece; returns false to cancel.
  typealias Receive = @Sendable ([UInt8]) -> Bool
  private typealias Send =
    @Sendable (Request, Receive?) throws(ClientFailure) -> (status: Status, body: [UInt8])

  /// The emulator's address, for messages and for pages to open.
  let url: String
  private let send: Send
  private let finish: @Sendable () throws(ClientFailure) -> Void

  /// A client of a running emulator.
  init(_ url: String) {
    let outbound = OutboundClient()
    self.url = url
    finish = { () throws(ClientFailure) in }
    send = { request, receive throws(ClientFailure) in
      var call = OutboundRequest(
        request.method, url + request.path + (request.rawQuery.map { "?" + $0 } ?? ""),
        headers: request.headers, body: request.body)
      call.storedBody = request.storedBody
      call.receive = receive
      // A large snapshot, import or export takes long.
      call.timeout = .seconds(3600)
      call.maximumResponseBytes = 1 << 30
      let answered = Monitor<Result<OutboundResponse, OutboundError>?>(nil)
      outbound.send(call) { result in answered.update { $0 = result } }
      switch answered.wait(until: { $0 != nil }, then: { $0 }) {
      case .success(let response)?: return (response.status, response.body)
      case .failure(let error)?:
        throw ClientFailure(
          message: "No emulator answers at \(url) (\(error.message)). Start one with "
            + "`auth-emulator start`, or name another with --url URL.")
      case nil: throw ClientFailure(message: "The request to \(url) was given up.")
      }
    }
  }

  /// Creates a client of a temporary emulator, without a socket and without a data file.
  static func alone() throws(ClientFailure) -> ControlClient {
    do {
      let emulator = try Emulator(Configuration(location: .ephemeral))
      return ControlClient(emulator) { () throws(ClientFailure) in }
    } catch {
      throw ClientFailure(message: "The emulator of the command did not open: \(error)")
    }
  }

  /// Creates a client of a data file that no emulator serves.
  ///
  /// - Parameter project: the project of calls that name none.
  static func opening(
    _ dataFile: String, project: String
  ) throws(ClientFailure) -> ControlClient {
    var configuration = Configuration(location: .file(dataFile))
    configuration.project = project
    configuration.onNotice = { Output.error($0) }
    @Sendable func failure(_ error: any Error) -> ClientFailure {
      ClientFailure(message: StartFailure(error, location: .file(dataFile)).message)
    }
    let emulator: Emulator
    do { emulator = try Emulator(configuration) } catch { throw failure(error) }
    return ControlClient(emulator) { () throws(ClientFailure) in
      do { try emulator.stop() } catch { throw failure(error) }
    }
  }

  /// A client of an emulator in this process.
  init(
    _ emulator: Emulator,
    finish: @escaping @Sendable () throws(ClientFailure) -> Void = { () throws(ClientFailure) in }
  ) {
    url = "http://localhost:9099"
    self.finish = finish
    send = { request, receive throws(ClientFailure) in
      var request = request
      request.headers["Host"] = "localhost:9099"
      let response = emulator.waiting(for: request)
      guard case .stream(let stream) = response.body else {
        let body = response.bytes ?? []
        guard let receive, response.status.isGood else { return (response.status, body) }
        return (response.status, receive(body) ? [] : [])
      }
      return (response.status, Self.read(stream, receive))
    }
  }

  private static func read(_ stream: ResponseStream, _ receive: Receive?) -> [UInt8] {
    let source = stream.open(wake: {})
    defer { source.close() }
    var body: [UInt8] = []
    while case .bytes(let bytes) = source.next() {
      guard let receive else {
        body += bytes
        continue
      }
      guard receive(bytes) else { break }
    }
    return body
  }

  /// Closes the emulator of the command.
  func close() throws(ClientFailure) { try finish() }

  // MARK: - Requests

  /// Sends a control call, such as `projects/p/settings`.
  ///
  /// - Throws: the emulator's message when it rejects the call.
  func control(
    _ method: Method, _ path: String, query: [(String, String?)] = [], _ body: JSONObject? = nil
  ) throws(ClientFailure) -> JSON {
    try parsed(
      bytes(
        method, "/emulator/v1/" + path, query: query,
        body: body.map { JSON.object($0).serializedBytes() } ?? []))
  }

  /// Sends a file as the body of a control call.
  func upload(
    _ path: String, query: [(String, String?)] = [], _ body: any StoredBody
  ) throws(ClientFailure) -> JSON {
    var request = request(
      .post, "/emulator/v1/" + path, query: query,
      headers: ["Content-Type": "application/octet-stream"])
    request.storedBody = body
    return try parsed(good(request))
  }

  /// Passes the response of a control call to `receive` while it arrives.
  func download(
    _ path: String, query: [(String, String?)] = [], _ receive: @escaping Receive
  ) throws(ClientFailure) {
    _ = try good(request(.get, "/emulator/v1/" + path, query: query), receive)
  }

  /// Sends a privileged call of the backend, as an Admin SDK does.
  func admin(
    _ method: Method, _ path: String, version: String = "v1", query: [(String, String?)] = [],
    _ body: JSONObject? = nil
  ) throws(ClientFailure) -> JSON {
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
  ) throws(ClientFailure) -> [UInt8] {
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
    if !body.isEmpty, headers["Content-Type"] == nil {
      headers["Content-Type"] = "application/json"
    }
    return Request(
      method: method, path: path, rawQuery: query.isEmpty ? nil : fields.encoded,
      headers: headers, body: body)
  }

  /// Returns the body of a successful response.
  private func good(
    _ request: Request, _ receive: Receive? = nil
  ) throws(ClientFailure) -> [UInt8] {
    let (status, answer) = try send(request, receive)
    guard status.isGood else {
      let tree = try? JSON(parsing: answer)
      throw ClientFailure(
        message: tree?["error"]?["message"]?.string
          ?? "The emulator answered \(status.rawValue) to \(request.method.rawValue) \(request.path)."
      )
    }
    return answer
  }

  private func parsed(_ bytes: [UInt8]) throws(ClientFailure) -> JSON {
    do throws(JSONError) {
      return try JSON(parsing: bytes)
    } catch {
      throw ClientFailure(
        message: "The answer of \(url) is not JSON (\(error.description)). Is it an auth-emulator?")
    }
  }

  /// Returns the project whose users an action reads or changes.
  ///
  /// - Throws: `ClientFailure` for a flag with an unknown project.
  func existingProject(_ input: ClientInput) throws(ClientFailure) -> String {
    guard let name = input.project else { return try project(input) }
    let known = (try control(.get, "projects")["projects"]?.array ?? [])
      .compactMap { $0["id"]?.string }
    guard !known.contains(name), try control(.get, "health")["project"]?.string != name else {
      return name
    }
    let near = NearestNames.of(name, among: known)
    let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
    let list = known.isEmpty ? "" : " The projects are \(known.prefix(10).joined(separator: ", "))."
    throw ClientFailure(
      message: "There is no project \(name).\(hint)\(list) Name one of them with --project ID.")
  }

  /// The project that an action is about.
  func project(_ input: ClientInput) throws(ClientFailure) -> String {
    if let project = input.project { return project }
    return try control(.get, "health")["project"]?.string ?? "demo-project"
  }
}

extension Status {
  fileprivate var isGood: Bool { (200..<300).contains(rawValue) }
}
