internal import EmuIdentity
internal import EmuModel
internal import EmuStore

extension IssuerExchange {
  /// Resolves an opaque access token, which must be issued here, to its person.
  ///
  /// - Throws: `INVALID_IDP_RESPONSE`, naming the call that issues a valid token.
  func resolve(accessToken text: String) throws -> IdpCredential {
    let provider = named
    let found = try store.reader.issuerTokenWithPerson(text, of: provider.id)
    guard let (token, consent, person) = found else {
      throw APIError.invalidIdpResponse(
        "No issuer of this emulator made this access token. "
          + CredentialAdvice(provider: provider, context: context).accessToken)
    }
    guard token.kind == .access, !token.isInvalid(at: context.now), consent.isActive else {
      throw APIError.invalidIdpResponse("The \(provider.id) access token is expired or revoked.")
    }
    try checkClient(of: token, provider)
    try checkSecret(of: token, provider)
    try IssuerOutage(
      context: context, provider: provider, person: person, clientID: token.clientID
    ).applyFaults(.userInfo, redirectURI: form.redirectURI)
    return try credential(of: person, consent, token, by: provider)
  }

  /// Checks the token secret: a provider with OAuth 1.0a accepts only tokens that have one.
  private func checkSecret(
    of token: IssuerToken, _ provider: any IdentityProvider
  ) throws(APIError) {
    guard provider.requestTokenScope != nil else { return }
    guard let secret = token.secret else {
      throw .invalidIdpResponse(
        "The \(provider.id) access token is one of OAuth 2.0; a sign-in needs one of OAuth 1.0a, "
          + "with its oauth_token_secret.")
    }
    guard secret == form.tokenSecret else {
      throw .invalidIdpResponse(
        form.tokenSecret == nil
          ? "The oauth_token_secret of the \(provider.id) access token is missing."
          : "The oauth_token_secret is not that of the \(provider.id) access token.")
    }
  }

  /// Checks the client, as the audience of an ID token: one of the project's clients, if
  /// configured.
  private func checkClient(
    of token: IssuerToken, _ provider: any IdentityProvider
  ) throws(APIError) {
    if clients.isEmpty, !context.switches.isOn(.verifyCredentials) { return }
    guard clients.contains(token.clientID) else {
      throw .invalidIdpResponse(
        "The \(provider.id) access token was issued to \(token.clientID), which is not a client of "
          + "this project.")
    }
  }
}
