internal import EmuHTTP

extension MicrosoftIssuer {
  var ownRoutes: [IssuerRoute] {
    let first = MicrosoftIssuer(.one)
    return [
      IssuerRoute(
        .get, "/{tenant}/discovery/instance", "issuer.instance", style: .oauth,
        MicrosoftInstance.answer),
      tokensByGet, first.tokensByGet,
    ] + first.paths.routes(root: "") { call in call.services.configured(first) } + Graph.routes
  }

  /// The token endpoint by GET, which has a separate error number.
  private var tokensByGet: IssuerRoute {
    IssuerRoute(.get, paths.token ?? "", .token, style: .oauth) { call in
      throw OAuthError(
        .invalidRequest, reason: "Tokens are asked for by POST.",
        problem: .method(call.request.method.rawValue))
    }
  }
}
