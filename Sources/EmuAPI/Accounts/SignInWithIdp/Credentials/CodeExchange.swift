internal import EmuIssuance
internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// Redeems an authorization code of one of our issuers, as the backend does after a redirect.
struct CodeExchange {
  let context: OperationContext
  let store: Writer
  let form: IdpForm

  /// - Throws: `INVALID_IDP_RESPONSE` with the issuer's own answer in the detail.
  func redeem(_ text: String) throws -> IdpCredential {
    try context.check(
      .verifyCredentials, !clients.isEmpty,
      because: "No client id is configured for \(provider.id), so no code can be of a client of "
        + "this project",
      otherwise: refusal("invalid_client"))
    try context.checkClientSecretKeys(of: provider, otherwise: refusal("invalid_client"))
    switch try find(text) {
    case .failure(let failure):
      context.explain(
        "authorizationCode", .refused,
        ExchangeError(failure.refusal, provider: provider).because)
      throw refusal("invalid_grant")
    case .success(let found):
      try outage(of: found).meet(.token, redirectURI: form.redirectURI)
      try store.markUsed(found.code, at: context.now)
      if !provider.sendsIDToken(for: Scopes(found.code.scope)) {
        try outage(of: found).meet(.userInfo, redirectURI: form.redirectURI)
      }
      var credential = try CredentialMaker(context: context, store: store, provider: provider)
        .make(for: found)
      credential.profile = form.named(credential.profile, by: provider)
      return credential
    }
  }

  /// Uses up a code whose exchange succeeded before the sign-in was refused: the issuer has spent it.
  func spend(_ text: String) throws {
    if case .success(let found) = try find(text), outage(of: found).hasAnswered(.token) {
      try store.markUsed(found.code, at: context.now)
    }
  }

  private func outage(of found: RedeemableCode) -> IssuerOutage {
    IssuerOutage(
      context: context, provider: provider, person: found.person, clientID: found.code.clientID)
  }

  private func refusal(_ error: String) -> APIError {
    ExchangeError.envelope(provider: provider, error: error, redirectURI: form.redirectURI)
  }

  /// The code with whom and what it stands for, if it can be exchanged now.
  private func find(_ text: String) throws -> Result<RedeemableCode, CodeRule.Failure> {
    try RedeemableCode.find(
      text, of: provider.id, clients: clients.isEmpty ? nil : clients, redirect: .ofTheCode,
      now: context.now, store.reader)
  }

  private var provider: any IdentityProvider {
    context.services.providers.provider(form.providerID)
  }

  private var clients: [String] { context.project.providers[provider.id]?.audiences ?? [] }
}

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

  /// The true reason, which the wire does not tell.
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
