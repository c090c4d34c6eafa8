internal import EmuHTTP
internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// The calls of Microsoft Graph that usually follow a sign-in.
///
/// Source: docs/reference/microsoft.md#graph.
enum Graph {
  static var routes: [IssuerRoute] {
    [
      line("/v1.0/me", "graph.me", endpoint: .userInfo, GraphUser.me),
      line("/v1.0/users/{user}", "graph.user", GraphUser.other),
      line("/v1.0/me/photo", "graph.photo", GraphPhoto.metadata),
      line("/v1.0/me/photo/$value", "graph.photoValue", GraphPhoto.value),
      line("/v1.0/me/photos/{size}/$value", "graph.photoValue", GraphPhoto.value),
      line("/oidc/userinfo", "graph.userinfo", endpoint: .userInfo, GraphUser.userInfo),
      line(
        "/oidc/userinfo", "graph.userinfo", endpoint: .userInfo, method: .post, GraphUser.userInfo),
    ]
  }

  private static func line(
    _ path: String, _ name: String, endpoint: IssuerEndpoint? = nil, method: Method = .get,
    _ run: @escaping @Sendable (GraphCaller, IssuerCall) throws -> Response
  ) -> IssuerRoute {
    IssuerRoute(method, "/graph" + path, name, endpoint: endpoint, style: .oauth) { call in
      .ready(.uncached(try run(GraphCaller(call), call)))
    }
  }
}

struct GraphCaller {
  let account: MicrosoftAccount
  let token: IssuerToken

  /// - Throws: `GraphError`.
  init(_ call: IssuerCall) throws {
    guard let text = call.bearerToken else {
      throw GraphError.invalidToken(
        "Access token is empty.", reason: "Send it as Authorization: Bearer.")
    }
    let found = try call.services.store.read {
      try $0.issuerTokenWithPerson(text, of: Microsoft.providerID)
    }
    guard let (token, _, person) = found, token.kind == .access else {
      throw Self.refusal(ofForeign: text, call)
    }
    guard !token.isInvalid(at: call.now) else {
      throw GraphError.invalidToken(
        "Lifetime validation failed, the token is expired.",
        reason: "The token has expired, or the person's consent was revoked.")
    }
    guard MicrosoftScopes(Scopes(token.scope)).api == nil else {
      throw GraphError.invalidToken(
        "Access token validation failure. Invalid audience.",
        reason: "The token is for \(token.scope), not for Graph.")
    }
    account = MicrosoftAccount(person)
    self.token = token
  }

  /// Returns the refusal of a token that is not stored: it may be a signed token of an app or for
  /// an API.
  private static func refusal(ofForeign text: String, _ call: IssuerCall) -> GraphError {
    guard let claims = claims(ofSigned: text, call) else {
      return .invalidToken(
        "CompactToken validation failed.", reason: "No issuer of this emulator made this token.")
    }
    guard claims["aud"]?.string == MicrosoftScopes.graph else {
      return .invalidToken(
        "Access token validation failure. Invalid audience.",
        reason: "The token is for \(claims["aud"]?.string ?? "nothing"), not for Graph.")
    }
    return GraphError(
      .badRequest, "BadRequest", "/me request is only valid with delegated authentication flow.",
      reason: "The token was issued to an app, not to a person.")
  }

  /// Returns the claims of a signed access token; nil for an expired or foreign one.
  private static func claims(ofSigned text: String, _ call: IssuerCall) -> JSONObject? {
    let keys = call.services.keys.verificationKeys(of: Microsoft.providerID)
    guard let token = try? CompactJWT(text), let claims = token.claims,
      JWTVerifier.verifies(token, keys: keys),
      !RegisteredClaims(claims).isExpired(now: call.now.seconds)
    else { return nil }
    return claims
  }
}
