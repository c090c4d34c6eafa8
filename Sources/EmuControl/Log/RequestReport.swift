internal import EmuJSON

/// The response of `requests`.
struct RequestPage: Decodable {
  var requests: [RequestReport]
}

/// A request in the format of the log, see ``LoggedRequest/document(showsSecrets:)``.
struct RequestReport: Decodable {
  var id: String
  /// RFC 3339.
  var time: String
  var operation: String?
  var project: String?
  /// True for a request of an app or a server: not of an emulator's tool, and not of the control
  /// API.
  var isOfApp: Bool
  /// True if passwords or tokens are masked; `?secrets=true` of the request shows them.
  var masked: Bool?
  var status: Int
  var latencyMicroseconds: Int64
  var method: String
  var path: String
  /// The body: JSON if it is short JSON, otherwise text.
  var request: JSON?
  var response: JSON?
  /// The message of a refusal, if bodies are excluded.
  var error: String?
  var unknownFields: [String]
  var decisions: [DecisionReport]

  struct DecisionReport: Decodable {
    var rule: String
    var outcome: String
    var because: String
  }
}
