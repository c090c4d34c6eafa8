internal import EmuHTTP
internal import EmuModel

extension MicrosoftIssuer {
  func authenticate(
    _ client: ClientCredentials, _ config: ProviderConfig?, _ call: IssuerCall
  ) throws(OAuthError) {
    let app = config?.registration
    func refused(_ number: Int, _ reason: String) -> OAuthError {
      OAuthError(
        .unauthenticatedClient, reason: reason, problem: .numbered(number, ["client": client.id]))
    }
    if let only = options.client(client.id)?.authentication, only != client.method.rawValue {
      throw refused(
        Self.refusal(of: client, registeredFor: only),
        "The client is registered for \(only), and sent \(client.method.rawValue).")
    }
    let isSinglePage = try checkOrigin(app, call)
    let secret = config?.clientID == client.id ? config?.clientSecret : nil
    let lacksAssertion = lacksAssertion(client, config)
    switch client.proof {
    case .none:
      guard secret == nil && !lacksAssertion || app?.publicClient == true || isSinglePage else {
        throw refused(7_000_218, "The client has a secret or keys configured, and showed neither.")
      }
    case .secret(let sent):
      if app?.publicClient == true {
        throw refused(700_025, "The app's registration says publicClient.")
      }
      guard secret.map(sent.contains) ?? !lacksAssertion else {
        throw refused(
          7_000_215,
          lacksAssertion
            ? "The client has clientKeys and no clientSecret; it shows a client_assertion."
            : "The client secret is not the configured one.")
      }
      if let end = app?.secretEndDateTime.flatMap(Timestamp.init(rfc3339:)), end <= call.now {
        throw refused(7_000_222, "The secret ended at \(end.rfc3339) (secretEndDateTime).")
      }
    case .assertion(let token):
      guard secret == nil || config?.clientKeys != nil else {
        throw refused(
          700_027, "The client has a clientSecret and no clientKeys; it shows the secret.")
      }
      if let problem = problem(ofAssertion: token, client.id, config, call) {
        throw refused(700_027, problem)
      }
    }
  }

  /// Returns the error number for a client that did not authenticate by its registered method.
  private static func refusal(of client: ClientCredentials, registeredFor method: String) -> Int {
    if method == ClientAuthentication.none.rawValue { return 700_025 }
    return switch client.proof {
    case .none: 7_000_218
    case .secret: 7_000_215
    case .assertion: 700_027
    }
  }

  /// Checks the origin. Codes of single-page apps are redeemed only with an `Origin` header, other
  /// codes only without one.
  ///
  /// - Returns: true for a single-page app.
  private func checkOrigin(
    _ app: AppRegistration?, _ call: IssuerCall
  ) throws(OAuthError) -> Bool {
    guard let addresses = app?.spaRedirectUris else { return false }
    let form = call.request.form
    let hasOrigin = call.request.headers["Origin"] != nil
    guard form.first("grant_type") == AuthorizationCodeGrant.name,
      let redirect = form.first("redirect_uri")
    else { return hasOrigin }
    let isOwn = addresses.contains(redirect)
    guard isOwn == hasOrigin else {
      throw OAuthError(
        .invalidRequest,
        reason: isOwn
          ? "The redirect URI is one of spaRedirectUris, and the request has no Origin."
          : "The request has an Origin, and the redirect URI is not one of spaRedirectUris.",
        problem: .numbered(isOwn ? 9_002_327 : 9_002_326, [:]))
    }
    return isOwn
  }

  func check(
    _ request: AuthorizeRequest, _ client: AuthorizeClient, _ call: IssuerCall
  ) throws(OAuthError) {
    let app = client.config?.registration
    if request.scopes.names.isEmpty {
      throw .invalidRequest("The parameter scope is missing.", problem: .missing("scope"))
    }
    if request.types.contains(.idToken) {
      guard app?.idTokens != false else {
        throw OAuthError(
          "unsupported_response_type", "The app's registration has idTokens off.",
          problem: .numbered(700_054, ["client": client.id]))
      }
      guard request.scopes.names.contains("openid") else {
        throw OAuthError(
          "invalid_scope", "An ID token needs the scope openid.", problem: .scope("openid"))
      }
    }
    let fields = call.request.method == .post ? call.request.form : call.request.query
    let redirect = fields.first("redirect_uri") ?? ""
    if app?.spaRedirectUris?.contains(redirect) == true, request.types.contains(.code),
      request.challenge == nil
    {
      throw .invalidRequest(
        "A single-page app's code needs a code_challenge.", problem: .numbered(9_002_325, [:]))
    }
  }
}
