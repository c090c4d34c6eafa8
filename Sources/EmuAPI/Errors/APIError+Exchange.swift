internal import EmuModel
internal import EmuIdentity

extension IdentityProvider {
  /// The origin of the real issuer, such as `https://accounts.google.com`.
  var productionOrigin: String {
    issuer?.productionIssuer.split(separator: "/", omittingEmptySubsequences: false).prefix(3)
      .joined(separator: "/") ?? id
  }
}

extension APIError {
  /// Returns the envelope in which production quotes the answer of a provider's server.
  static func refusedExchange(
    at host: String, error: String, redirectURI: String, status: Int = 400
  ) -> APIError {
    .invalidIdpResponse(
      "Error getting access token from \(host), OAuth2 redirect uri is: \(redirectURI), "
        + "response: OAuth2TokenResponse{params: error=\(error), httpMetadata: "
        + "HttpMetadata{status=\(status)}}")
  }
}

extension CodeRule.Refusal {
  /// Returns the precise reason, which the wire does not contain.
  func reason(at provider: any IdentityProvider) -> String {
    switch self {
    case .unknown: "No issuer of this emulator made this code for \(provider.id)."
    case .otherIssuer(let issuer): "The issuer of \(issuer) made this code, not \(provider.id)."
    case .expired: "The code has expired."
    case .alreadyUsed: "The code was exchanged before."
    case .consentRevoked: "The person's consent was revoked after the code was made."
    case .otherClient(let client):
      "The code was made for client \(client), which is not configured for \(provider.id)."
    case .redirectMismatch: "The redirect URI is not the one that the code was made for."
    }
  }
}
