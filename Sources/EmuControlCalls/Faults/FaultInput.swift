internal import EmuJSON

/// The body of `POST faults` and of `POST issuers/{id}/faults`.
package struct FaultInput: Decodable, Sendable {
  var match: Match?
  var effect: Effect
  /// How often it happens; without a limit if absent.
  var times: Int64?
  /// How likely it is where it is met; certain if absent.
  var probability: Double?
  /// What the outcomes of the probability are made of; random if absent.
  var seed: Int64?
  /// Of the emulator's clock.
  var expiresInSeconds: Int64?

  /// What the fault concerns; an absent field excludes nothing.
  package struct Match: Decodable, Sendable {
    /// As the request log names it, or by another of its names; `*` is any text, here and in `path`.
    var operation: String?
    var path: String?
    var project: String?
    var providerId: String?
    var endpoint: String?
    var clientId: String?
    var sub: String?
    var localId: String?
    var email: String?
  }

  package struct Effect: Decodable, Sendable {
    var defect: String?
    var timeOffsetSeconds: Int64?
    var error: Failure?
    var status: Int64?
    /// A text, or JSON to be sent as it is.
    var body: JSON?
    var contentType: String?
    var delayMilliseconds: Int64?
    var malformed: Bool?
    var truncated: Bool?
    var drop: Bool?
    var rateLimit: RateLimit?
  }

  package struct Failure: Decodable, Sendable {
    /// The HTTP status; 400 if absent.
    var code: Int64?
    var message: String
    var description: String?
  }

  package struct RateLimit: Decodable, Sendable {
    /// 60 if absent.
    var retryAfterSeconds: Int64?
  }
}

/// The answer of both calls that set a fault.
package struct FaultReference: Decodable, Sendable {
  var id: String
  /// What the fault names that does not exist yet, as sentences; absent without any.
  var warnings: [String]?
}

package struct FaultPage: Decodable, Sendable {
  var faults: [FaultReport]
}

/// A fault as it was set, with its id and what is left of it.
struct FaultReport: Decodable, Sendable {
  var id: String
  var match: FaultInput.Match
  var effect: FaultInput.Effect
  /// Absent without a limit.
  var remaining: Int?
  var probability: Double?
  /// What repeats the same outcomes.
  var seed: Int64?
  /// RFC 3339.
  var expiresAt: String?
}
