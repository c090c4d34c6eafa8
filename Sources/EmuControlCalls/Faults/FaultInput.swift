/// The body of `POST faults` and of `POST issuers/{id}/faults`.
package struct FaultInput: Decodable, Sendable {
  var match: Match?
  var effect: Effect
  /// The number of occurrences; unlimited if absent.
  var times: Int64?
  /// The probability of each occurrence; certain if absent.
  var probability: Double?
  /// The seed of the random outcomes; random if absent.
  var seed: Int64?
  /// The lifetime by the emulator's clock.
  var expiresInSeconds: Int64?

  /// The requests that the fault affects; an absent field matches all.
  package struct Match: Decodable, Sendable {
    /// The name in the request log or an alternative one; `*` is any text, here and in `path`.
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
}

/// The response of both calls that add a fault.
package struct FaultReference: Decodable, Sendable {
  var id: String
  /// The unknown names in the fault, as sentences; absent without any.
  var warnings: [String]?
}

package struct FaultPage: Decodable, Sendable {
  var faults: [FaultReport]
}

/// A fault with its id and its remaining count.
struct FaultReport: Decodable, Sendable {
  var id: String
  var match: FaultInput.Match
  var effect: FaultInput.Effect
  /// Absent for an unlimited fault.
  var remaining: Int?
  var probability: Double?
  /// The seed that repeats the same outcomes.
  var seed: Int64?
  /// RFC 3339.
  var expiresAt: String?
}
