package struct Status: RawRepresentable, Hashable, Sendable {
  /// The three digits.
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  // MARK: The registered codes in use; names and meanings are those of RFC 9110 §15.

  package static let ok = Status(rawValue: 200)
  package static let created = Status(rawValue: 201)
  package static let accepted = Status(rawValue: 202)
  package static let noContent = Status(rawValue: 204)
  package static let found = Status(rawValue: 302)
  package static let seeOther = Status(rawValue: 303)
  package static let badRequest = Status(rawValue: 400)
  package static let unauthorized = Status(rawValue: 401)
  package static let forbidden = Status(rawValue: 403)
  package static let notFound = Status(rawValue: 404)
  package static let conflict = Status(rawValue: 409)
  package static let tooManyRequests = Status(rawValue: 429)
  package static let internalServerError = Status(rawValue: 500)
  package static let notImplemented = Status(rawValue: 501)
  package static let serviceUnavailable = Status(rawValue: 503)
  package static let gatewayTimeout = Status(rawValue: 504)

  /// The registered phrase of the code (RFC 9110 §15), or an empty string.
  package var reason: String {
    Self.reasons[rawValue] ?? ""
  }

  private static let reasons: [Int: String] = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content",
    301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
    307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict",
    410: "Gone", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long",
    415: "Unsupported Media Type", 422: "Unprocessable Content", 429: "Too Many Requests",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout",
  ]
}
