internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

/// A refusal in Microsoft's form, with an AADSTS number.
struct MicrosoftError: AnsweringError {
  var row: AADSTS
  /// An `error` other than the row's: some numbers have several.
  var error: String?
  var values: [String: String]
  var reason: String?
  /// The ids of the request, once known.
  var trace: MicrosoftTrace?

  init(
    _ number: Int, error: String? = nil, _ values: [String: String] = [:], reason: String? = nil
  ) {
    row = AADSTS.of(number)
    self.error = error
    self.values = values
    self.reason = reason
  }

  /// `AADSTS90002: Tenant 'x' not found.`
  var text: String {
    values.reduce("AADSTS\(row.number): \(row.text)") { text, value in
      text.replacing("{\(value.key)}", with: value.value)
    }
  }

  /// The complete `error_description`.
  var description: String { text + (trace.map { "\r\n\($0.lines)" } ?? "") }

  static func link(_ number: Int) -> String {
    "https://login.microsoftonline.com/error?code=\(number)"
  }

  var response: Response {
    var body: JSONObject = [
      "error": .string(error ?? row.error), "error_description": .string(description),
      "error_codes": [.int(Int64(row.number))],
    ]
    if let trace {
      body["timestamp"] = .string(trace.timestamp)
      body["trace_id"] = .string(trace.id)
      body["correlation_id"] = .string(trace.correlation)
    }
    body["error_uri"] = .string(Self.link(row.number))
    body.setText("suberror", row.suberror)
    if row.hasClaims {
      body["claims"] = #"{"access_token":{"capolids":{"essential":true,"values":["c1"]}}}"#
    }
    return .uncached(body, status: row.status)
  }
}

/// The ids of a request in Microsoft's logs.
struct MicrosoftTrace: Sendable {
  let id: String
  /// The correlation id that the client sent, or a generated one.
  let correlation: String
  /// `2026-01-31 12:00:00Z`
  let timestamp: String

  init(_ call: IssuerCall) {
    id = call.services.ids.uuid()
    let sent =
      call.request.headers["client-request-id"] ?? call.request.query.first("client-request-id")
    correlation =
      sent.flatMap { MicrosoftTenant.isGUID($0) ? $0 : nil } ?? call.services.ids.uuid()
    timestamp = call.now.rfc3339.prefix(19).replacing("T", with: " ") + "Z"
  }

  var lines: String {
    "Trace ID: \(id)\r\nCorrelation ID: \(correlation)\r\nTimestamp: \(timestamp)"
  }
}
