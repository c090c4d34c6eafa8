internal import EmuHTTP

/// The rules of a provider for sign-ins on devices (RFC 8628).
struct DeviceRules: Sendable {
  /// The lifetime of a code in seconds.
  var lifetime: Int64 = 1800
  /// The member with the page's address; Google's name is older than the standard's.
  var pageName = "verification_uri"
  /// True if the response has an address that includes the code.
  var hasCompletePage = true
  /// True if the response has a message for the person.
  var hasMessage = false
  /// True if a client authenticates already when it requests a code, as at the token endpoint.
  var authenticatesClients = true
  /// True if a device that polls too often receives `slow_down`.
  var slowsDown = true
  /// The statuses other than 400, by error.
  var statuses: [String: Status] = [:]

  /// Returns the refusal of a device that polls for its tokens.
  func refusal(_ error: String, _ reason: String, _ cause: RequestProblem.DeviceRefusal)
    -> OAuthError
  {
    OAuthError(
      .init(name: error, status: statuses[error] ?? .badRequest), reason,
      problem: .device(cause))
  }
}
