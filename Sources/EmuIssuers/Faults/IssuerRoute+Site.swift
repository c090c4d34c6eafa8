internal import EmuControlCalls
internal import EmuHTTP
internal import EmuModel

extension IssuerRoute {
  /// What a step in front of all routes may ask about the requests of this one.
  ///
  /// - Parameter call: makes the call of a request.
  func site(_ call: @escaping @Sendable (Request, PathParameters) -> IssuerCall) -> RouteSite {
    RouteSite(endpoint: endpoint?.rawValue) { request, parameters in
      let call = call(request, parameters)
      guard let id = call.issuerID, let issuer = try? call.services.sites.issuer(id) else {
        return PathSubject(parameters)
      }
      return IssuerSubject(call, at: issuer)
    } refuse: { refusal, request, parameters in
      call(request, parameters).response(to: refusal)
    }
  }
}

extension IssuerCall {
  /// A refusal that was asked for, in the form of the endpoint and the words of the provider.
  fileprivate func response(to refusal: RouteRefusal) -> Response {
    if style == .control, endpoint == nil { return PlainRefusal(refusal).response(to: request) }
    let issuer = issuerID.flatMap { try? services.sites.issuer($0) }
    let (status, name, description) =
      switch refusal {
      case .error(let status, let name, let description): (status, name, description)
      case .rateLimit: (Status.tooManyRequests, "temporarily_unavailable", "Too many requests.")
      }
    if style == .page {
      return PageError(
        words: issuer?.words ?? IssuerWords(brand: "provider"), code: name,
        message: description ?? name, status: status
      ).response
    }
    let known = issuer?.tokenFailure(named: name)
    let error = OAuthError(
      .init(name: known?.code.name ?? name, status: status), description,
      because: description ?? name, problem: known?.problem)
    // A name that the provider has no words for stays as it is.
    let hasWords = known?.problem != .malformed && known?.problem != .unknownFailure
    var response = (hasWords ? wording?.worded(error, self) ?? error : error).response
    response.status = status
    return response
  }
}
