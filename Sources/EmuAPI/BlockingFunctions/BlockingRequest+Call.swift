internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuOutbound
internal import EmuStore

/// The call of a blocking function: `{"data":{"jwt":…}}`, posted to the function's address.
extension BlockingRequest {
  /// The lifetime of the event's token in seconds, as on the official emulator.
  private static let tokenLifetime: Int64 = 600

  /// The limit of a function's response in bytes.
  private static let responseLimit = 64 << 10

  /// - Throws: an error if the signing key cannot be generated.
  fileprivate func outboundRequest(
    to url: String, in context: OperationContext
  ) throws -> OutboundRequest {
    let claims = JSON.object(try token(for: url, in: context)).serializedBytes()
    let jwt = try context.signed(claims: claims).text()
    let body: JSON = ["data": ["jwt": .string(jwt)]]
    var outbound = OutboundRequest(
      .post, url, headers: ["Content-Type": "application/json"], body: body.serializedBytes())
    outbound.timeout = context.services.functionTimeLimit
    outbound.connectTimeout = outbound.timeout
    outbound.maximumResponseBytes = Self.responseLimit
    return outbound
  }

  private func token(for url: String, in context: OperationContext) throws -> JSONObject {
    var token: JSONObject = [
      "iss": .string("https://securetoken.google.com/" + context.project.id),
      "aud": .string(url), "iat": .int(context.now.seconds),
      "exp": .int(context.now.seconds + Self.tokenLifetime),
      "event_id": .string(context.services.ids.urlSafe(22)),
      "event_type": .string(event.rawValue),
    ]
    for claim in claims { token[claim.key] = claim.value }
    if let idToken { token["oauth_id_token"] = .string(try idToken.text()) }
    return token
  }
}

extension OperationContext {
  /// Returns the response of the project's function for an event, or of a fault in its place; nil
  /// without both.
  ///
  /// - Throws: `CallOut` if the function must be called first; `BLOCKING_FUNCTION_ERROR_RESPONSE`
  ///   if it rejects or fails; `CAPTCHA_CHECK_FAILED` if it overrides the reCAPTCHA verdict with
  ///   `BLOCK`.
  func callFunction(
    for event: BlockingEvent, _ request: @autoclosure () -> BlockingRequest
  ) throws -> BlockingResponse? {
    let url = project.blockingFunctions.url(of: event)
    let hasFaults = services.store.hasFaults
    guard url != nil || hasFaults else { return nil }
    let request = request()
    if hasFaults, let fault = fault(for: event, request) {
      return try response(
        fault.functionAnswer, to: event,
        from: "The fault \(fault.id), in place of the function for \(event.rawValue),")
    }
    guard let url else { return nil }
    let key = CallOut.Key(name: event.rawValue, subject: request.subject)
    let answer = try answer(to: key) { try request.outboundRequest(to: url, in: self) }
    return try response(answer, to: event, from: "The function at \(url)")
  }

  /// - Parameter function: the function, as the subject of a sentence.
  private func response(
    _ answer: CallOut.Answer, to event: BlockingEvent, from function: String
  ) throws(APIError) -> BlockingResponse {
    do throws(APIError) {
      let response = try BlockingResponse(answer, to: event, rules)
      explain(.function(event), .chose, "\(function) \(response.summary).")
      // The verdict has no effect on e-mails.
      guard response.recaptchaOverride != .block || event == .beforeSendEmail else {
        throw APIError("CAPTCHA_CHECK_FAILED")
      }
      return response
    } catch {
      let message = error.message.hasSuffix(".") ? error.message : error.message + "."
      throw refused(.function(event), "\(function) ends this with \(message)", as: error)
    }
  }
}
