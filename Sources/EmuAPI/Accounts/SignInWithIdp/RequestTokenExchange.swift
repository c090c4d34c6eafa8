internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// Redeems the verifier of a sign-in by OAuth 1.0a, as the backend does after a redirect.
struct RequestTokenExchange {
  let context: OperationContext
  let store: Writer
  let request: CredentialRequest

  /// - Throws: `INVALID_IDP_RESPONSE`; the true reason goes to the log.
  func redeem(_ text: String, verifier: String) throws -> IdpCredential {
    try context.check(
      .verifyCredentials, !clients.isEmpty,
      because: "No client id is configured for \(provider.id), so no request token can be of a "
        + "client of this project",
      otherwise: refusal("invalid_client"))
    guard let found = try find(text, verifier) else {
      throw refusal("invalid_grant")
    }
    try outage(of: found).meet(.token, redirectURI: request.redirectURI)
    try spend(found.token)
    try outage(of: found).meet(.userInfo, redirectURI: request.redirectURI)
    let (grant, person) = (found.grant, found.person)
    var access = IssuerToken.signing(
      grant, subject: person.subject, scope: Twitter.legacyScope, at: context.now, context.ids)
    access.tenant = found.token.tenant
    try store.insert(access)
    var credential = try IssuerCredential(context: context, store: store, provider: provider)
      .make(for: person, grant: grant, token: access)
    credential.isSingleUse = true
    return credential
  }

  /// Uses up a request token whose exchange succeeded before the sign-in was refused.
  func spend(_ text: String, verifier: String) throws {
    if let found = try find(text, verifier), outage(of: found).hasAnswered(.token) {
      try spend(found.token)
    }
  }

  private func outage(of found: Found) -> IssuerOutage {
    IssuerOutage(
      context: context, provider: provider, person: found.person, clientID: found.grant.clientID)
  }

  private func refusal(_ error: String) -> APIError {
    ExchangeError.envelope(provider: provider, error: error, redirectURI: request.redirectURI)
  }

  private func spend(_ token: RequestToken) throws {
    var token = token
    token.usedAt = context.now
    try store.update(token)
  }

  private struct Found {
    var token: RequestToken
    var grant: Grant
    var person: Person
  }

  /// The token with whom it stands for, if it can be exchanged now.
  private func find(_ text: String, _ verifier: String) throws -> Found? {
    let token = try store.reader.requestToken(text)
    let grant = try token?.grantKey.flatMap { try store.reader.grant(key: $0) }
    let refusal = RequestToken.refusal(
      of: token, grant: grant, verifier: verifier, clients: clients.isEmpty ? nil : clients,
      now: context.now)
    guard refusal == nil, let token, token.issuer == provider.id, let grant,
      let person = try store.reader.person(key: grant.personKey)
    else {
      context.explain("requestToken", .refused, (refusal ?? .unknown).because)
      return nil
    }
    return Found(token: token, grant: grant, person: person)
  }

  private var provider: any IdentityProvider { ProviderRegistry.provider(request.providerID) }

  private var clients: [String] { context.project.providers[provider.id]?.audiences ?? [] }
}
