package import EmuHTTP
package import EmuJSON

/// A way to a server: within the process (``TestEmulator``), or over a socket (``SocketTransport``).
package protocol Transport: Sendable {
  /// The errors of the transport; `Never` within the process.
  associatedtype Failure: Error

  /// The `Host` of requests without one.
  var host: String { get }

  /// Sends a request unchanged, and waits for the complete response.
  func send(_ request: Request) async throws(Failure) -> Reply
}

extension Transport {
  /// Any request with a body as it stands.
  package func call(
    _ method: Method, _ target: String, bytes: [UInt8], headers: Headers = [:]
  ) async throws(Failure) -> Reply {
    let (path, query) = Request.split(target: target)
    var headers = headers
    headers["Host"] = headers["Host"] ?? host
    return try await send(
      Request(method: method, path: path, rawQuery: query, headers: headers, body: bytes))
  }

  /// Makes any request; a body is sent as JSON.
  package func call(
    _ method: Method, _ target: String, _ body: JSON? = nil, headers: Headers = [:]
  ) async throws(Failure) -> Reply {
    var headers = headers
    if body != nil { headers["Content-Type"] = "application/json" }
    return try await call(method, target, bytes: body?.serializedBytes() ?? [], headers: headers)
  }

  package func get(_ target: String, headers: Headers = [:]) async throws(Failure) -> Reply {
    try await call(.get, target, headers: headers)
  }

  package func post(_ target: String, _ body: JSON = [:], headers: Headers = [:])
    async throws(Failure) -> Reply
  { try await call(.post, target, body, headers: headers) }

  package func form(
    _ target: String, _ fields: FormFields, headers: Headers = [:]
  ) async throws(Failure) -> Reply {
    var headers = headers
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    return try await call(.post, target, bytes: Array(fields.encoded.utf8), headers: headers)
  }

  /// A control call, such as `clock:advance`; the body is text, for a seed may be more than JSON.
  package func control(
    _ method: Method, _ call: String, _ body: String = "", headers: Headers = [:]
  ) async throws(Failure) -> Reply {
    try await self.call(method, "/emulator/v1/" + call, bytes: Array(body.utf8), headers: headers)
  }
}
