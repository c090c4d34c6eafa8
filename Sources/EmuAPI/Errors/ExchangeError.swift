internal import EmuModel
internal import EmuProviders

extension IssuerTraits {
  /// Where the real issuer is, such as `https://accounts.google.com`.
  var productionOrigin: String {
    productionIssuer.split(separator: "/", omittingEmptySubsequences: false).prefix(3)
      .joined(separator: "/")
  }
}

/// How a failed code exchange reads.
struct ExchangeError {
  let refusal: CodeRule.Refusal
  let provider: any IdentityProvider

  init(_ refusal: CodeRule.Refusal, provider: any IdentityProvider) {
    self.refusal = refusal
    self.provider = provider
  }

  /// Production wraps the provider's answer in this envelope.
  static func envelope(
    provider: any IdentityProvider, error: String, redirectURI: String
  ) -> APIError {
    envelope(
      host: provider.issuer?.productionOrigin ?? provider.id, error: error,
      redirectURI: redirectURI, status: 400)
  }

  /// The same, of a server that answered itself.
  static func envelope(
    host: String, error: String, redirectURI: String, status: Int
  ) -> APIError {
    .invalidIdpResponse(
      "Error getting access token from \(host), OAuth2 redirect uri is: \(redirectURI), "
        + "response: OAuth2TokenResponse{params: error=\(error), httpMetadata: "
        + "HttpMetadata{status=\(status)}}")
  }

  /// The true reason, which the wire does not have.
  var because: String {
    switch refusal {
    case .unknown: "No issuer of this emulator made this code for \(provider.id)."
    case .expired: "The code has expired."
    case .alreadyUsed: "The code was exchanged before."
    case .grantRevoked: "The person's consent was revoked after the code was made."
    case .otherClient(let client):
      "The code was made for client \(client), which is not configured for \(provider.id)."
    case .redirectMismatch: "The redirect URI is not the one that the code was made for."
    }
  }
}
