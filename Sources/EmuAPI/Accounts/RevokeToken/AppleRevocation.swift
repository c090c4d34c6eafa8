internal import EmuIdentity
internal import EmuJOSE
internal import EmuModel
internal import EmuStore

/// Finds the Apple grant of a token, checks that it belongs to the caller, and revokes it.
struct AppleRevocation {
  let context: OperationContext
  let store: WriteTransaction
  let input: RevokeTokenRequest

  private var apple: any IdentityProvider {
    context.services.providers.provider(RevokeToken.providerID)
  }

  /// Returns true if the user's Apple person has grants for this project's clients, and all are
  /// revoked.
  func isRepeated(by user: User) throws -> Bool {
    guard let person = try person(of: user) ?? sentPerson(of: user) else { return false }
    let consents = try store.reader.consents(of: person).filter { consent in
      clients?.contains(consent.clientID) ?? true
    }
    return !consents.isEmpty && consents.allSatisfy { !$0.isActive }
  }

  /// Returns the project's Apple person of a user; nil if another project's person has signed in.
  private func person(of user: User) throws -> Person? {
    try user.link(to: apple.id).flatMap { link in
      try store.reader.person(
        subject: link.rawID,
        in: PeopleScope(projectKey: context.project.key, issuer: apple.id))
    }
  }

  /// Returns the person of the sent code or token if the user is linked to such a person.
  private func sentPerson(of user: User) throws -> Person? {
    guard let text = input.token.given,
      let key = try store.reader.authorizationCode(text)?.consentKey
        ?? store.reader.issuerToken(text)?.consentKey,
      let consent = try store.reader.consent(key: key),
      let person = try store.reader.person(key: consent.personKey), person.issuer == apple.id,
      person.subject.isIdentical(to: user.link(to: apple.id)?.rawID)
    else { return nil }
    return person
  }

  /// - Throws: `INVALID_IDP_RESPONSE` in production's envelope.
  func revoke(for user: User) throws {
    guard let text = input.token.given else {
      throw APIError("MISSING_TOKEN")
    }
    // Production needs these keys to call Apple.
    try context.checkClientSecretKeys(of: apple, otherwise: envelope("invalid_client"))
    guard let (consent, person) = try grant(of: text) else { return }
    try checkServicesID(of: consent)
    guard person.subject.isIdentical(to: user.link(to: apple.id)?.rawID),
      try self.person(of: user).map({ $0.key == person.key }) ?? true
    else {
      throw refused(
        "The token is of another Apple person than the one linked to user \(user: user).")
    }
    let outage = outage(of: person, client: consent.clientID)
    let redirectURI = input.redirectUri ?? ""
    // A code is exchanged at Apple first.
    if input.tokenType == .code { try outage.applyFaults(.token, redirectURI: redirectURI) }
    try outage.applyFaults(.revoke, redirectURI: redirectURI)
    try store.revoke(consent, at: context.now)
    context.explain(
      .revokeToken, .chose,
      "The grant of \(consent.clientID) is revoked: refreshing is invalid_grant from now on, and the "
        + "next authorization is a first one. User \(user: user), the sessions and the link stay."
    )
  }

  /// Consumes a code that Apple exchanged before its revocation failed.
  func spendAfterRefusal() throws {
    guard input.tokenType == .code, let text = input.token.given,
      case .success(let found) = try find(text),
      outage(of: found.person, client: found.consent.clientID).hasAnswered(.token)
    else { return }
    try store.markUsed(found.code, at: context.now)
  }

  private func outage(of person: Person, client: String) -> IssuerOutage {
    IssuerOutage(context: context, provider: apple, person: person, clientID: client)
  }

  private typealias Grant = (consent: Consent, person: Person)

  /// Returns the grant of a token; nil for an accepted foreign token.
  private func grant(of text: String) throws -> Grant? {
    switch input.tokenType {
    case .code: try redeem(text)
    case .accessToken: try lookUp(text, .access)
    case .refreshToken: try lookUp(text, .refresh)
    case .unspecified, nil:
      throw APIError("INVALID_TOKEN_TYPE")
    }
  }

  private func redeem(_ text: String) throws -> Grant? {
    switch try find(text) {
    case .success(let found):
      try store.markUsed(found.code, at: context.now)
      return (found.consent, found.person)
    case .failure(.unknown):
      try checkIsForeign(text)
      return nil
    case .failure(let refusal): throw refused(Reason(refusal.reason(at: apple)))
    }
  }

  private func find(_ code: String) throws -> Result<RedeemableCode, CodeRule.Refusal> {
    try RedeemableCode.find(
      code, of: apple.id, clients: clients,
      redirect: .named(input.redirectUri.given, isRequired: false),
      now: context.now, store.reader)
  }

  private func lookUp(_ text: String, _ kind: IssuerToken.Kind) throws -> Grant? {
    guard let token = try store.reader.issuerToken(text), token.kind == kind,
      let consent = try store.reader.consent(key: token.consentKey),
      let person = try store.reader.person(key: consent.personKey)
    else {
      try checkIsForeign(text)
      return nil
    }
    guard person.issuer == apple.id else {
      throw refused("The issuer of \(person.issuer) made the token, not \(apple.id).")
    }
    if let clients, !clients.contains(token.clientID) {
      throw refused("The token is of client \(token.clientID), which is not configured.")
    }
    guard !token.isInvalid(at: context.now) else {
      throw refused("The token is expired or revoked.")
    }
    return (consent, person)
  }

  /// Accepts a token of a foreign issuer, so that an app on a real device can be tested.
  ///
  /// - Throws: `INVALID_IDP_RESPONSE` for a local token with a wrong type; by the switch
  ///   `verifyCredentials` for a foreign one.
  private func checkIsForeign(_ text: String) throws {
    if let (name, type) = try ownKind(of: text) {
      throw refused(
        "The token is \(name) of this emulator, and tokenType says \(input.tokenType?.rawValue ?? "")."
          + (type.map { " Send it as \($0)." } ?? " Send the authorization code as CODE."))
    }
    try context.check(
      .verifyCredentials, false,
      reason: "no Apple issuer of this emulator made the token, so nothing is revoked; POST "
        + "/emulator/v1/issuers/apple.com/tokens makes one that can be",
      otherwise: envelope("invalid_grant"))
  }

  /// Returns the kind of a local token, and the type under which it can be revoked.
  private func ownKind(of text: String) throws -> (name: String, type: String?)? {
    if try store.reader.authorizationCode(text) != nil { return ("an authorization code", "CODE") }
    if let token = try store.reader.issuerToken(text) {
      return token.kind == .access
        ? ("an access token", "ACCESS_TOKEN") : ("a refresh token", "REFRESH_TOKEN")
    }
    guard let token = try? CompactJWT(text),
      JWTVerifier.verifies(token, keys: context.services.keys.verificationKeys(of: apple.id))
    else { return nil }
    return ("an ID token", nil)
  }

  /// Checks that the token belongs to the project's Services ID, with which the backend
  /// authenticates.
  private func checkServicesID(of consent: Consent) throws {
    let servicesID = context.project.providers[apple.id]?.clientID
    try context.check(
      .requireConfiguredProviders, servicesID == consent.clientID,
      reason: "the token is of \(consent.clientID), and the Services ID (clientId) of apple.com is "
        + "\(servicesID ?? "missing"): to revoke what a native app got, it must hold the bundle id",
      otherwise: envelope(servicesID == nil ? "invalid_client" : "invalid_grant"))
  }

  private var clients: [String]? {
    let audiences = context.project.providers[apple.id]?.audiences ?? []
    return audiences.isEmpty ? nil : audiences
  }

  private func refused(_ reason: Reason) -> APIError {
    context.explain(.revokeToken, .refused, reason)
    return envelope("invalid_grant")
  }

  private func envelope(_ error: String) -> APIError {
    .refusedExchange(
      at: apple.productionOrigin, error: error, redirectURI: input.redirectUri ?? "")
  }
}
