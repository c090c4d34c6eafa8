internal import EmuHTTP
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

/// The discovery document of an issuer (OpenID Connect Discovery §3).
enum Discovery {
  static func answer(_ issuer: any FakeIssuer, _ call: IssuerCall) throws -> Response {
    let site = IssuerSite(issuer, call)
    var document = try document(issuer, at: site)
    try issuer.complete(&document, call)
    return .published(.object(document))
  }

  /// Returns the document with the existing endpoints only.
  static func document(_ issuer: any FakeIssuer, at site: IssuerSite) throws -> JSONObject {
    var document: JSONObject = ["issuer": .string(try issuer.issuerName(at: site))]
    document.setText("authorization_endpoint", issuer.paths.authorize.map(site.url))
    if issuer.paths.authorize != nil, issuer.authorizeRules.pkce?.isAnnounced == true {
      document["code_challenge_methods_supported"] = ["S256", "plain"]
    }
    document.setText("token_endpoint", issuer.paths.token.map(site.url))
    document.setText("revocation_endpoint", issuer.paths.revocation.map(site.url))
    document.setText("introspection_endpoint", issuer.paths.introspection.map(site.url))
    document.setText("userinfo_endpoint", issuer.paths.userInfo.map(site.url))
    document.setText("device_authorization_endpoint", issuer.paths.device.map(site.url))
    document.setText(
      "pushed_authorization_request_endpoint", issuer.paths.pushedRequests.map(site.url))
    if issuer.tokenRules.acceptsDPoP {
      document["dpop_signing_alg_values_supported"] = .array(
        JWSAlgorithm.asymmetric.map { .string($0.rawValue) })
    }
    document.setText("end_session_endpoint", issuer.paths.endSession.map(site.url))
    document.setText("jwks_uri", issuer.paths.keys.map(site.url))
    if issuer.paths.token != nil {
      let methods = issuer.clientAuthentication.map { JSON.string($0.rawValue) }
      document["token_endpoint_auth_methods_supported"] = .array(methods)
      if issuer.clientAuthentication.contains(.privateKey) {
        document["token_endpoint_auth_signing_alg_values_supported"] =
          ["HS256", "RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"]
      }
    }
    if issuer.paths.keys != nil {
      document["id_token_signing_alg_values_supported"] = .array(
        issuer.algorithms.map { .string($0.rawValue) })
    }
    document["response_types_supported"] = .array(
      issuer.authorizeRules.responses.types.map(JSON.string))
    for member in issuer.metadata(at: site) { document[member.key] = member.value }
    return document
  }

  /// Returns the public keys of an issuer's tokens, which the route has generated before.
  static func keys(_ issuer: any FakeIssuer, _ call: IssuerCall) throws -> Response {
    let site = IssuerSite(issuer, call)
    // An invalid issuer address has no keys either.
    _ = try issuer.issuerName(at: site)
    let keys = try call.services.keys.publishedKeys(of: issuer.id)
    let last = keys.filter { $0.state == .active }.dropFirst().last?.kid
    return .published(
      JWKSet(try keys.map { try issuer.published($0, isLast: $0.kid == last, at: site) }).json)
  }
}

extension Response {
  /// Returns a published document, readable by everyone. Clients revalidate it for each use, because
  /// a test may rotate the keys at any time.
  static func published(_ document: JSON) -> Response {
    var response = Response.json(document)
    response.headers["Cache-Control"] = "public, max-age=0, must-revalidate"
    return response
  }
}
