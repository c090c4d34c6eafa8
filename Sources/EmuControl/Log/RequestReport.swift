internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// The response of `requests`.
struct RequestPage: Codable {
  var requests: [RequestReport]
}

/// A request in the format of the log.
struct RequestReport: Codable {
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

  struct HeaderReport: Codable {
    var name: String
    var value: String
  }

  struct DecisionReport: Codable {
    var rule: String
    var outcome: String
    var because: String
  }
}

extension RequestReport {
  /// - Parameter bodies: true for headers and bodies; without them it has the message of a refusal.
  init(_ entry: LoggedRequest, showsSecrets: Bool, bodies: Bool = true) {
    let shown = ShownRequest(entry, showsSecrets: showsSecrets)
    let parties = RequestParties(entry, headers: shown.headers)
    let isRefused = entry.status.rawValue >= 400
    id = entry.id
    time = entry.time.rfc3339
    operation = entry.annotations.operation
    project = entry.annotations.project
    isOfApp = entry.isOfApp
    client = parties.client
    localId = parties.localID
    email = parties.email
    phoneNumber = parties.phoneNumber
    providerId = parties.providerID
    session = parties.session
    masked = shown.isMasked ? true : nil
    status = entry.status.rawValue
    latencyMicroseconds = entry.latencyMicroseconds
    method = entry.request.method.rawValue
    path = shown.target
    if bodies {
      headers = shown.headers.map { HeaderReport(name: $0.name, value: $0.value) }
      request = shown.request.document
      response = shown.response.document
    } else if isRefused {
      error = shown.response.refusal
    }
    unknownFields = shown.annotations.unknownFields
    decisions = shown.annotations.decisions.map { note in
      DecisionReport(rule: note.rule, outcome: note.outcome, because: note.reason)
    }
    let cause = entry.cause(among: shown.annotations.decisions)
    // `CODE`, or `CODE : detail`.
    let code = isRefused ? shown.response.refusal?.prefix { $0 != " " } : nil
    let advice = Advice.on(cause, code: code.map(String.init))
    self.advice = advice.isEmpty ? nil : advice
    scenario =
      cause.flatMap { Advice.scenarios[$0.rule] } ?? code.flatMap { Advice.scenarios[String($0)] }
  }
}
