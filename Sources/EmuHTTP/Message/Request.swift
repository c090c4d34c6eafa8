/// A request with its complete body.
package struct Request: Sendable {
  package var method: Method

  /// The path as received, percent-encoded, without the query: `/v1/accounts:signUp`.
  package var path: String

  /// The text after the `?`, as received, or nil without one.
  package var rawQuery: String?

  /// The header fields, in the order received.
  package var headers: Headers
  /// The complete body, chunks joined; empty without one.
  package var body: [UInt8]
  /// The body in place of `body`, where a route allows a long one to be stored in a file.
  package var storedBody: (any StoredBody)?

  /// The client's IP address without port, `127.0.0.1` or `::1`; nil when there is no socket.
  package var remoteAddress: String?

  /// True when the request was received over TLS.
  package var isSecure: Bool

  /// The client that waits for the response; nil when there is no socket.
  package var client: (any RequestClient)?

  /// True when a part of the emulator sent it, while it handles another request.
  package var isInner = false

  /// The header with the name of an emulator's tool: `console`, `command` or `kit`.
  package static let toolHeader = "X-Emulator-Tool"

  /// True for a call of an emulator's tool, not of an app.
  package var isOfTool: Bool { headers[Self.toolHeader] != nil }

  /// Creates a request; omitted members are empty.
  package init(
    method: Method,
    path: String,
    rawQuery: String? = nil,
    headers: Headers = Headers(),
    body: [UInt8] = [],
    remoteAddress: String? = nil,
    isSecure: Bool = false
  ) {
    self.method = method
    self.path = path
    self.rawQuery = rawQuery
    self.headers = headers
    self.body = body
    self.remoteAddress = remoteAddress
    self.isSecure = isSecure
  }

  /// Splits a request target, `/path?query` or `http://host/path?query`, into path and query.
  package static func split(target: String) -> (path: String, rawQuery: String?) {
    // By bytes, as for routing: an accent after a slash would join it as a character.
    let (slash, mark) = (UInt8(ascii: "/"), UInt8(ascii: "?"))
    if target.utf8.first == slash, !Array(target.utf8).contains(mark) { return (target, nil) }
    var rest = target.utf8[...]
    if rest.first != slash, let scheme = rest.firstRange(of: "://".utf8) {
      rest = rest[scheme.upperBound...].drop { $0 != slash && $0 != mark }
    }
    let path = rest.prefix { $0 != mark }
    let query = rest[path.endIndex...]
    return (
      path.isEmpty ? "/" : String(Substring(path)),
      query.isEmpty ? nil : String(Substring(query.dropFirst()))
    )
  }

  /// The fields of the query; parsed at each access, so read it once.
  package var query: FormFields {
    guard let rawQuery, !rawQuery.isEmpty else { return FormFields() }
    return FormFields(parsing: rawQuery)
  }

  /// The fields of a form body; parsed at each access, so read it once.
  package var form: FormFields {
    FormFields(parsing: body)
  }

  /// The media type of the body in lower case, without parameters: `application/json`.
  package var contentType: String? {
    guard let value = headers["Content-Type"] else { return nil }
    let type = value.prefix { $0 != ";" && $0 != "," }
    return type.drop { $0 == " " }.prefix { $0 != " " }.lowercased()
  }
}

extension Request {
  /// Returns true once the client has closed its connection; the closure retains no body.
  package var hasDisconnected: @Sendable () -> Bool {
    { [client] in client?.hasDisconnected ?? false }
  }
}

/// A client that waits for a response.
package protocol RequestClient: AnyObject, Sendable {
  /// True once the client has closed the connection, so that no response reaches it.
  var hasDisconnected: Bool { get }
}

extension Request {
  /// Returns the base of our own URLs in responses, without a trailing slash.
  ///
  /// Over TLS it always begins with `https://`: clients that require TLS must get no other address.
  ///
  /// - Parameter publicURL: the configured external URL; nil for `Host`.
  package func baseURL(publicURL: String?) -> String {
    if let publicURL, !isSecure || publicURL.hasPrefix("https://") {
      return publicURL.hasSuffix("/") ? String(publicURL.dropLast()) : publicURL
    }
    return "\(isSecure ? "https" : "http")://\(headers["Host"] ?? "localhost")"
  }
}
