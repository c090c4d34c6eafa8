internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

struct RequestPage: Codable {
  var requests: [RequestReport]
}

struct RequestReport: Codable {
  var id: String
  /// The position since the start, from 1.
  var number: Int
  /// RFC 3339.
  var time: String
  var operation: String?
  var project: String?
  /// True for a request of an app or a server: not of an emulator's tool, and not to the emulator
  /// itself.
  var isOfApp: Bool
  /// The header that names the SDK, such as `iOS/FirebaseSDK/11.0.0/FirebaseCore-iOS`, else `User-Agent`.
  var client: String?
  /// `refused` for a refusal, also in an answer of 200; `warned` where a rule only warns.
  var outcome: Outcome
  /// The code of a refusal, such as `EMAIL_EXISTS`; `needConfirmation` where an answer has it.
  var code: String?
  /// The user that the bodies name; absent without any.
  var user: User?
  /// The provider that the bodies name.
  var providerId: String?
  /// The session that the bodies name, as `uid@auth_time`.
  var session: String?
  /// True where passwords or tokens are hidden; `?secrets=true` of the request shows them.
  var masked: Bool?
  /// True where the body of the request is cut in the log, so that no copy can send it again.
  var truncated: Bool?
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
  /// The error of a refusal in each SDK for apps: `ios`, `android`, `web`, `cpp`, `flutter`.
  @SortedMap var errors: [String: String]?

  struct HeaderReport: Codable {
    var name: String
    var value: String
  }

  enum Outcome: String, NamedChoice {
    case succeeded, warned, refused
  }

  /// A user of a project; the address and the number also where no user was found.
  struct User: Codable, Equatable {
    var localId: String?
    var email: String?
    var phoneNumber: String?
  }

  struct DecisionReport: Codable {
    var rule: String
    var outcome: String
    /// A sentence.
    var reason: String
    /// The user that the reason names.
    var localId: String?
    /// The provider that the reason names.
    var providerId: String?
    /// The method of a complete sign-in, such as `password`.
    var method: String?
  }

  /// - Parameter bodies: true for headers and bodies; without them it has the message of a refusal.
  init(_ entry: LoggedRequest, showsSecrets: Bool, bodies: Bool = true) {
    let shown = ShownRequest(entry, showsSecrets: showsSecrets)
    let parties = RequestParties(entry, headers: shown.headers)
    id = entry.id
    number = Int(entry.number) + 1
    time = entry.time.rfc3339
    operation = entry.annotations.operation
    project = entry.annotations.project
    isOfApp = entry.isOfApp
    client = parties.client
    outcome = entry.outcome
    code = entry.outcome == .refused ? shown.response.code : nil
    user = parties.user == User() ? nil : parties.user
    providerId = parties.providerID
    session = parties.session
    masked = shown.isMasked ? true : nil
    truncated = shown.request.isCut ? true : nil
    status = entry.status.rawValue
    latencyMicroseconds = entry.latencyMicroseconds
    method = entry.request.method.rawValue
    path = shown.target
    if bodies {
      headers = shown.headers.map { HeaderReport(name: $0.name, value: $0.value) }
      request = shown.request.document
      response = shown.response.document
    } else if entry.isError {
      error = shown.response.refusal
    }
    unknownFields = shown.annotations.unknownFields
    decisions = shown.annotations.decisions.map { note in
      DecisionReport(
        rule: note.rule.text, outcome: note.outcome.rawValue, reason: note.reason.text,
        localId: note.reason.user, providerId: note.reason.provider, method: note.reason.method)
    }
    let cause = entry.cause(among: shown.annotations.decisions)
    var advice = Advice.on(cause, code: code)
    if code == "needConfirmation" {
      let methods = (shown.response.document?["verifiedProvider"]?.array ?? []).compactMap(\.string)
      advice.insert(Advice.linking(user?.email, methods), at: 0)
    }
    self.advice = advice.isEmpty ? nil : advice
    scenario =
      cause.flatMap { Advice.scenarios[$0.rule.text] } ?? code.flatMap { Advice.scenarios[$0] }
    // Administrators and services have other SDKs.
    guard isOfApp, entry.request.headers["Authorization"] == nil, let code else { return }
    errors =
      scenario.flatMap { try? ScenarioCatalogue.scenario($0).errors } ?? SDKError.names(of: code)
  }
}
