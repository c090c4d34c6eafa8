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
  /// The header that names the SDK, such as `iOS/FirebaseSDK/11.0.0/FirebaseCore-iOS`, else `User-Agent`.
  var client: String?
  /// The user, provider and session that the bodies name; a session is `uid@auth_time`.
  var localId: String?
  /// The address and number that the bodies name, also where no user was found.
  var email: String?
  var phoneNumber: String?
  var providerId: String?
  var session: String?
  /// True where passwords or tokens are hidden; `?secrets=true` of the request shows them.
  var masked: Bool?
  var status: Int
  var latencyMicroseconds: Int64
  var method: String
  var path: String
  /// Absent where the bodies are omitted.
  var headers: [HeaderReport]?
  /// Bodies: JSON where they are short JSON, else text.
  var request: JSON?
  var response: JSON?
  /// The message of a refusal, if bodies are excluded.
  var error: String?
  var unknownFields: [String]
  var decisions: [DecisionReport]
  /// The changes after which a refused or warned request gets another answer.
  var advice: [Advice]?
  /// A scenario with the same refusal.
  var scenario: String?

  struct HeaderReport: Decodable {
    var name: String
    var value: String
  }

  struct DecisionReport: Decodable {
    var rule: String
    var outcome: String
    var because: String
  }
}
