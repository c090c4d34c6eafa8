/// What an issuer's routes are for, as faults and the request log call them.
enum IssuerEndpoint: String, Sendable, CaseIterable {
  case discovery, keys, authorize
  /// What the visitor of the sign-in page chose.
  case signIn
  case token
  /// Who a token's person is, under whatever name the provider has it.
  case userInfo = "userinfo"
  case revoke, introspect, endSession, device

  /// Whether its answers may be signed, or show keys.
  var usesKeys: Bool {
    switch self {
    case .keys, .authorize, .signIn, .token: true
    case .discovery, .userInfo, .revoke, .introspect, .endSession, .device: false
    }
  }
}

extension FakeIssuer {
  /// Those that the issuer has.
  var endpoints: [IssuerEndpoint] {
    let routes = paths.routes(root: "") { _ in self } + ownRoutes
    let those = Set(routes.compactMap(\.endpoint))
    return IssuerEndpoint.allCases.filter(those.contains)
  }

  /// Whether it has ID tokens.
  var makesIDTokens: Bool { !algorithms.isEmpty }
}
