internal import EmuModel

/// The body of `POST faults` and of `POST issuers/{id}/faults`.
struct FaultInput: Codable, Sendable {
  /// The affected requests; an absent field matches all. `*` is any text in `operation` and `path`.
  var match: Fault.Match?
  var effect: Fault.Effect
  /// The number of occurrences; unlimited if absent.
  var times: Int64?
  /// The probability of each occurrence; certain if absent.
  var probability: Double?
  /// The seed of the random outcomes; random if absent.
  var seed: Int64?
  /// The lifetime by the emulator's clock.
  var expiresInSeconds: Int64?

  /// Creates the body that sets the rest of a fault again.
  init(again fault: Fault, at now: Timestamp) {
    match = fault.match
    effect = fault.effect
    times = fault.remaining.map(Int64.init)
    probability = fault.chance?.probability
    seed = fault.chance?.seed
    expiresInSeconds = fault.expiresAtMilliseconds.map { end in
      max(1, (end - now.milliseconds + 999) / 1000)
    }
  }
}

/// The response of both calls that add a fault.
struct FaultReference: Codable, Sendable {
  var id: String
  /// The unknown names in the fault, as sentences; absent without any.
  var warnings: [String]?
}

struct FaultPage: Codable, Sendable {
  var faults: [FaultReport]
}

struct FaultReport: Codable, Sendable {
  var id: String
  var match: Fault.Match
  var effect: Fault.Effect
  /// Absent for an unlimited fault.
  var remaining: Int?
  var probability: Double?
  /// The seed that repeats the same outcomes.
  var seed: Int64?
  /// RFC 3339.
  var expiresAt: String?

  init(_ fault: Fault) {
    id = fault.id
    match = fault.match
    effect = fault.effect
    remaining = fault.remaining
    probability = fault.chance?.probability
    seed = fault.chance?.seed
    expiresAt = fault.expiresAtMilliseconds.map { Timestamp(milliseconds: $0).rfc3339 }
  }
}
