internal import EmuHTTP
internal import EmuJSON
internal import EmuStore
internal import EmuThread

/// A refusal of the control API, in Google's envelope; the message names the next step.
struct ControlError: Error, Sendable {
  var httpStatus: Status
  /// One of Google's canonical codes.
  var status: String
  var message: String

  init(_ httpStatus: Status, _ status: String, _ message: String) {
    self.httpStatus = httpStatus
    self.status = status
    self.message = message
  }

  static func invalid(_ message: String) -> ControlError {
    ControlError(.badRequest, "INVALID_ARGUMENT", message)
  }

  static func notFound(_ message: String) -> ControlError {
    ControlError(.notFound, "NOT_FOUND", message)
  }

  static func originNotAllowed(_ origin: String) -> ControlError {
    ControlError(
      .forbidden, "PERMISSION_DENIED",
      "Control calls are refused from the web origin \(origin). Start the emulator with "
        + "--allowed-origin \(origin) to let this page make them.")
  }
}

extension ControlError {
  /// The refusal that an error becomes.
  init(translating error: any Error) {
    switch error {
    case let error as ControlError: self = error
    case let error as JSONError: self = .invalid("The body cannot be used: \(error.description)")
    case let error as SeedError: self = .invalid(error.description)
    case let error as StoreError where error.isUnavailable:
      self.init(.serviceUnavailable, "UNAVAILABLE", error.message)
    case let error as WorkerPool.Refusal:
      self.init(.serviceUnavailable, "UNAVAILABLE", error.message)
    default:
      self.init(
        .internalServerError, "INTERNAL",
        "The emulator failed; please report this with the words that follow. \(error)")
    }
  }

  /// Shape: `{"error":{"code":400,"message":"…","status":"INVALID_ARGUMENT"}}`.
  var response: Response {
    let body: JSON = [
      "error": [
        "code": .int(Int64(httpStatus.rawValue)), "message": .string(message),
        "status": .string(status),
      ]
    ]
    var response = Response.json(body.serializedBytes(), status: httpStatus)
    response.annotations = Annotations(decisions: [
      Annotations.Note(rule: "refusal", outcome: "refused", because: message)
    ])
    return response
  }
}
