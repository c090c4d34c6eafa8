internal import EmuHTTP
internal import EmuIssuance
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// `issuers/{id}/tokens`: what a native sign-in would hand the app, without a sign-in page.
enum Mint {
  static func answer(_ call: IssuerCall) throws -> Answer {
    let issuer = try call.issuer()
    let input = try call.input(MintInput.self)
    let project = try call.project()
    let config = project.providers[issuer.id]
    let order = try MintOrder(input, issuer: issuer, config: config, now: call.now)
    let scope = PeopleScope(projectKey: project.key, issuer: issuer.id)
    return call.write { writer in
      try authorize(order, at: call.people(issuer, scope, writer))
    } then: { authorization in
      let token = try order.algorithm.map { algorithm in
        try draft(order, algorithm, authorization, issuer, config, baseURL: call.baseURL)
          .sign(with: call.services)
      }
      let answer = MintAnswer(
        issuer: issuer, order: order, authorization: authorization, idToken: token?.token,
        claims: token?.claims)
      if issuer.provider.oneTimeSharing != nil {
        call.explanation.add(.firstAuthorization, .chose, Sentence(why(order, authorization)))
      }
      return .uncached(.json(answer.json.serializedBytes()))
    }
  }

  /// Why the name is sent, or is not.
  private static func why(_ order: MintOrder, _ authorization: MintAuthorization) -> String {
    authorization.isFirst
      ? "\(order.clientID) had no consent of \(authorization.person.subject) that stood, so this is "
        + "a first authorization: name and address are shared."
      : "\(authorization.person.subject) has consented to \(order.clientID) before, so the name is "
        + "not shared again; revoke the grant to see it once more."
  }

  /// The store's part: the person, the consent, the code and the tokens.
  private static func authorize(
    _ order: MintOrder, at people: PeopleRegister
  ) throws -> MintAuthorization {
    let person = try people.findOrMake(order.account)
    let (grant, isFirst) = try people.writer.authorize(
      person, client: order.clientID, at: people.now)
    let secrets = SecretStore(
      issuer: people.issuer.tokens, person: person, ids: people.ids, writer: people.writer)
    let scopes =
      people.issuer.provider.oneTimeSharing != nil
      ? try people.writer.add(order.scopes, to: grant) : order.scopes
    let scope = scopes.text
    let refreshToken =
      people.issuer.traits.hasRefreshTokens && order.scopes.names.contains("offline_access")
      ? try secrets.newRefreshToken(grant, scope: scope, issuedAt: order.issuedAt) : nil
    return MintAuthorization(
      person: person, scopes: scopes, isFirst: isFirst,
      code: try secrets.newNativeCode(
        grant, scope: scope, nonce: order.nonce,
        extraClaims: order.claims.isEmpty ? nil : JSON.object(order.claims).serialized(),
        issuedAt: order.issuedAt),
      accessToken: try accessToken(order, person, grant, secrets, family: refreshToken),
      refreshToken: refreshToken)
  }

  /// Where there is OAuth 1.0a the token is one of it: with no other does Firebase sign people in.
  ///
  /// - Parameter family: the refresh token that ends it when it is revoked.
  private static func accessToken(
    _ order: MintOrder, _ person: Person, _ grant: Grant, _ secrets: SecretStore, family: String?
  ) throws -> IssuerToken {
    guard secrets.issuer.provider.requestTokens != nil else {
      return try secrets.newAccessToken(
        grant, scope: order.scopes.text, issuedAt: order.issuedAt,
        lifetime: order.lifetime ?? secrets.issuer.traits.accessTokenLifetime, family: family)
    }
    var token = IssuerToken.signing(
      grant, subject: person.subject, scope: order.scopes.text, at: order.issuedAt, secrets.ids)
    token.expiresAt = order.lifetime.map { order.issuedAt + $0 }
    try secrets.writer.insert(token)
    return token
  }

  private static func draft(
    _ order: MintOrder, _ algorithm: JWSAlgorithm, _ authorization: MintAuthorization,
    _ issuer: any FakeIssuer, _ config: ProviderConfig?, baseURL: String
  ) -> IDTokenDraft {
    var draft = IDTokenDraft(
      issuer: issuer.tokens, person: authorization.person, scopes: authorization.scopes,
      clientID: order.clientID, baseURL: baseURL, config: config, issuedAt: order.issuedAt,
      authTime: order.issuedAt)
    draft.lifetime = order.lifetime
    draft.nonce = order.nonce
    let bindings = issuer.provider.nativeBindings
    draft.accessToken = bindings.contains(.accessToken) ? authorization.accessToken.token : nil
    draft.code = bindings.contains(.code) ? authorization.code : nil
    draft.isFirstNativeAuthorization = authorization.isFirst
    draft.extraClaims = order.claims
    draft.algorithm = algorithm
    draft.defects = TokenDefects(order.defects, timeOffset: order.timeOffset)
    draft.configuredIssuer = order.configuredIssuer
    return draft
  }
}

/// What the store keeps of a minted sign-in.
struct MintAuthorization: Sendable {
  /// With all that the issuer has.
  var person: Person
  /// What the tokens share.
  var scopes: Scopes
  /// Whether the client had no consent that stood.
  var isFirst: Bool
  var code: String
  var accessToken: IssuerToken
  /// For `offline_access`.
  var refreshToken: String?
}
