internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// Reads what a request presents, and verifies what can be verified.
struct CredentialReader {
  let context: OperationContext
  let request: CredentialRequest

  private var provider: any IdentityProvider { ProviderRegistry.provider(request.providerID) }
  private var onlyVerifiable: Bool { context.settings.isOn(.verifyCredentials) }

  /// - Throws: `OPERATION_NOT_ALLOWED`, `INVALID_IDP_RESPONSE`,
  ///   `INVALID_CREDENTIAL_OR_PROVIDER_ID`.
  func read() throws(APIError) -> PresentedCredential {
    try checkConfigured()
    if let response = request.samlResponse, provider.id.hasPrefix("saml.") {
      return .token(try SAMLAssertion.credential(response, provider: provider), nil)
    }
    if onlyVerifiable, !provider.acceptsIDTokens, request.code == nil {
      context.explain(
        "verifyCredentials", .refused,
        "\(provider.id) takes only the code of its own redirect: nobody can check for whom a "
          + "token was issued.")
      throw .invalidCredentialOrProviderID(request.presented)
    }
    if let idToken = request.idToken { return try token(idToken) }
    if let code = request.code { return .code(code, request) }
    if let accessToken = request.accessToken { return try self.accessToken(accessToken) }
    throw .invalidCredentialOrProviderID(request.presented)
  }

  /// - Throws: `OPERATION_NOT_ALLOWED` by switch.
  private func checkConfigured() throws(APIError) {
    let config = context.project.providers[provider.id]
    try context.check(
      .requireConfiguredProviders, config != nil,
      because: "\(provider.id) is not configured in project \(context.project.id)",
      otherwise: .operationNotAllowed("The identity provider configuration is not found."))
    try context.check(
      .requireConfiguredProviders, config?.enabled ?? true,
      because: "\(provider.id) is disabled in project \(context.project.id)",
      otherwise: .operationNotAllowed("The identity provider configuration is disabled."))
  }

  private func token(_ text: String) throws(APIError) -> PresentedCredential {
    let verifier = IdpTokenVerifier(context: context, provider: provider)
    let token = try verifier.verify(text)
    var credential = IdpCredential(profile: try profile(of: token))
    credential.idToken = text
    credential.accessToken = request.accessToken ?? fakeAccessToken
    credential.tokenSecret = request.tokenSecret
    return .token(credential, noncePresentation(of: token, text))
  }

  /// An access token that carries claims counts as an ID token on the official emulator.
  private func accessToken(_ text: String) throws(APIError) -> PresentedCredential {
    if onlyVerifiable, provider.id.hasPrefix("oidc.") {
      throw .invalidCredentialOrProviderID(request.presented)
    }
    guard let claims = IdpTokenVerifier.claims(of: text) else { return .opaque(text, request) }
    let verifier = IdpTokenVerifier(context: context, provider: provider)
    guard claims["sub"] != nil else { return .opaque(text, request) }
    let token = try verifier.verify(text)
    var credential = IdpCredential(profile: try profile(of: token))
    credential.accessToken = text
    credential.tokenSecret = request.tokenSecret
    return .token(credential, noncePresentation(of: token, text))
  }

  private func profile(of token: IdpTokenVerifier.Token) throws(APIError) -> IdpProfile {
    do {
      var profile = try read(token)
      if provider.id == "apple.com", let name = request.user.flatMap(AppleName.parse) {
        profile.displayName = profile.displayName ?? name.display
        profile.fullName = profile.fullName ?? name.display
        profile.firstName = profile.firstName ?? name.given
        profile.lastName = profile.lastName ?? name.family
      }
      return profile
    } catch {
      throw .invalidIdpResponse(error.detail)
    }
  }

  private func read(_ token: IdpTokenVerifier.Token) throws(ClaimError) -> IdpProfile {
    if token.isOurs { return try provider.profile(fromOwn: token.claims) }
    if provider.id == "google.com" { return try Google.mapped(token.claims, provider: provider) }
    return try ClaimReader(token.claims).profile(provider: provider)
  }

  /// The official emulator invents an access token where there is none.
  private var fakeAccessToken: String? {
    onlyVerifiable ? nil : "FirebaseAuthEmulatorFakeAccessToken_\(provider.id)"
  }

  private func noncePresentation(
    of token: IdpTokenVerifier.Token, _ text: String
  ) -> NoncePresentation? {
    guard provider.checksNonce else { return nil }
    let claim = token.claims["nonce"]?.string
    let raw = request.nonce
    let isOurCase = token.isOurs || (provider.id == "apple.com" && raw != nil)
    let setting = context.settings[.checkNonce]
    return NoncePresentation(
      enforcement: setting == .ours ? (isOurCase ? .on : .warn) : setting,
      verdict: NonceRule.verdict(claim: claim, raw: raw, rawSHA256: raw.map(Hashing.sha256Hex)),
      digest: token.isOurs && claim != nil ? Hashing.sha256Hex(text) : nil,
      expiresAt: token.expiresAt)
  }
}
