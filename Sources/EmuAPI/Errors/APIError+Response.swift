internal import EmuControlCalls
package import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// The form of a refusal: the official emulator has one for every call of Google's API, production
/// two.
package enum ErrorForm: Sendable {
  case official
  /// For calls of v1 and v3, with a list of errors.
  case classic
  /// For calls of v2 and the token endpoint, with a canonical status and no list.
  case canonical
  /// For our own control calls: the canonical one, with a sentence beside a mere code.
  case control

  init(_ profile: Profile, production form: ErrorForm) {
    self = profile == .compatible && form != .control ? .official : form
  }
}

extension APIError {
  /// The refusal as Google's error envelope, in the official emulator's form.
  package var response: Response { response(as: .official) }

  /// Returns the response of an error, and compares it with production's.
  static func response(
    to error: any Error, as form: ErrorForm, _ explanation: Explanation
  ) -> Response {
    let error = APIError(translating: error, explanation: explanation)
    let sent = form == .official ? error : error.ofProduction
    explanation.compare(refusal: sent.code, withProduction: error.ofProduction.code)
    return error.response(as: form)
  }

  package func response(as form: ErrorForm) -> Response {
    var error = form == .official ? self : ofProduction
    if form == .control { error.detail = error.detail ?? RefusalReason.sentences[error.code] }
    // The envelope is texts and one number, so the encoding cannot fail.
    let body = (try? JSONEncoding.encode(ErrorEnvelope(error: error.body(as: form)))) ?? []
    var response = Response.json(body, status: Status(rawValue: error.httpStatus))
    if error.httpStatus == 401 { response.headers.add("WWW-Authenticate", "Bearer") }
    return response
  }

  private func body(as form: ErrorForm) -> ErrorEnvelope.Body {
    let canonical = Status(rawValue: httpStatus).canonicalName
    var item = ErrorEnvelope.Item(message: message, reason: googleReason)
    var body = ErrorEnvelope.Body(code: httpStatus, message: message, status: status)
    if form == .classic || form == .canonical, !violations.isEmpty {
      item.domain = nil
      body.details = [
        ErrorEnvelope.Detail(
          fieldViolations: violations.map { violation in
            .init(
              field: violation.field.isEmpty ? nil : violation.field,
              description: violation.description ?? message)
          })
      ]
    }
    if form == .canonical || form == .control {
      body.status = status ?? canonical
    } else {
      body.errors = [item]
    }
    return body
  }
}
