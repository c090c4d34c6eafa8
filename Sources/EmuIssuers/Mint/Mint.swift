internal import EmuControlCalls
internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// `issuers/{id}/tokens`: the tokens of a native sign-in, without a sign-in page.
enum Mint {
  static func answer(_ call: IssuerCall) throws -> ControlAnswer<MintReport> {
    let issuer = try call.issuer()
    guard !(issuer is SAMLIssuer) else {
      throw ControlError.invalid(
        "\(issuer.id) makes no tokens; POST /emulator/v1/issuers/\(issuer.id)/assertions makes its "
          + "SAMLResponse.")
    }
    let input = try call.input(MintInput.self)
    let project = try call.project()
    let config = project.providers[issuer.id]
    let order = try MintOrder(input, issuer: issuer, config: config, now: call.now)
    return call.write { writer in
      let authorization = try authorize(
        order, config, baseURL: call.baseURL, at: call.people(issuer, in: project, writer))
      let draft = order.algorithm.map { Self.draft(order, $0, authorization) }
      return (authorization, draft, draft?.meetingFaults(call))
    } answering: { (authorization, draft: IDTokenDraft?, corrupted: IDTokenDraft?) in
      let token = try corrupted?.sign(with: call.services)
      let warnings = draft.map {
        DefectWarnings(draft: $0, switches: project.switches, now: call.now).sentences
      }
      if issuer.provider.oneTimeSharing != nil {
        call.explanation.add(.firstAuthorization, .chose, Reason(why(order, authorization)))
      }
      return MintReport(
        issuer, order, authorization, idToken: token?.token, claims: token?.claims,
        warnings: warnings ?? [])
    }.uncached
  }

  /// Explains why the name is sent or not.
  private static func why(_ order: MintOrder, _ authorization: MintAuthorization) -> String {
    let subject = authorization.tokens.idToken.person.subject
    return authorization.isFirst
      ? "\(order.clientID) had no valid consent of \(subject), so this is a first "
        + "authorization: name and address are shared."
      : "\(subject) has consented to \(order.clientID) before, so the name is "
        + "not shared again; revoke the grant to see it once more."
  }

  /// Stores the person, the consent, the code and the tokens.
  private static func authorize(
    _ order: MintOrder, _ config: ProviderConfig?, baseURL: String, at people: PeopleRegister
  ) throws -> MintAuthorization {
    let (issuer, writer) = (people.issuer.tokens, people.writer)
    let person = try people.findOrMake(order.account)
    let (consent, isFirst) = try writer.authorize(person, client: order.clientID, at: people.now)
    let scopes =
      issuer.provider.oneTimeSharing != nil
      ? try writer.add(order.scopes, to: consent) { ControlError.invalid($0) }
      : order.scopes
    var redemption = Redemption(
      person: person, consent: consent, scope: scopes.text,
      issuesRefreshToken: order.scopes.names.contains("offline_access"), authTime: order.issuedAt)
    redemption.nonce = order.nonce
    redemption.extraClaims = order.claims
    redemption.lifetime = order.lifetime
    let code = try SecretStore(
      issuer: issuer, person: person, ids: people.ids, writer: writer
    ).newNativeCode(
      consent, scope: scopes.text, nonce: order.nonce,
      extraClaims: order.claims.isEmpty ? nil : JSON.object(order.claims).serialized(),
      issuedAt: order.issuedAt)
    // For a provider with OAuth 1.0a, Firebase accepts only its tokens.
    let tokens = try issuer.issue(
      redemption, config: config, baseURL: baseURL, at: order.issuedAt,
      signsRequests: issuer.provider.requestTokenScope != nil, people.ids, writer)
    return (isFirst, code, tokens)
  }

  /// Returns the ID token of a native sign-in with the requested defects.
  private static func draft(
    _ order: MintOrder, _ algorithm: JWSAlgorithm, _ authorization: MintAuthorization
  ) -> IDTokenDraft {
    var draft = authorization.tokens.idToken
    let bindings = draft.issuer.provider.nativeBindings
    draft.accessToken =
      bindings.contains(.accessToken) ? authorization.tokens.access.token : nil
    draft.code = bindings.contains(.code) ? authorization.code : nil
    draft.isFirstNativeAuthorization = authorization.isFirst
    draft.algorithm = algorithm
    draft.defects = TokenDefects(order.defects, timeOffset: order.timeOffset)
    draft.configuredIssuer = draft.config?.issuer
    return draft
  }
}

/// The stored result of a minted sign-in; `isFirst` is true if the client had no active consent.
typealias MintAuthorization = (isFirst: Bool, code: String, tokens: IssuedTokens)
