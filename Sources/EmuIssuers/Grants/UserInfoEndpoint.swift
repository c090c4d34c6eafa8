internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// The userinfo endpoint: returns the claims that an access token's scopes allow (OpenID Connect
/// Core §5.3).
struct UserInfoEndpoint {
  let issuer: any FakeIssuer
  let call: IssuerCall
  /// True if the token requires the scope `openid`; endpoints older than OpenID Connect accept any
  /// token.
  var needsOpenID = true
  /// Renames members to the provider's names.
  var renamed: @Sendable (JSONObject) -> JSONObject = { $0 }

  func answer() throws -> Answer {
    let (text, scheme) = try presented()
    let (found, claims) = try call.services.store.read { reader in
      let found = try reader.validAccessToken(text, of: issuer.id, now: call.now)
      let code = try found?.token.family.flatMap { try reader.authorizationCode($0) }
      return (found, code?.claimsOfRenewals ?? [:])
    }
    guard let (token, consent, person) = found else {
      throw OAuthError.resource(
        .invalidToken, "The access token is unknown, expired or revoked.")
    }
    let proof = try proof(of: token, scheme)
    let scopes = Scopes(token.scope)
    guard !scopes.names.isEmpty, !needsOpenID || scopes.names.contains("openid") else {
      throw OAuthError.resource(.insufficientScope, "The access token has no scope openid.")
    }
    var subject = IDTokenDraft(
      issuer: issuer.tokens, person: person, scopes: scopes, clientID: consent.clientID,
      baseURL: call.baseURL, issuedAt: call.now, authTime: consent.grantedAt)
    subject.extraClaims = claims
    let response = Response.uncached(renamed(issuer.userInfo(subject.userInfo(now: call.now))))
    guard let proof else { return .ready(response) }
    return call.write { writer in
      if let refusal = try writer.spend(proof, at: issuer, now: call.now) {
        throw OAuthError.resource(refusal)
      }
    } then: { _ in
      response
    }
  }

  /// Returns the proof that the use of a bound token must have (RFC 9449 §7.1).
  private func proof(of token: IssuerToken, _ scheme: String) throws(OAuthError) -> DPoPProof? {
    guard scheme == token.type.lowercased() else {
      throw .resource(
        .invalidToken, "The access token is of the type \(token.type), not of \(scheme).",
        scheme: token.type)
    }
    guard let key = token.keyThumbprint else { return nil }
    let sent: DPoPProof?
    do { sent = try call.proof(at: issuer, for: token.token) } catch { throw .resource(error) }
    guard let proof = sent else {
      throw .resource(
        .invalidProof, "The request has no DPoP proof for its access token.", scheme: token.type)
    }
    guard proof.thumbprint == key else {
      throw .resource(
        .invalidToken, "The access token is bound to another key than that of the proof.",
        scheme: token.type)
    }
    return proof
  }

  /// Returns the token of the header, or of a form (RFC 6750 §2), with its scheme in lower case.
  private func presented() throws(OAuthError) -> (token: String, scheme: String) {
    let schemes = issuer.tokenRules.acceptsDPoP ? ["bearer", "dpop"] : ["bearer"]
    if call.request.headers["Authorization"] != nil {
      guard let sent = call.authorization, schemes.contains(sent.scheme) else {
        throw .resource(.noToken, "The Authorization header is not of the type Bearer.")
      }
      return (sent.text, sent.scheme)
    }
    if call.request.method == .post, TokenRequestForm.isForm(call.request),
      let token = call.request.form.first("access_token")
    {
      return (token, schemes[0])
    }
    throw .resource(.noToken, "There is no access token; send it as Authorization: Bearer.")
  }
}
