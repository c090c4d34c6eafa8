internal import EmuHTTP
internal import EmuIdentity
internal import EmuModel
internal import EmuStore

extension CreateAuthUri {
  /// Returns the response with the address of a provider's sign-in page.
  static func redirect(
    to provider: String, _ input: CreateAuthUriRequest, in context: OperationContext
  ) throws -> Prepared {
    let providerID = context.providerID(provider)
    guard ProviderID.isAcceptable(providerID) else { throw APIError.invalidProviderID }
    try context.checkConfigured(providerID)
    let text = try input.continueUri.given(otherwise: .missingContinueURI)
    guard let continueURL = AbsoluteURL(text), !continueURL.hasFragment,
      // The session is returned in the parameter `state`.
      FormFields(parsing: continueURL.queryAndFragment).first("state") == nil
    else { throw APIError.invalidContinueURI }
    try continueURL.checkAuthorized(in: context)
    let provider = context.provider(providerID)
    let sessionID = input.sessionId.given ?? context.ids.alphanumeric(27)
    var session = IdpSession(
      project: context.project.id, tenant: context.tenant?.id, providerID: providerID,
      sessionID: sessionID, redirectURI: text,
      appContext: input.context.given)
    var response = CreateAuthUriResponse(sessionId: sessionID, providerId: providerID)
    if provider.family == .saml {
      response.authUri = try samlURL(for: &session, input, in: context)
      return Prepared(response: response)
    }
    let external = ExternalIssuer(provider, in: context)
    let redirect = try redirect(of: provider, isExternal: external != nil, in: context)
    let request = RedirectRequest(
      redirect: redirect,
      externalEndpoint: try external?.authorizationEndpoint(),
      listedScopes: try external?.listedScopes(),
      session: session, sessionID: sessionID, input: input, context: context)
    guard provider.requestTokenScope != nil else {
      response.authUri = request.url(request.fields)
      return Prepared(response: response)
    }
    let token = request.token
    response.authUri = request.url(request.fields(of: token))
    return Prepared(response: response, requestToken: token)
  }

  /// Returns the redirect that a provider supports here.
  ///
  /// - Parameter isExternal: true if the project's issuer is on another server, with a sign-in page
  ///   there.
  private static func redirect(
    of provider: any IdentityProvider, isExternal: Bool, in context: OperationContext
  ) throws(APIError) -> BackendRedirect {
    guard let redirect = provider.issuer?.redirect else {
      throw .notImplemented(
        "There is no sign-in page of \(provider.id) here. Sign in with accounts:signInWithIdp and "
          + "claims as id_token.")
    }
    let options = context.services.store.options(ofIssuer: provider.id)
    if !isExternal, let issuer = context.project.providers[provider.id]?.issuer,
      !IssuerName.isMode(issuer), !IssuerName.matches(issuer, of: provider),
      !IssuerName.isOwn(issuer, options)
    {
      throw .notImplemented(
        "\(provider.id) has the issuer \(issuer), which is not served by this emulator. Send the "
          + "browser there yourself, and sign in with the ID token that comes back.")
    }
    return redirect
  }
}
