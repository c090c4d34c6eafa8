internal import EmuHTTP
internal import EmuJSON

/// An error of Twitter's API version 1.1.
///
/// Format: `{"errors":[{"code":32,"message":"Could not authenticate you."}]}`
struct SignedRequestError: AnsweringError {
  let status: Status
  let code: Int
  let message: String
  let reason: String?

  /// Returns the error of a wrong signature or an unregistered client.
  static func unauthenticated(_ reason: String) -> SignedRequestError {
    SignedRequestError(
      status: .unauthorized, code: 32, message: "Could not authenticate you.", reason: reason)
  }

  /// Returns the error of incomplete parameters.
  static func bad(_ reason: String) -> SignedRequestError {
    SignedRequestError(
      status: .badRequest, code: 215, message: "Bad Authentication data.", reason: reason)
  }

  /// Returns the error of an unknown, used or expired token.
  static func deadToken(_ reason: String) -> SignedRequestError {
    SignedRequestError(
      status: .unauthorized, code: 89, message: "Invalid or expired token.", reason: reason)
  }

  var response: Response {
    return .uncached(
      [
        "errors": [["code": .int(Int64(code)), "message": .string(message)]]
      ], status: status)
  }
}
