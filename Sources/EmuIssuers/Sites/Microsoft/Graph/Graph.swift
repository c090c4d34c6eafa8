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
      IssuerRoute(.get, "/graph/v1.0/users/{user}", "graph.user", style: .oauth) { call in
        .ready(.uncached(try GraphUser.other(GraphToken(call), call)))
      },
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
      .ready(.uncached(try run(GraphToken(call).caller(), call)))
    }
  }
}

/// A person, by a delegated token.
struct GraphCaller {
  let account: MicrosoftAccount
  let token: IssuerToken
}

/// An access token for Graph: of a person, or of an app alone.
enum GraphToken {
  case delegated(GraphCaller)
  case app(tenant: String, clientID: String)

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
      self = try Self.signed(text, call)
      return
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
    self = .delegated(GraphCaller(account: MicrosoftAccount(person), token: token))
  }

  /// Returns the person of a delegated token.
  func caller() throws(GraphError) -> GraphCaller {
    guard case .delegated(let caller) = self else {
      throw GraphError(
        .badRequest, "BadRequest", "/me request is only valid with delegated authentication flow.",
        reason: "The token was issued to an app, not to a person.")
    }
    return caller
  }

  /// Reads a token that is not stored: a signed one of an app, or for an API.
  private static func signed(_ text: String, _ call: IssuerCall) throws -> GraphToken {
    let keys = call.services.keys.verificationKeys(of: Microsoft.providerID)
    guard let token = try? CompactJWT(text), let claims = token.claims,
      JWTVerifier.verifies(token, keys: keys),
      !RegisteredClaims(claims).isExpired(now: call.now.seconds)
    else {
      throw GraphError.invalidToken(
        "CompactToken validation failed.", reason: "No issuer of this emulator made this token.")
    }
    guard claims["aud"]?.string == MicrosoftScopes.graph, let tenant = claims["tid"]?.string,
      let client = (claims["azp"] ?? claims["appid"])?.string
    else {
      throw GraphError.invalidToken(
        "Access token validation failure. Invalid audience.",
        reason: "The token is for \(claims["aud"]?.string ?? "nothing"), not for Graph.")
    }
    return .app(tenant: tenant, clientID: client)
  }
}
