internal import EmuIdentity
internal import EmuModel
internal import EmuStore

/// Redeems an authorization code, or the verifier of OAuth 1.0a, at a local issuer, as the backend
/// does after a redirect.
struct IssuerExchange {
  let context: OperationContext
  let store: WriteTransaction
  let form: IdpForm

  /// - Throws: `INVALID_IDP_RESPONSE` with the issuer's answer in the detail.
  func redeem(code text: String) throws -> IdpCredential {
    try checkClients("code", isDecisive: (try? find(code: text).get()) != nil)
    try context.checkClientSecretKeys(of: provider, otherwise: refusal("invalid_client"))
    switch try find(code: text) {
    case .failure(let failure):
      context.explain(.authorizationCode, .refused, Reason(failure.reason(at: provider)))
      throw refusal("invalid_grant")
    case .success(let found):
      let outage = outage(for: found.person, found.code.clientID)
      try outage.applyFaults(.token, redirectURI: form.redirectURI)
      try store.markUsed(found.code, at: context.now)
      if !provider.sendsIDToken(for: Scopes(found.code.scope)) {
        try outage.applyFaults(.userInfo, redirectURI: form.redirectURI)
      }
      return try credential(for: found)
    }
  }

  /// - Throws: `INVALID_IDP_RESPONSE`; the log has the precise reason.
  func redeem(requestToken text: String, verifier: String) throws -> IdpCredential {
    try checkClients(
      "request token", isDecisive: (try? find(requestToken: text, verifier).get()) != nil)
    switch try find(requestToken: text, verifier) {
    case .failure(let failure):
      context.explain(.requestToken, .refused, Reason(failure.reason))
      throw refusal("invalid_grant")
    case .success(let found):
      let outage = outage(for: found.person, found.consent.clientID)
      try outage.applyFaults(.token, redirectURI: form.redirectURI)
      try outage.applyFaults(.userInfo, redirectURI: form.redirectURI)
      let access = try found.redeem(
        scope: provider.requestTokenScope ?? "", at: context.now, context.ids, store)
      var credential = try credential(of: found.person, found.consent, access, by: provider)
      credential.isSingleUse = true
      return credential
    }
  }

  /// Consumes a code whose exchange succeeded before the sign-in was rejected.
  func spend(code text: String) throws {
    guard case .success(let found) = try find(code: text),
      outage(for: found.person, found.code.clientID).hasAnswered(.token)
    else { return }
    try store.markUsed(found.code, at: context.now)
  }

  /// Consumes a request token whose exchange succeeded before the sign-in was rejected.
  func spend(requestToken text: String, verifier: String) throws {
    guard case .success(let found) = try find(requestToken: text, verifier),
      outage(for: found.person, found.consent.clientID).hasAnswered(.token)
    else { return }
    try found.spend(at: context.now, store)
  }

  private func checkClients(
    _ subject: String, isDecisive: @autoclosure () -> Bool
  ) throws(APIError) {
    try context.check(
      .verifyCredentials, !clients.isEmpty,
      reason:
        "No client id is configured for \(provider: provider.id), so no \(subject) can be of a "
        + "client of this project",
      isDecisive: isDecisive(), otherwise: refusal("invalid_client"))
  }

  private func outage(for person: Person, _ clientID: String) -> IssuerOutage {
    IssuerOutage(context: context, provider: provider, person: person, clientID: clientID)
  }

  private func refusal(_ error: String) -> APIError {
    .refusedExchange(at: provider.productionOrigin, error: error, redirectURI: form.redirectURI)
  }

  /// Returns the code with its person and consent, if it can be exchanged now.
  private func find(code text: String) throws -> Result<RedeemableCode, CodeRule.Refusal> {
    try RedeemableCode.find(
      text, of: provider.id, clients: clients.isEmpty ? nil : clients, redirect: .ofTheCode,
      allowsRepeat: form.allowsRepeat(in: context), now: context.now, store.reader)
  }

  /// Returns the token with its person and consent, if it can be exchanged now.
  private func find(
    requestToken text: String, _ verifier: String
  ) throws -> Result<RedeemableRequestToken, RedeemableRequestToken.Refusal> {
    try RedeemableRequestToken.find(
      text, verifier: verifier, of: provider.id, clients: clients.isEmpty ? nil : clients,
      allowsRepeat: form.allowsRepeat(in: context), now: context.now, store.reader)
  }

  var named: any IdentityProvider {
    context.services.providers.provider(form.providerID)
  }

  /// The provider whose issuer made the code or token.
  var provider: any IdentityProvider {
    named.codeIssuer.map(context.services.providers.provider) ?? named
  }

  var clients: [String] { context.project.providers[named.id]?.audiences ?? [] }
}
