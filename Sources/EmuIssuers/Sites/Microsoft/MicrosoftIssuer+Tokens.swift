internal import EmuCrypto
internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

extension MicrosoftIssuer {
  /// A day for a single-page app, over all renewals; for other apps each renewal restarts the
  /// lifetime.
  private static let singlePageLife = Duration.seconds(86_400)

  func refreshTokenExpiry(
    after old: IssuerToken?, _ redemption: RedemptionContext
  ) -> Timestamp? {
    if let old, let end = old.expiresAt, end.since(old.issuedAt) <= Self.singlePageLife {
      return end
    }
    let addresses = redemption.config?.registration?.spaRedirectUris ?? []
    let isSinglePage =
      old == nil && redemption.form["redirect_uri"].map(addresses.contains) ?? false
    let lifetime = isSinglePage ? Self.singlePageLife : traits.refreshTokenLifetime
    return lifetime.map { redemption.now + $0 }
  }

  func covers(_ scope: String, _ granted: Scopes, _ consent: Consent) -> Bool {
    MicrosoftScopes(Scopes(Scopes(consent.scope).names + granted.names)).cover(scope)
  }

  func complete(
    _ body: inout JSONObject, of redemption: Redemption, _ context: RedemptionContext,
    _ call: IssuerCall
  ) throws {
    let scopes = MicrosoftScopes(Scopes(redemption.scope))
    let account = MicrosoftAccount(redemption.person)
    body["scope"] = .string(scopes.inTokenResponse)
    let lifetime = body["expires_in"]?.int ?? traits.accessTokenSeconds
    body["ext_expires_in"] = .int(lifetime)
    if context.form["client_info"] == "1" {
      body["client_info"] = .string(Self.clientInfo(account))
    }
    version.rename(&body, scopes, now: call.now)
    guard let api = scopes.api else { return }
    let registration = context.config?.registration ?? AppRegistration()
    let token = MicrosoftAPIToken(
      clientID: redemption.consent.clientID, resource: api, tenant: account.tenant,
      clientProof: context.client.proofLevel ?? 0,
      version: registration.accessTokenVersion(of: account),
      lifetime: lifetime, answer: redemption.answer)
    let granted = Scopes(redemption.consent.scope)
    body["access_token"] = .string(
      try token.signed(
        for: account, permissions: scopes.permissions(granted: granted), self, call))
  }

  func complete(
    _ fields: inout FormFields, of authorization: Authorization, _ flow: AuthorizeFlow
  ) {
    let account = MicrosoftAccount(authorization.person)
    if flow.parameters.filled("client_info") == "1" {
      fields.add("client_info", Self.clientInfo(account))
    }
    fields.add("session_state", Microsoft.session(of: account.person.subject))
  }

  private static func clientInfo(_ account: MicrosoftAccount) -> String {
    let info: JSON = ["uid": .string(account.person.subject), "utid": .string(account.tenant)]
    return Base64URL.encode(info.serializedBytes())
  }
}
