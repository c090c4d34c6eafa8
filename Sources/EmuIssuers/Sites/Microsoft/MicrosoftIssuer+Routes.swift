internal import EmuHTTP
internal import EmuProviders

/// Endpoints that only Microsoft has.
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

  /// Its own number says that this is none of its ways.
  private var tokensByGet: IssuerRoute {
    IssuerRoute(.get, paths.token ?? "", .token, style: .oauth) { call in
      throw OAuthError(
        .invalidRequest, because: "Tokens are asked for by POST.",
        problem: .method(call.request.method.rawValue))
    }
  }
}
