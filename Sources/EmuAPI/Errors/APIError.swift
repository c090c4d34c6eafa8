/// A refusal in Google's form.
///
/// `message` on the wire is the bare code, or `CODE : detail` where production sends a detail:
/// clients compare it by equality or split it at the first ` : `.
package struct APIError: Error, Sendable {
  /// The server code, such as `EMAIL_EXISTS`; for transport errors the sentence that Google sends.
  package let code: String
  package var detail: String?
  /// The HTTP status.
  package var httpStatus: Int
  /// Google's canonical code; absent on classic Identity Toolkit errors.
  package var status: String?
  package var reason: String

  package init(
    _ code: String, detail: String? = nil, httpStatus: Int = 400, status: String? = nil,
    reason: String = "invalid"
  ) {
    self.code = code
    self.detail = detail
    self.httpStatus = httpStatus
    self.status = status
    self.reason = reason
  }

  /// What goes over the wire.
  package var message: String { detail.map { "\(code) : \($0)" } ?? code }
}

extension APIError: Equatable {
  /// Errors differ by their code; details are for people.
  package static func == (left: APIError, right: APIError) -> Bool { left.code == right.code }
}
