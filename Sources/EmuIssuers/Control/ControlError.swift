internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// Why a control call is refused, in a sentence that names the next step.
struct ControlError: AnsweringError {
  /// What kind of refusal it is; open, so compare with the members below.
  struct Code: Sendable, Hashable {
    let status: Status
    /// Google's canonical name.
    let name: String

    static let invalidArgument = Code(status: .badRequest, name: "INVALID_ARGUMENT")
    static let forbidden = Code(status: .forbidden, name: "PERMISSION_DENIED")
    static let notFound = Code(status: .notFound, name: "NOT_FOUND")
    static let alreadyExists = Code(status: .conflict, name: "ALREADY_EXISTS")
    static let unavailable = Code(status: .serviceUnavailable, name: "UNAVAILABLE")
    static let fault = Code(status: .internalServerError, name: "INTERNAL")
  }

  let code: Code
  let message: String
  let because: String?

  init(_ code: Code, _ message: String, because: String? = nil) {
    self.code = code
    self.message = message
    self.because = because ?? message
  }

  /// - Parameter path: where the document stands in the body, such as `account.`.
  init(_ error: DocumentError, at path: String = "") {
    self.init(.invalidArgument, "\(path)\(error.field): \(error.message).")
  }

  /// Refuses a text that is no plain line, see ``PlainText``.
  static func check(_ text: String?, _ field: String, limit: Int) throws(ControlError) {
    guard let text, let problem = PlainText.problem(with: text, limit: limit) else { return }
    throw ControlError(.invalidArgument, "\(field): \(problem).")
  }

  /// A fault of the emulator's own.
  static func fault(because: String) -> ControlError {
    ControlError(
      .fault, "Internal error encountered. The emulator's log has the cause.", because: because)
  }

  /// `{"error":{"code":400,"message":"…","status":"INVALID_ARGUMENT"}}`
  var response: Response {
    let body: JSON = [
      "error": [
        "code": .int(Int64(code.status.rawValue)), "message": .string(message),
        "status": .string(code.name),
      ]
    ]
    return .json(body.serializedBytes(), status: code.status)
  }
}
