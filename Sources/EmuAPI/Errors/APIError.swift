/// A refusal in Google's form.
///
/// `message` on the wire is the bare code, or `CODE : detail` with a detail: clients compare it by
/// equality or split it at the first ` : `. If production has another text than the official
/// emulator, the error contains both.
package struct APIError: Error, Sendable {
  /// The server code, such as `EMAIL_EXISTS`; for transport errors Google's sentence.
  package let code: String
  package var detail: String?
  package var httpStatus: Int
  /// Google's canonical code; absent on classic Identity Toolkit errors.
  package var status: String?
  package var googleReason: String
  /// The invalid parts of the body, as `google.rpc.BadRequest` names them.
  package var violations: [Violation]
  /// The emulator's reason, if it says more than the code.
  package var reason: String?
  /// Production's version of the refusal, if it differs. A list, because a value cannot contain itself.
  private var production: [APIError] = []

  package struct Violation: Sendable {
    /// The path of the member; empty for the body itself.
    package var field: String
    /// Nil for the message of the error.
    package var description: String?
  }

  package init(
    _ code: String, detail: String? = nil, httpStatus: Int = 400, status: String? = nil,
    googleReason: String = "invalid", reason: String? = nil, violations: [Violation] = []
  ) {
    self.code = code
    self.detail = detail
    self.httpStatus = httpStatus
    self.status = status
    self.googleReason = googleReason
    self.reason = reason
    self.violations = violations
  }

  /// The message on the wire.
  package var message: String { detail.map { "\(code) : \($0)" } ?? code }

  /// Returns the same refusal with a detail.
  package func callAsFunction(_ detail: String) -> APIError {
    var error = self
    error.detail = detail
    return error
  }

  /// Returns the same refusal with another code or detail in production.
  package func inProduction(
    _ code: String? = nil, detail: String? = nil, httpStatus: Int = 400, status: String? = nil,
    googleReason: String = "invalid"
  ) -> APIError {
    var error = self
    error.production = [
      APIError(
        code ?? self.code, detail: detail, httpStatus: httpStatus, status: status,
        googleReason: googleReason)
    ]
    return error
  }

  package var ofProduction: APIError {
    guard var error = production.first else { return self }
    error.reason = reason
    error.violations = violations
    return error
  }
}

extension APIError: Equatable {
  /// Errors are compared by their code; details are for people.
  package static func == (left: APIError, right: APIError) -> Bool { left.code == right.code }
}
