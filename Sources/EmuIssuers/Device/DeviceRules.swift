internal import EmuHTTP
internal import EmuModel

/// How a sign-in on a device goes at one provider (RFC 8628).
struct DeviceRules: Sendable {
  /// In seconds.
  var lifetime: Int64 = 1800
  /// What the address of the page is called; Google's name came before the standard's.
  var pageName = "verification_uri"
  /// Whether there is an address with the code in it.
  var hasWholePage = true
  /// Whether there is a sentence for the person.
  var hasMessage = false
  /// Whether a client shows who it is already when it asks for a code, as at the token endpoint.
  var authenticatesClients = true
  /// Whether a device that asks too often is slowed down.
  var slowsDown = true
  /// The statuses that are not 400, by error.
  var statuses: [String: Status] = [:]

  /// A refusal of a device that asks for its tokens.
  func refusal(_ error: String, _ because: String, _ reason: RequestProblem.DeviceRefusal)
    -> OAuthError
  {
    OAuthError(
      .init(name: error, status: statuses[error] ?? .badRequest), because, because: because,
      problem: .device(reason))
  }
}
