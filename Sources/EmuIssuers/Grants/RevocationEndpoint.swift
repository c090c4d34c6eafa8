internal import EmuHTTP
internal import EmuIdentity
internal import EmuJOSE
internal import EmuModel
internal import EmuStore

/// The revocation endpoint (RFC 7009): revokes a token, or its whole consent.
///
/// An inactive or unknown token gets the same response as an active one.
struct RevocationEndpoint: AnsweringEndpoint, Sendable {
  let issuer: any FakeIssuer
  let call: IssuerCall

  func answer() throws -> Answer {
    let rules = issuer.revocationRules
    let form = try TokenRequestForm(whole: call.request, rules: rules.form)
    let isAnonymous = rules.allowsAnonymousClients && form["client_id"] == nil
    let client = isAnonymous ? nil : try issuer.presentedClient(form, call)
    let secret = try form.required("token")
    if let client {
      let origin = try call.services.store.read { try $0.origin(ofToken: secret) }
      try call.authenticate(client, at: issuer, origin: origin)
    }
    if rules.refusesSignedTokens, (try? CompactJWT(secret)) != nil {
      throw OAuthError(
        .unsupportedTokenType,
        reason: "A signed token is good until it expires; send the access or the refresh token.")
    }
    return call.write { writer in
      if let client { try writer.spend(client, at: issuer, now: call.now) }
      return try revoke(secret, client, writer)
    } then: { done in
      if done == nil, rules.refusesUnknownTokens {
        throw OAuthError(
          "invalid_token", "Token expired or revoked", reason: Self.nothing)
      }
      call.explanation.add(
        .revocation, done == nil ? .allowed : .chose, done ?? Reason(Self.nothing))
      return .empty(.ok)
    }
  }

  private static let nothing =
    "No living access or refresh token of this issuer was sent, so there is nothing to revoke; an "
    + "authorization code is not one."

  /// - Returns: a sentence with what was revoked; nil for nothing.
  private func revoke(
    _ secret: String, _ client: ClientCredentials?, _ writer: WriteTransaction
  ) throws -> Reason? {
    guard
      let (token, consent, person) = try writer.reader.issuerTokenWithPerson(secret, of: issuer.id)
    else { return nil }
    guard token.clientID == client?.id ?? token.clientID else {
      throw issuer.clientRefusal(
        reason: "The token was issued to the client \(token.clientID).")
    }
    guard !token.isInvalid(at: call.now), consent.isActive else { return nil }
    if issuer.revocationRules.endsConsent {
      try writer.revoke(consent, at: call.now)
      return "The grant of \(token.clientID) by \(person.subject) is revoked: refreshing is "
        + "invalid_grant from now on, and the next authorization is a first one."
    }
    try writer.revoke(token, at: call.now)
    if token.kind == .refresh { try writer.revokeFamily(token.family ?? secret, at: call.now) }
    return token.kind == .refresh
      ? "The refresh token is revoked, with every token of the same sign-in; the consent remains."
      : "The access token is revoked, and nothing else."
  }
}
