internal import EmuHTTP

/// The kinds of an issuer's endpoints, by their names in faults and the request log.
enum IssuerEndpoint: String, Sendable, CaseIterable {
  case discovery, keys, authorize
  /// The form of the sign-in page.
  case signIn
  case token
  /// Pushed authorization requests (RFC 9126).
  case par
  /// The claims of a token's person, under any of the providers' names.
  case userInfo = "userinfo"
  case revoke, introspect, endSession, device

  /// True if its responses may be signed or contain keys.
  var usesKeys: Bool { [.keys, .authorize, .signIn, .token].contains(self) }
}

/// The endpoint of an issuer for one request.
protocol AnsweringEndpoint: SendableMetatype {
  init(issuer: any FakeIssuer, call: IssuerCall)
  func answer() throws -> Answer
}

extension FakeIssuer {
  var endpoints: [IssuerEndpoint] {
    let routes = paths.routes(root: "") { _ in self } + ownRoutes
    let those = Set(routes.compactMap(\.endpoint))
    return IssuerEndpoint.allCases.filter(those.contains)
  }

  var makesIDTokens: Bool { !algorithms.isEmpty }
}
