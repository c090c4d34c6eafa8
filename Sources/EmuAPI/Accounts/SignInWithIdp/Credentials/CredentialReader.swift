internal import EmuCrypto
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity
internal import EmuStore

/// Reads the claims of a presented credential, and verifies them as far as possible.
struct CredentialReader {
  let context: OperationContext
  let form: IdpForm
  let provider: any IdentityProvider
  /// The nonce whose hash the token must contain: the app's, or that of the page.
  let rawNonce: String?

  var verifier: IdpTokenVerifier {
    IdpTokenVerifier(context: context, provider: provider)
  }

  /// True if the credential has the claims of a person, so that it is enough unverified.
  private var namesPerson: Bool {
    [form.idToken, form.accessToken].contains { text in
      text.flatMap(IdpTokenVerifier.claims)?["sub"]?.string != nil
    }
  }

  /// - Throws: `OPERATION_NOT_ALLOWED`, `INVALID_IDP_RESPONSE`,
  ///   `INVALID_CREDENTIAL_OR_PROVIDER_ID`; `CallOut` during a request to another server.
  func read() throws -> PresentedCredential {
    try context.checkConfigured(provider.id)
    if let response = form.samlResponse, provider.family == .saml {
      return response.utf8.first == UInt8(ascii: "{")
        ? .token(try assertion(response), nil)
        : try signedAssertion(response)
    }
    if !provider.acceptsIDTokens {
      // Microsoft: the audience of its tokens cannot be checked, so production accepts none.
      try context.check(
        .verifyCredentials, form.code != nil,
        reason:
          "\(provider: provider.id) accepts only the code of the redirect: the audience of "
          + "a token cannot be checked",
        isDecisive: namesPerson, otherwise: form.refusal)
    }
    if let idToken = form.idToken,
      provider.acceptsIDTokens || !context.switches.isOn(.verifyCredentials)
    {
      return try token(idToken)
    }
    if let code = form.code {
      return try externalCredential(code) ?? .code(code, form)
    }
    if let (token, verifier) = form.requestToken {
      return .verifier(token: token, verifier: verifier, form)
    }
    if let accessToken = form.accessToken { return try self.accessToken(accessToken) }
    throw form.refusal
  }

  private func token(_ text: String) throws -> PresentedCredential {
    let token = try verifier.verify(text)
    let credential = IdpCredential(
      profile: try profile(of: token), idToken: text,
      accessToken: form.accessToken ?? fakeAccessToken, tokenSecret: form.tokenSecret)
    return .token(credential, noncePresentation(of: token, text))
  }

  /// Returns the credential of a code from an external issuer; nil if the project's issuer is
  /// local.
  private func externalCredential(_ code: String) throws -> PresentedCredential? {
    guard let issuer = ExternalIssuer(provider, in: context),
      try context.services.store.read({ try $0.authorizationCode(code) }) == nil
    else { return nil }
    let tokens = try issuer.exchange(code, redirectURI: form.redirectURI)
    let credential = IdpCredential(
      profile: try profile(of: verifier.verify(tokens.idToken)), idToken: tokens.idToken,
      accessToken: tokens.accessToken, refreshToken: tokens.refreshToken,
      expiresIn: tokens.expiresIn, isSingleUse: true)
    // The backend exchanges the code, so no nonce is compared.
    return .token(credential, nil)
  }

  /// Reads an access token. One with claims counts as an ID token on the official emulator.
  private func accessToken(_ text: String) throws -> PresentedCredential {
    try context.check(
      .verifyCredentials, provider.family != .oidc,
      reason:
        "an access token alone says nothing about the person: \(provider: provider.id) needs an ID "
        + "token or a code",
      isDecisive: namesPerson, otherwise: form.refusal)
    guard IdpTokenVerifier.claims(of: text)?["sub"] != nil else { return .opaque(text, form) }
    let token = try verifier.verify(text)
    let credential = IdpCredential(
      profile: try profile(of: token), accessToken: text, tokenSecret: form.tokenSecret)
    return .token(credential, noncePresentation(of: token, text))
  }

  func profile(of token: IdpTokenVerifier.Token) throws(APIError) -> IdpProfile {
    do throws(ClaimError) {
      let profile =
        token.isVerified
        ? try provider.profile(fromOwn: token.claims)
        : try provider.profile(fromClear: token.claims)
      return form.named(profile, by: provider)
    } catch {
      throw .invalidIdpResponse(error.detail)
    }
  }

  /// The access token that the official emulator generates if the credential has none.
  var fakeAccessToken: String? {
    context.rules.inventsAccessTokens ? "FirebaseAuthEmulatorFakeAccessToken_" + provider.id : nil
  }

  private func noncePresentation(
    of token: IdpTokenVerifier.Token, _ text: String
  ) -> NoncePresentation? {
    guard provider.checksNonce else { return nil }
    let claim = token.claims["nonce"]?.string
    let isOurCase = token.isOurs || (provider.checksForeignNonces && rawNonce != nil)
    let setting = context.switches[.checkNonce]
    return NoncePresentation(
      enforcement: setting == .ours ? (isOurCase ? .on : .warn) : setting, claim: claim,
      raw: rawNonce, digest: token.isVerified && claim != nil ? Digest.sha256.hex(text) : nil,
      expiresAt: token.expiresAt)
  }
}
