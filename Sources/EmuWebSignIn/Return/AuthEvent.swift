internal import EmuJSON

/// The event that the Web SDK receives at the end of a visit.
///
/// Format: `{type, eventId, urlResponse, sessionId, postBody, tenantId, error}`; absent values are
/// null.
enum AuthEvent {
  static func json(_ visit: Visit, _ outcome: WebSignInResult) -> JSON {
    var event: JSONObject = [
      "type": .string(visit.authType.rawValue),
      "eventId": text(visit.eventID), "urlResponse": .null, "sessionId": .null, "postBody": .null,
      "tenantId": text(visit.tenantID), "error": .null,
    ]
    switch outcome {
    case .answer(let address, let sessionID):
      event["urlResponse"] = .string(address)
      event["sessionId"] = .string(sessionID)
    case .verified(let token): event["urlResponse"] = .string(token)
    case .failed(let error): event["error"] = error.json
    }
    return .object(event)
  }

  private static func text(_ value: String?) -> JSON { value.map(JSON.string) ?? .null }
}
