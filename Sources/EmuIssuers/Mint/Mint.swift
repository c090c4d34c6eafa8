internal import EmuHTTP
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
    let order = try MintOrder(
      input, issuer: issuer, config: project.providers[issuer.id], now: call.now)
    let scope = PeopleScope(projectKey: project.key, issuer: issuer.id)
    return call.write { writer in
      try authorize(order, at: call.desk(issuer, scope, writer))
    } then: { authorization in
      let draft = draft(order, authorization, issuer, baseURL: call.baseURL)
      let (token, claims) = try draft.sign(with: call.services)
      let answer = MintAnswer(
        issuer: issuer, order: order, authorization: authorization, idToken: token,
        claims: claims)
      if issuer.id == Apple.providerID {
        call.explanation.add("firstAuthorization", .chose, why(order, authorization))
      }
      return .uncached(.json(answer.json.serializedBytes()))
    }
  }

  /// Why Apple tells the name, or does not.
  private static func why(_ order: MintOrder, _ authorization: MintAuthorization) -> String {
    authorization.isFirst
      ? "\(order.clientID) had no consent of \(authorization.person.subject) that stood, so this is "
        + "a first authorization: name and address are shared."
      : "\(authorization.person.subject) has consented to \(order.clientID) before, so the name is "
        + "not shared again; revoke the grant to see it once more."
  }

  /// The store's part: the person, the consent, the code and the tokens.
  private static func authorize(
    _ order: MintOrder, at desk: PeopleDesk
  ) throws -> MintAuthorization {
    let person = try desk.findOrMake(order.account)
    let (grant, isFirst) = try desk.writer.authorize(
      person, client: order.clientID, at: desk.now)
    let secrets = SecretStore(
      issuer: desk.issuer, person: person, ids: desk.ids, writer: desk.writer)
    let scope = order.scopes.text
    return MintAuthorization(
      person: person, isFirst: isFirst,
      code: try secrets.newNativeCode(
        grant, scope: scope, nonce: order.nonce,
        extraClaims: order.claims.isEmpty ? nil : JSON.object(order.claims).serialized(),
        issuedAt: order.issuedAt),
      accessToken: try secrets.newAccessToken(
        grant, scope: scope, issuedAt: order.issuedAt,
        lifetime: order.lifetime ?? desk.issuer.traits.accessTokenLifetime),
      refreshToken: order.scopes.names.contains("offline_access")
        ? try secrets.newRefreshToken(grant, scope: scope, issuedAt: order.issuedAt) : nil)
  }

  private static func draft(
    _ order: MintOrder, _ authorization: MintAuthorization, _ issuer: any FakeIssuer,
    baseURL: String
  ) -> IDTokenDraft {
    var draft = IDTokenDraft(
      issuer: issuer, person: authorization.person, scopes: order.scopes,
      clientID: order.clientID, baseURL: baseURL, issuedAt: order.issuedAt,
      authTime: order.issuedAt)
    draft.lifetime = order.lifetime
    draft.nonce = order.nonce
    let bindings = issuer.nativeBindings
    draft.accessToken = bindings.contains(.accessToken) ? authorization.accessToken : nil
    draft.code = bindings.contains(.code) ? authorization.code : nil
    draft.isFirstNativeAuthorization = authorization.isFirst
    draft.extraClaims = order.claims
    draft.algorithm = order.algorithm
    draft.defect = order.defect
    return draft
  }
}

/// What the store knows of a minted sign-in.
struct MintAuthorization: Sendable {
  /// With all that the issuer knows.
  var person: Person
  /// Whether the client had no consent that stood.
  var isFirst: Bool
  var code: String
  var accessToken: String
  /// For `offline_access`.
  var refreshToken: String?
}
