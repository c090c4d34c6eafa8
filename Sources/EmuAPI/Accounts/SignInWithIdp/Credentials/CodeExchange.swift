internal import EmuIdentity
internal import EmuModel
internal import EmuStore

/// Redeems an authorization code of a local issuer, as the backend does after a redirect.
struct CodeExchange {
  let context: OperationContext
  let store: WriteTransaction
  let form: IdpForm

  /// - Throws: `INVALID_IDP_RESPONSE` with the issuer's answer in the detail.
  func redeem(_ text: String) throws -> IdpCredential {
    try context.check(
      .verifyCredentials, !clients.isEmpty,
      reason:
        "no client id is configured for \(provider: provider.id), so no code can be of a client of "
        + "this project",
      isDecisive: (try? find(text).get()) != nil, otherwise: refusal("invalid_client"))
    try context.checkClientSecretKeys(of: provider, otherwise: refusal("invalid_client"))
    switch try find(text) {
    case .failure(let failure):
      context.explain(.authorizationCode, .refused, Reason(failure.reason(at: provider)))
      throw refusal("invalid_grant")
    case .success(let found):
      try outage(of: found).applyFaults(.token, redirectURI: form.redirectURI)
      try store.markUsed(found.code, at: context.now)
      if !provider.sendsIDToken(for: Scopes(found.code.scope)) {
        try outage(of: found).applyFaults(.userInfo, redirectURI: form.redirectURI)
      }
      var credential = try CredentialMaker(
        context: context, store: store, provider: provider, account: named
      ).make(for: found)
      credential.profile = form.named(credential.profile, by: named)
      return credential
    }
  }

  /// Consumes a code whose exchange succeeded before the sign-in was rejected.
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

  /// Returns the code with its person and grant, if it can be exchanged now.
  private func find(_ text: String) throws -> Result<RedeemableCode, CodeRule.Refusal> {
    try RedeemableCode.find(
      text, of: provider.id, clients: clients.isEmpty ? nil : clients, redirect: .ofTheCode,
      allowsRepeat: form.allowsRepeat(in: context), now: context.now, store.reader)
  }

  private var named: any IdentityProvider {
    context.services.providers.provider(form.providerID)
  }

  /// The provider whose issuer made the code.
  private var provider: any IdentityProvider {
    named.codeIssuer.map(context.services.providers.provider) ?? named
  }

  private var clients: [String] { context.project.providers[named.id]?.audiences ?? [] }
}
