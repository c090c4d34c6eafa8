/// The problem of a claim, for a log or an error body.
package enum ClaimProblem: Sendable, Hashable {
  /// The claim is absent, or of another type.
  case missing(String)
  /// `exp` has passed, that many seconds ago.
  case expired(secondsAgo: Int64)
  /// None of `aud` is accepted.
  case wrongAudience([String])
}
