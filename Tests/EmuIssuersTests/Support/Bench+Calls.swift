import EmuHTTP
import EmuJSON
import Testing

/// An answer that has arrived.
struct Reply {
  let response: Response

  var status: Int { response.status.rawValue }
  var text: String { String(decoding: response.bytes ?? [], as: UTF8.self) }

  var json: JSON { (try? JSON(parsing: text)) ?? .null }

  subscript(name: String) -> JSON? { json[name] }

  /// The decisions that the request log shows, in one text.
  var reasons: String {
    (response.annotations?.decisions ?? []).map(\.because).joined(separator: "\n")
  }
}

extension Bench {
  func send(
    _ method: Method, _ target: String, body: [UInt8] = [], headers: Headers = [:]
  ) async throws -> Reply {
    await finish(begin(method, target, body: body, headers: headers))
  }

  /// Begins a request; a change is not made before it is finished.
  func begin(
    _ method: Method, _ target: String, body: [UInt8] = [], headers: Headers = [:]
  ) -> Answer {
    let (path, query) = Request.split(target: target)
    var headers = headers
    headers["Host"] = "localhost:9099"
    let request = Request(
      method: method, path: path, rawQuery: query, headers: headers, body: body)
    guard case .found(let route, let parameters) = router.match(method, path) else {
      Issue.record("no route for \(method) \(path)")
      return .ready(.empty(.notFound))
    }
    return route.payload.respond(request, parameters)
  }

  func finish(_ answer: Answer) async -> Reply {
    switch answer {
    case .ready(let response): return Reply(response: response)
    case .later(let deferred):
      let thunk = await withCheckedContinuation { continuation in
        deferred.start { continuation.resume(returning: $0) }
      }
      return Reply(response: thunk())
    }
  }

  func get(_ target: String) async throws -> Reply { try await send(.get, target) }

  func post(_ target: String, _ body: JSON) async throws -> Reply {
    try await send(.post, target, body: body.serializedBytes())
  }

  /// Sends a form.
  func form(_ target: String, _ fields: FormFields) async throws -> Reply {
    try await send(
      .post, target, body: Array(fields.encoded.utf8),
      headers: ["Content-Type": "application/x-www-form-urlencoded"])
  }

  func mint(_ issuer: String, _ body: JSON = [:]) async throws -> Reply {
    let reply = try await post("/emulator/v1/issuers/\(issuer)/tokens", body)
    #expect(reply.status == 200, "\(reply.text)")
    return reply
  }

  /// Exchanges a code at Apple's token endpoint.
  func exchange(
    _ code: String, client: String = "auth-emulator-client", secret: String = "anything",
    redirectURI: String? = nil
  ) async throws -> Reply {
    var fields: FormFields = [
      "grant_type": "authorization_code", "code": code, "client_id": client,
      "client_secret": secret,
    ]
    if let redirectURI { fields.add("redirect_uri", redirectURI) }
    return try await form("/issuers/apple.com/auth/token", fields)
  }

  func refresh(_ token: String, client: String = "auth-emulator-client") async throws -> Reply {
    try await form(
      "/issuers/apple.com/auth/token",
      [
        "grant_type": "refresh_token", "refresh_token": token, "client_id": client,
        "client_secret": "anything",
      ])
  }

  func revoke(_ token: String, client: String = "auth-emulator-client") async throws -> Reply {
    try await form(
      "/issuers/apple.com/auth/revoke",
      ["token": token, "client_id": client, "client_secret": "anything"])
  }
}
