internal import EmuControlCalls
internal import EmuHTTP
internal import EmuJSON

// Refusals before an operation runs. Their messages are sentences, as Google's front end sends
// them.

extension APIError {
  static let missingAPIKey = APIError(
    "The request is missing a valid API key.", httpStatus: 403, status: "PERMISSION_DENIED",
    googleReason: "forbidden",
    reason: "The request has no API key. Add ?key= or the header X-Goog-Api-Key: every text is "
      + "accepted, and a key of POST /emulator/v1/projects/{project}/apiKeys selects its project."
  ).ofUnregisteredCaller

  /// The same refusal; production answers it as any request without key and bearer.
  private var ofUnregisteredCaller: APIError {
    inProduction(
      "Method doesn't allow unregistered callers (callers without established identity). Please use "
        + "API Key or other form of API consumer identity to call this API.",
      httpStatus: 403, status: "PERMISSION_DENIED", googleReason: "forbidden")
  }

  static let missingBearer = APIError(
    "Request is missing required authentication credential. Expected OAuth 2 access token, login "
      + "cookie or other valid authentication credential. See "
      + "https://developers.google.com/identity/sign-in/web/devconsole-project.",
    httpStatus: 401, status: "UNAUTHENTICATED", googleReason: "required",
    reason: "An administrator's call has no bearer token. Send Authorization: Bearer owner.")

  /// For a call on configuration with an API key alone.
  static let keyOfConfiguration = missingBearer.inProduction(
    "API keys are not supported by this API. Expected OAuth2 access token or other authentication "
      + "credentials that assert a principal. See https://cloud.google.com/docs/authentication",
    httpStatus: 401, status: "UNAUTHENTICATED", googleReason: "required")

  /// For an administrator's call on accounts with neither key nor bearer.
  static let missingCredentials = missingBearer.ofUnregisteredCaller

  /// For an administrator's call on accounts with an API key alone.
  static let keyOfAdmin = missingBearer.inProduction(
    "INSUFFICIENT_PERMISSION",
    detail: "Only authenticated requests can specify target_project_id.")

  static let invalidBearer = APIError(
    "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie "
      + "or other valid authentication credential. See "
      + "https://developers.google.com/identity/sign-in/web/devconsole-project.",
    httpStatus: 401, status: "UNAUTHENTICATED", googleReason: "authError",
    reason: "The bearer token grants nothing here. Send Authorization: Bearer owner, or a token "
      + "that begins with ya29., or none on a client's call.")

  /// - Parameter near: similar paths.
  package static func unknownPath(_ path: String, near: [String]) -> APIError {
    let hint = near.isEmpty ? "" : "did you mean \(near.joined(separator: " or "))? "
    let issuers =
      path.hasPrefix("/issuers")
      ? "GET /emulator/v1/issuers shows where each issuer's discovery is, and " : ""
    return APIError(
      "The path \(path) is not served here; \(hint)\(issuers)"
        + "GET /emulator/openapi.json lists every path.",
      httpStatus: 404, status: "NOT_FOUND", googleReason: "notFound")
  }

  package static func methodNotAllowed(_ method: String, allowed: [String]) -> APIError {
    APIError(
      "\(method) is not allowed here; use \(allowed.joined(separator: " or ")).",
      httpStatus: 405, status: "UNIMPLEMENTED", googleReason: "httpMethodNotAllowed")
  }

  /// For a text that is not in the format of its field.
  private init(_ flaw: FormatFlaw, at path: String) {
    var name = Self.protoPath(path)
    // Only production answers about formats, and its name of this field is another.
    if name.hasSuffix(".password_hash") { name.removeLast("_hash".count) }
    // The JSON form of a message, such as `Timestamp`, names the field.
    let field = flaw.type.contains("/") ? "Field '\(path.split(separator: ".").last ?? "")', " : ""
    self.init(
      "Invalid value at '\(name)' (\(flaw.type)), \(field)\(flaw.problem)",
      status: "INVALID_ARGUMENT", violations: [Violation(field: name)])
  }

  /// For two members of which a message may contain one.
  ///
  /// - Parameters:
  ///   - member: the second of them.
  ///   - document: the name of the document in errors; nil for the body itself.
  static func repeatedOneof(
    _ oneof: Oneof, _ member: String, in document: String? = nil
  ) -> APIError {
    let name = protoPath([document, oneof.parent].compactMap(\.self).joined(separator: "."))
    let location = name.isEmpty ? "" : " at '\(name)'"
    return APIError(
      "Invalid value\(location) (oneof), oneof field '\(oneof.group)' is already set. "
        + "Cannot set '\(member)'",
      status: "INVALID_ARGUMENT", violations: [Violation(field: name)])
  }

  /// For a member of a body that its message does not have.
  static func unknownField(_ field: UnknownField) -> APIError {
    unknownName(field, "Cannot find field.")
  }

  /// For a field of a query or form that the message does not have.
  static func unknownParameter(_ field: UnknownField) -> APIError {
    unknownName(
      field,
      "Cannot bind query parameter. Field '\(field.name)' could not be found in request message.")
  }

  private static func unknownName(_ field: UnknownField, _ problem: String) -> APIError {
    let parent = protoPath(field.parent)
    let location = parent.isEmpty ? "" : " at '\(parent)'"
    return APIError(
      "Invalid JSON payload received. Unknown name \"\(field.name)\"\(location): \(problem)",
      status: "INVALID_ARGUMENT", violations: [Violation(field: parent)])
  }

  /// For all mistakes of a body or query: production has a line and a violation of each.
  init(
    _ mistakes: [JSONMistake], unknown: (UnknownField) -> APIError = APIError.unknownField
  ) {
    let errors = mistakes.map { mistake in
      switch mistake {
      case .unknown(let field): unknown(field)
      case .unreadable(let error), .malformed(let error): APIError(error)
      }
    }
    self.init(
      errors.map(\.message).joined(separator: "\n"), status: "INVALID_ARGUMENT",
      googleReason: errors.first?.googleReason ?? "invalid",
      violations: errors.flatMap { error in
        error.violations.map { Violation(field: $0.field, description: error.message) }
      })
  }

  static let bodyIsNoObject = APIError(
    "Invalid JSON payload received. The body must be an object.", status: "INVALID_ARGUMENT",
    googleReason: "parseError", violations: [Violation(field: "")]
  ).inProduction(
    "Invalid JSON payload received. Unknown name \"\": Root element must be a message.",
    status: "INVALID_ARGUMENT")

  static func notImplemented(_ what: String) -> APIError {
    APIError(what, httpStatus: 501, status: "NOT_IMPLEMENTED", googleReason: "unimplemented")
  }

  package static func bodyTooLarge(limit: Int) -> APIError {
    APIError(
      "Request payload size exceeds the limit: \(limit) bytes.", httpStatus: 413,
      status: "INVALID_ARGUMENT", googleReason: "uploadTooLarge")
  }

  /// For bytes that the HTTP server cannot parse as a request.
  package static func unreadable(_ sentence: String, httpStatus: Int) -> APIError {
    APIError(
      sentence, httpStatus: httpStatus, status: "INVALID_ARGUMENT", googleReason: "badRequest")
  }

  package static func unavailable(_ message: String) -> APIError {
    APIError(message, httpStatus: 503, status: "UNAVAILABLE", googleReason: "backendError")
  }

  /// Creates the refusal of a fault.
  init(_ refusal: RouteRefusal) {
    switch refusal {
    case .error(let status, let message, _):
      // Classic errors have no canonical name.
      let name = status == .badRequest ? nil : status.canonicalName
      self.init(message, httpStatus: status.rawValue, status: name)
    case .rateLimit:
      self.init(
        "QUOTA_EXCEEDED", detail: "Exceeded quota.", httpStatus: 429, status: "RESOURCE_EXHAUSTED",
        googleReason: "rateLimitExceeded")
    case .unavailable(let reason): self = .unavailable(reason)
    }
  }

  static let internalError = APIError(
    "Internal error encountered. The emulator's log has the cause.", httpStatus: 500,
    status: "INTERNAL", googleReason: "internalError",
    reason:
      "The emulator failed. The decisions above and the log have the cause; please report it."
  )

  /// For a body that is not JSON, or a member of a wrong type.
  init(_ error: JSONError) {
    let path = error.path ?? ""
    let names = path.split(separator: ".")
    let parent = names.dropLast().joined(separator: ".")
    if let flaw = error.underlying as? FormatFlaw {
      self.init(flaw, at: path)
    } else if !path.isEmpty, error.found?.type == .array, error.expected != .array,
      !path.hasSuffix("]")
    {
      self = .unknownName(
        UnknownField(parent: parent, name: String(names.last ?? "")),
        "Proto field is not repeating, cannot start list.")
    } else if !path.isEmpty, error.found?.type == .object,
      ![.object, .array].contains(error.expected)
    {
      // The element of a list is named as the list.
      let name = Self.protoPath(String(names.last?.prefix { $0 != "[" } ?? ""))
      let field = Self.protoPath(parent)
      self.init(
        "Invalid value\(field.isEmpty ? "" : " at '\(field)'") (\(name)), "
          + "Starting an object on a scalar field",
        status: "INVALID_ARGUMENT", violations: [Violation(field: field)])
    } else if !path.isEmpty {
      let type =
        error.enumName ?? error.messageName ?? error.expected.map(Self.protoType) ?? "value"
      let name = Self.protoName(of: error.protoPath ?? path)
      self.init(
        "Invalid value at '\(name)' (\(type)), \(error.found?.serialized() ?? "null")",
        status: "INVALID_ARGUMENT", violations: [Violation(field: name)])
    } else {
      let text = "Invalid JSON payload received. "
      self = APIError(
        text + error.description, status: "INVALID_ARGUMENT", googleReason: "parseError"
      ).inProduction(
        text + (error.frontEndText ?? error.description), status: "INVALID_ARGUMENT",
        googleReason: "badRequest")
    }
  }

  static func mismatch(_ value: JSON, _ expected: JSONType, at path: String) -> APIError {
    var error = JSONError(.typeMismatch, "\(expected) is expected here")
    error.path = path
    error.expected = expected
    error.found = value
    return APIError(error)
  }

  /// Returns the path with the name of protocol buffers where it differs from JSON's.
  private static func protoName(of path: String) -> String {
    let start = path.lastIndex(of: ".").map(path.index(after:)) ?? path.startIndex
    return path[..<start] + (protoNames[String(path[start...])] ?? String(path[start...]))
  }

  private static let protoNames = ["request_type": "req_type"]

  /// Returns a path of JSON with the names of protocol buffers.
  private static func protoPath(_ path: String) -> String {
    var error = JSONError(.invalidValue, "")
    error.path = path
    return protoName(of: error.protoPath ?? path)
  }

  private static func protoType(_ type: JSONType) -> String {
    switch type {
    case .string: "TYPE_STRING"
    case .bool: "TYPE_BOOL"
    case .int64: "TYPE_INT64"
    case .int32, .integer: "TYPE_INT32"
    case .double, .number: "TYPE_DOUBLE"
    case .float: "TYPE_FLOAT"
    case .array: "a list"
    default: "a message"
    }
  }
}

extension JSONError {
  /// The enum's type for an unknown value, as `type.googleapis.com` names it.
  fileprivate var enumName: String? {
    var cause = underlying
    if case .dataCorrupted(let context)? = cause as? DecodingError {
      cause = context.underlyingError
    }
    return (cause as? UnknownEnumCase).map { "type.googleapis.com/" + $0.protoName }
  }
}
