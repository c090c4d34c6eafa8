internal import EmuHTTP
internal import EmuJSON

/// Endpoints that only Microsoft has.
extension MicrosoftIssuer {
  var ownRoutes: [IssuerRoute] {
    [
      IssuerRoute(
        .get, "/{tenant}/discovery/instance", "issuer.instance", style: .oauth,
        MicrosoftInstance.answer),
      // Its own number says that this is none of its ways.
      IssuerRoute(.get, paths.token ?? "", "issuer.token", style: .oauth) { call in
        throw OAuthError(
          .invalidRequest, because: "Tokens are asked for by POST.",
          problem: .method(call.request.method.rawValue))
      },
    ] + Graph.routes
  }
}
