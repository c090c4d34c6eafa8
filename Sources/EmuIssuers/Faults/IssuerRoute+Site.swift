internal import EmuControlCalls
internal import EmuHTTP

extension IssuerRoute {
  /// Returns the site of the route, for the steps before all routes.
  func site(_ call: @escaping @Sendable (Request, PathParameters) -> IssuerCall) -> RouteSite {
    RouteSite(endpoint: endpoint?.rawValue) { request, parameters in
      let call = call(request, parameters)
      guard let id = call.issuerID, let issuer = try? call.services.sites.issuer(id) else {
        return RouteSite.values(of: parameters)
      }
      return IssuerSubject(call, at: issuer).faultValues
    } refuse: { refusal, request, parameters in
      call(request, parameters).response(to: refusal)
    }
  }
}

extension IssuerCall {
  /// Returns the refusal of a fault, in the form of the endpoint and with the provider's message.
  fileprivate func response(to refusal: RouteRefusal) -> Response {
    if route.style == .control, route.endpoint == nil {
      return refusal.plainResponse(to: request)
    }
    let issuer = issuerID.flatMap { try? services.sites.issuer($0) }
    let (status, name, description) =
      switch refusal {
      case .error(let status, let name, let description): (status, name, description)
      case .rateLimit: (Status.tooManyRequests, "temporarily_unavailable", "Too many requests.")
      case .unavailable(let reason):
        (Status.serviceUnavailable, "temporarily_unavailable", reason)
      }
    if route.style == .page {
      let error = PageError(
        words: issuer?.words ?? IssuerWords(brand: "provider"), code: name,
        message: description ?? name, status: status)
      return requestsDescription ? error.description : error.response
    }
    let known = issuer?.tokenFailure(named: name)
    // An error without a provider's message stays as it is.
    let hasWords = known?.problem != .unknownFailure
    let error = OAuthError(
      .init(name: hasWords ? known?.code.name ?? name : name, status: status), description,
      reason: description ?? name, problem: known?.problem)
    var response = (hasWords ? route.wording?.translated(error, self) ?? error : error).response
    response.status = status
    return response
  }
}
