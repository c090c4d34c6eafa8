internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

/// A signed access token of a grant without a consent (RFC 9068).
struct AccessTokenJWT {
  var subject: String
  var request: RedemptionContext
  /// The scopes; nil if the token has no `scope`.
  var scope: [String]?
  /// Further claims, such as `act`.
  var more: JSONObject = [:]

  /// Returns the answer of the token endpoint with the token.
  ///
  /// - Parameter members: those that only this grant has.
  func response(_ call: IssuerCall, _ members: JSONObject = [:]) throws -> Response {
    let (issuer, client, audience) = try (request.issuer, request.client, self.audience())
    let answer = call.nextAnswer(of: issuer)
    let token = IssuedFor(
      clientID: client.id, scopes: scope ?? [], audience: audience, subject: subject)
    let lifetime =
      (answer?.lifetime ?? issuer.tokens.resolved(for: token).traits.accessTokenLifetime
      ?? .seconds(3600))
      .components.seconds
    var claims: JSONObject = [
      "iss": .string(try issuer.issuerName(at: IssuerSite(issuer, call))),
      "sub": .string(subject), "client_id": .string(client.id),
      "aud": audience.count == 1
        ? .string(audience[0]) : .array(audience.map(JSON.string)),
      "iat": .int(call.now.seconds), "exp": .int(call.now.seconds + lifetime),
      "jti": .string(call.services.ids.uuid()),
    ]
    let scope = scope.map { Scopes($0).text }
    claims.setText("scope", scope)
    if let key = client.keyThumbprint { claims["cnf"] = ["jkt": .string(key)] }
    claims.merge(more)
    issuer.options.apply(to: &claims)
    issuer.options.applyRules(to: &claims, of: .accessToken, for: token)
    claims.merge(answer?.claims ?? [:])
    var body: JSONObject = [
      "access_token": .string(try call.signed(claims, by: issuer, type: "at+jwt")),
      "token_type": client.keyThumbprint == nil ? "Bearer" : "DPoP", "expires_in": .int(lifetime),
    ]
    body.setText("scope", scope)
    body.merge(members)
    return .uncached(body)
  }

  /// The requested audiences: every `audience`, otherwise every `resource` (RFC 8693 §2.1),
  /// otherwise the client.
  ///
  /// - Throws: `invalid_target` for a resource that is not an absolute URI, or has a fragment (RFC 8707 §2).
  private func audience() throws(OAuthError) -> [String] {
    let resources = request.form.all("resource")
    for resource in resources {
      guard RedirectURI.scheme(of: resource) == nil || resource.contains("#") else { continue }
      throw OAuthError(
        "invalid_target",
        reason: "The resource \(resource.prefix(128)) must be an absolute URI without a fragment "
          + "(RFC 8707 §2).")
    }
    return [request.form.all("audience"), resources].first { !$0.isEmpty } ?? [request.clientID]
  }
}
