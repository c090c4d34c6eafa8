/// Why a claim is not as it should be, for a log or an error body to put into words.
package enum ClaimProblem: Sendable, Hashable {
  /// The claim is not there, or of another type.
  case missing(String)
  /// `exp` has passed, that many seconds ago.
  case expired(secondsAgo: Int64)
  /// None of `aud` is expected.
  case wrongAudience([String])
}
