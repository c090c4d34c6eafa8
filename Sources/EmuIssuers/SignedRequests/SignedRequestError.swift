internal import EmuHTTP
internal import EmuJSON

/// A refusal of Twitter's interface of version 1.1.
///
/// Shape: `{"errors":[{"code":32,"message":"Could not authenticate you."}]}`
struct SignedRequestError: AnsweringError {
  let status: Status
  let code: Int
  let message: String
  let because: String?

  init(_ status: Status, code: Int, message: String, because: String) {
    self.status = status
    self.code = code
    self.message = message
    self.because = because
  }

  /// A signature that is wrong, or a client that is not registered.
  static func unauthenticated(_ because: String) -> SignedRequestError {
    SignedRequestError(
      .unauthorized, code: 32, message: "Could not authenticate you.", because: because)
  }

  /// A request whose parameters are incomplete.
  static func bad(_ because: String) -> SignedRequestError {
    SignedRequestError(
      .badRequest, code: 215, message: "Bad Authentication data.", because: because)
  }

  /// A token that is unknown, spent, or too old.
  static func deadToken(_ because: String) -> SignedRequestError {
    SignedRequestError(
      .unauthorized, code: 89, message: "Invalid or expired token.", because: because)
  }

  var response: Response {
    let body: JSON = [
      "errors": [["code": .int(Int64(code)), "message": .string(message)]]
    ]
    return .uncached(.json(body.serializedBytes(), status: status))
  }
}
