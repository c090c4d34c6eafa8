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

/// A person, by a delegated access token for Graph.
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
      // Tokens for Graph are opaque here; a signed one is for an API, or of an app alone.
      throw GraphError.invalidToken(
        (try? CompactJWT(text)) == nil
          ? "CompactToken validation failed."
          : "Access token validation failure. Invalid audience.",
        reason: "microsoft.com made no such token for a person and Graph. Tokens for another API, "
          + "and those of an app alone, are not for Graph.")
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
}
