/// A refusal in Google's form.
///
/// `message` on the wire is the bare code, or `CODE : detail` where a detail is sent: clients compare it
/// by equality or split it at the first ` : `. Where production words a refusal otherwise than the
/// official emulator, the error carries both.
package struct APIError: Error, Sendable {
  /// The server code, such as `EMAIL_EXISTS`; for transport errors the sentence that Google sends.
  package let code: String
  package var detail: String?
  /// The HTTP status.
  package var httpStatus: Int
  /// Google's canonical code; absent on classic Identity Toolkit errors.
  package var status: String?
  package var reason: String
  /// The member of the body that is wrong, as `google.rpc.BadRequest` names it.
  package var violation: String?
  /// What is wrong, in the emulator's own words, where there is more to say than the code says.
  package var because: String?
  /// What production sends instead.
  private var production: Wording?

  private struct Wording: Sendable {
    var code: String
    var detail: String?
    var httpStatus: Int
    var status: String?
    var reason: String
  }

  package init(
    _ code: String, detail: String? = nil, httpStatus: Int = 400, status: String? = nil,
    reason: String = "invalid", because: String? = nil
  ) {
    self.code = code
    self.detail = detail
    self.httpStatus = httpStatus
    self.status = status
    self.reason = reason
    self.because = because
  }

  /// What goes over the wire.
  package var message: String { detail.map { "\(code) : \($0)" } ?? code }

  /// The same refusal, which production sends with another code or detail.
  package func inProduction(
    _ code: String? = nil, detail: String? = nil, httpStatus: Int = 400, status: String? = nil,
    reason: String = "invalid"
  ) -> APIError {
    var error = self
    error.production = Wording(
      code: code ?? self.code, detail: detail, httpStatus: httpStatus, status: status,
      reason: reason)
    return error
  }

  /// The refusal as production sends it.
  package var ofProduction: APIError {
    guard let production else { return self }
    var error = APIError(
      production.code, detail: production.detail, httpStatus: production.httpStatus,
      status: production.status, reason: production.reason, because: because)
    error.violation = violation
    return error
  }
}

extension APIError: Equatable {
  /// Errors differ by their code; details are for people.
  package static func == (left: APIError, right: APIError) -> Bool { left.code == right.code }
}
