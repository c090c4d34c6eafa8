internal import EmuHTTP
internal import EmuJSON
internal import EmuOutbound
internal import EmuServer
internal import EmuThread

/// Sends requests to an emulator and waits for the answers, for a command that has nothing else to do.
struct ControlClient: Sendable {
  /// Where the emulator is, for messages and for what a person opens.
  let url: String
  private let send: @Sendable (Request) throws(ClientFailure) -> (status: Status, body: [UInt8])

  /// A client of a running emulator.
  init(_ url: String) {
    let outbound = OutboundClient()
    self.url = url
    send = { request throws(ClientFailure) in
      var call = OutboundRequest(
        request.method, url + request.path + (request.rawQuery.map { "?" + $0 } ?? ""),
        headers: request.headers, body: request.body)
      // A large snapshot or export takes its time, and has its length.
      call.timeout = .seconds(600)
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

  /// A client of an emulator of its own, without a socket and without a data file.
  static func alone() throws(ClientFailure) -> ControlClient {
    do {
      let emulator = try Emulator(Configuration(location: .ephemeral))
      return ControlClient(url: "http://localhost:9099") { request throws(ClientFailure) in
        var request = request
        request.headers["Host"] = "localhost:9099"
        let response = emulator.waiting(for: request)
        return (response.status, response.bytes ?? [])
      }
    } catch {
      throw ClientFailure(message: "The emulator of the command did not open: \(error)")
    }
  }

  private init(
    url: String,
    send: @escaping @Sendable (Request) throws(ClientFailure) -> (status: Status, body: [UInt8])
  ) {
    self.url = url
    self.send = send
  }

  // MARK: - Requests

  /// Sends a control call, such as `projects/p/settings`.
  ///
  /// - Throws: the emulator's own sentence when it refuses.
  func control(
    _ method: Method, _ path: String, query: [(String, String?)] = [], _ body: JSONObject? = nil
  ) throws(ClientFailure) -> JSON {
    try parsed(
      bytes(
        method, "/emulator/v1/" + path, query: query,
        body: body.map { JSON.object($0).serializedBytes() } ?? []))
  }

  /// Sends a privileged call of the backend, as an Admin SDK does.
  func admin(
    _ method: Method, _ path: String, query: [(String, String?)] = [], _ body: JSONObject? = nil
  ) throws(ClientFailure) -> JSON {
    try parsed(
      bytes(
        method, "/identitytoolkit.googleapis.com/v1/" + path, query: query,
        headers: ["Authorization": "Bearer owner"],
        body: body.map { JSON.object($0).serializedBytes() } ?? []))
  }

  /// Sends a request and returns the answer's body as it is.
  func bytes(
    _ method: Method, _ path: String, query: [(String, String?)] = [], headers: Headers = [:],
    body: [UInt8] = []
  ) throws(ClientFailure) -> [UInt8] {
    var fields = FormFields()
    for (name, value) in query { if let value { fields.add(name, value) } }
    var headers = headers
    if !body.isEmpty, headers["Content-Type"] == nil {
      headers["Content-Type"] = "application/json"
    }
    let (status, answer) = try send(
      Request(
        method: method, path: path, rawQuery: query.isEmpty ? nil : fields.encoded,
        headers: headers, body: body))
    guard (200..<300).contains(status.rawValue) else {
      let tree = try? JSON(parsing: answer)
      throw ClientFailure(
        message: tree?["error"]?["message"]?.string
          ?? "The emulator answered \(status.rawValue) to \(method.rawValue) \(path).")
    }
    return answer
  }

  private func parsed(_ bytes: [UInt8]) throws(ClientFailure) -> JSON {
    do throws(JSONError) {
      return try JSON(parsing: bytes)
    } catch {
      throw ClientFailure(
        message: "The answer of \(url) is no JSON (\(error.description)). Is it an auth-emulator?")
    }
  }

  /// The project that an action is about.
  func project(_ input: ClientInput) throws(ClientFailure) -> String {
    if let project = input.project { return project }
    return try control(.get, "health")["project"]?.string ?? "demo-project"
  }
}
