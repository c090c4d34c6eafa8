internal import EmuIdentity
internal import EmuModel
internal import EmuStore

/// Redeems the verifier of a sign-in by OAuth 1.0a, as the backend does after a redirect.
struct RequestTokenExchange {
  let context: OperationContext
  let store: WriteTransaction
  let form: IdpForm

  /// - Throws: `INVALID_IDP_RESPONSE`; the log has the precise reason.
  func redeem(_ text: String, verifier: String) throws -> IdpCredential {
    try context.check(
      .verifyCredentials, !clients.isEmpty,
      reason:
        "no client id is configured for \(provider: provider.id), so no request token can be of a "
        + "client of this project",
      isDecisive: (try? redeemable(text, verifier).get()) != nil,
      otherwise: refusal("invalid_client"))
    guard let found = try find(text, verifier) else {
      throw refusal("invalid_grant")
    }
    try outage(of: found).applyFaults(.token, redirectURI: form.redirectURI)
    try outage(of: found).applyFaults(.userInfo, redirectURI: form.redirectURI)
    let access = try found.redeem(
      scope: provider.requestTokenScope ?? "", at: context.now, context.ids, store)
    var credential = try CredentialMaker(context: context, store: store, provider: provider)
      .make(for: found.person, consent: found.consent, token: access)
    credential.isSingleUse = true
    return credential
  }

  /// Consumes a request token whose exchange succeeded before the sign-in was rejected.
  func spend(_ text: String, verifier: String) throws {
    if let found = try find(text, verifier), outage(of: found).hasAnswered(.token) {
      try found.spend(at: context.now, store)
    }
  }

  private func outage(of found: RedeemableRequestToken) -> IssuerOutage {
    IssuerOutage(
      context: context, provider: provider, person: found.person, clientID: found.consent.clientID)
  }

  private func refusal(_ error: String) -> APIError {
    ExchangeError.envelope(provider: provider, error: error, redirectURI: form.redirectURI)
  }

  /// Returns the token with its person and grant, if it can be exchanged now.
  private func find(_ text: String, _ verifier: String) throws -> RedeemableRequestToken? {
    switch try redeemable(text, verifier) {
    case .success(let redeemable): return redeemable
    case .failure(let refusal):
      context.explain(.requestToken, .refused, Reason(refusal.reason))
      return nil
    }
  }

  private func redeemable(
    _ text: String, _ verifier: String
  ) throws -> Result<RedeemableRequestToken, RequestToken.Refusal> {
    try RedeemableRequestToken.find(
      text, verifier: verifier, of: provider.id, clients: clients.isEmpty ? nil : clients,
      allowsRepeat: form.allowsRepeat(in: context), now: context.now, store.reader)
  }

  private var provider: any IdentityProvider {
    context.services.providers.provider(form.providerID)
  }

  private var clients: [String] { context.project.providers[provider.id]?.audiences ?? [] }
}
