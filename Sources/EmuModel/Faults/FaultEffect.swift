package import EmuJSON

extension Fault {
  /// The effects; several may be combined. `POST faults` and the table of faults write this type.
  package struct Effect: Sendable, Hashable, Codable {
    /// The name of the defect in the ID token or the response.
    package var defect: String?
    /// The offset of the times in an ID token from the emulator's clock, in seconds.
    package var timeOffsetSeconds: Int64?
    package var error: Failure?
    /// The HTTP status of a response without `error`.
    package var status: Int?
    /// The body that replaces that of the response: a text, or JSON that is sent unchanged.
    package var body: JSON?
    package var contentType: String?
    package var delayMilliseconds: Int64?
    /// True when only half of the body is sent, as a complete response.
    package var malformed: Bool?
    /// True when the connection is closed after half of the body.
    package var truncated: Bool?
    /// True when the connection is closed without a response.
    package var drop: Bool?
    package var rateLimit: RateLimit?

    package init() {}
  }
}

extension Fault.Effect {
  /// True when the request gets a response without being executed.
  package var replacesAnswer: Bool {
    error != nil || status != nil || body != nil || drop == true || rateLimit != nil
  }
}

/// The description of each member of ``Fault/Effect``, for the command line and the console as well.
package enum FaultEffect: String, CaseIterable, Sendable {
  case status, error, body, contentType, delayMilliseconds, rateLimit, drop, malformed, truncated
  case defect, timeOffsetSeconds

  private var row: (about: String, example: String) {
    switch self {
    case .status: ("answers with an HTTP status, without a body unless one is set", "503")
    case .error:
      (
        "answers with an error in the form of the endpoint",
        #"{"code": 400, "message": "INTERNAL_ERROR"}"#
      )
    case .body: ("answers with a body: a text, or JSON", "{}")
    case .contentType: ("answers with another content type", #""text/html""#)
    case .delayMilliseconds: ("answers later", "3000")
    case .rateLimit: ("answers 429 with Retry-After", #"{"retryAfterSeconds": 60}"#)
    case .drop: ("closes the connection without an answer", "true")
    case .malformed: ("answers with what cannot be parsed", "true")
    case .truncated: ("cuts the answer and the connection", "true")
    case .defect: ("makes the issuer's tokens or answers wrong: expired, …", #""expired""#)
    case .timeOffsetSeconds: ("shifts the times of the issuer's tokens", "3600")
    }
  }

  /// The effect, as a sentence without its subject.
  package var about: String { row.about }

  /// A valid value, as JSON.
  package var example: String { row.example }

  /// True for an effect on issuers' tokens, false for one on any response.
  package var isOfTokens: Bool { self == .defect || self == .timeOffsetSeconds }

  /// Every name, for the error message about an empty effect.
  package static let names = allCases.map(\.rawValue).joined(separator: ", ")
}
