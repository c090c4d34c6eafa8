/// A response; its length and date are added by the server that sends it.
package struct Response: Sendable {
  package enum Body: Sendable {
    case bytes([UInt8])
    case stream(ResponseStream)
    /// The connection is closed without a response: neither status nor headers are sent.
    case dropped
  }

  package var status: Status
  /// The header fields, without those that frame the message.
  package var headers: Headers
  package var body: Body
  /// For the request log; never sent.
  package var annotations: Annotations?

  package init(status: Status, headers: Headers = Headers(), body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The bytes of the body; nil for a stream and for none.
  package var bytes: [UInt8]? {
    guard case .bytes(let bytes) = body else { return nil }
    return bytes
  }
}

// MARK: - Factories

extension Response {
  /// A response with a body of the given type, as bytes.
  package static func bytes(
    _ bytes: [UInt8], type: String, status: Status = .ok
  ) -> Response {
    Response(status: status, headers: ["Content-Type": type], body: .bytes(bytes))
  }

  /// JSON that is already encoded.
  package static func json(_ bytes: [UInt8], status: Status = .ok) -> Response {
    .bytes(bytes, type: "application/json; charset=utf-8", status: status)
  }

  package static func text(_ text: String, status: Status = .ok) -> Response {
    .bytes(Array(text.utf8), type: "text/plain; charset=utf-8", status: status)
  }

  package static func html(_ text: String, status: Status = .ok) -> Response {
    .bytes(Array(text.utf8), type: "text/html; charset=utf-8", status: status)
  }

  package static func empty(_ status: Status = .noContent) -> Response {
    Response(status: status)
  }

  /// No response: the client finds its connection closed. The log shows it with the status 0.
  package static var dropped: Response {
    Response(status: Status(rawValue: 0), body: .dropped)
  }

  /// Returns a redirect; `location` is sent unchanged.
  package static func redirect(to location: String, status: Status = .found) -> Response {
    Response(status: status, headers: ["Location": location])
  }

  /// A body of unknown length, pulled piece by piece while the client reads.
  package static func stream(_ stream: ResponseStream, type: String) -> Response {
    Response(status: .ok, headers: ["Content-Type": type], body: .stream(stream))
  }
}
