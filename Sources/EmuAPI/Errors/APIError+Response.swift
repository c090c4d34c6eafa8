package import EmuHTTP
internal import EmuJSON
internal import EmuWire

extension APIError {
  /// The refusal as Google's error envelope.
  package var response: Response {
    let envelope = ErrorEnvelope(
      error: ErrorEnvelope.Body(
        code: httpStatus, message: message, status: status,
        errors: [ErrorEnvelope.Item(message: message, reason: reason)]))
    // The envelope is texts and one number: encoding it cannot fail.
    let body = (try? JSONEncoding.encode(envelope)) ?? []
    var response = Response.json(body, status: Status(rawValue: httpStatus))
    if httpStatus == 401 { response.headers.add("WWW-Authenticate", "Bearer") }
    return response
  }
}
