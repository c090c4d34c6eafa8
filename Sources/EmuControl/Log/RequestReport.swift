internal import EmuJSON

/// The answer of `requests`.
struct RequestPage: Decodable {
  var requests: [RequestReport]
}

/// One request as the log shows it, see ``LoggedRequest/document(showsSecrets:)``.
struct RequestReport: Decodable {
  var id: String
  /// RFC 3339.
  var time: String
  var operation: String?
  var project: String?
  /// Whether the app made it, or a server: no tool of the emulator, and no call of the control API.
  var isOfApp: Bool
  /// True where passwords or tokens are hidden; `?secrets=true` of the request shows them.
  var masked: Bool?
  var status: Int
  var latencyMicroseconds: Int64
  var method: String
  var path: String
  /// Bodies: JSON where they are short JSON, else text.
  var request: JSON?
  var response: JSON?
  /// The message of a refusal, where the bodies are left out.
  var error: String?
  var unknownFields: [String]
  var decisions: [DecisionReport]

  struct DecisionReport: Decodable {
    var rule: String
    var outcome: String
    var because: String
  }
}
