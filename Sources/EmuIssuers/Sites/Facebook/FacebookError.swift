internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// An error of Facebook's Graph API.
///
/// Format: `{"error":{"message":"…","type":"OAuthException","code":190,"error_subcode":463,
/// "fbtrace_id":"…"}}`, always with status 400.
struct FacebookError: AnsweringError {
  let message: String
  let code: Int
  let subcode: Int?
  let reason: String?

  init(_ message: String, code: Int, subcode: Int? = nil, reason: String) {
    self.message = message
    self.code = code
    self.subcode = subcode
    self.reason = reason
  }

  /// Creates the error of a token endpoint's refusal.
  init(_ error: OAuthError) {
    let subcode: Int? =
      switch error.problem {
      case .code(.expired), .code(.consentRevoked): 36007
      case .code(.otherClient(_)), .code(.redirectMismatch(_)): 36008
      case .code(.alreadyUsed): 36009
      default: nil
      }
    self.init(
      error.description ?? error.reason ?? error.code.name,
      code: error.code.name == OAuthError.Code.invalidClient.name ? 1 : 100, subcode: subcode,
      reason: error.reason ?? "")
  }

  var json: JSONObject {
    var error: JSONObject = [
      "message": .string(message), "type": "OAuthException", "code": .int(Int64(code)),
    ]
    if let subcode { error["error_subcode"] = .int(Int64(subcode)) }
    return error
  }

  var response: Response {
    var error = json
    error["fbtrace_id"] = "AuthEmulator"
    var response = Response.uncached(["error": .object(error)], status: .badRequest)
    response.headers["WWW-Authenticate"] =
      "OAuth \"Facebook Platform\" \"invalid_request\" \"\(message.replacing("\"", with: "'"))\""
    return response
  }
}
