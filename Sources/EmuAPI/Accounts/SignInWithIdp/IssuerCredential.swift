internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// The credential of a person whom one of our own issuers vouches for.
struct IssuerCredential {
  let context: OperationContext
  let store: Writer
  let provider: any IdentityProvider

  /// What the provider's token endpoint would answer for the grant, read into a credential.
  func make(
    for person: Person, grant: Grant, nonce: String?, scope: String, accessToken: String? = nil
  ) throws -> IdpCredential {
    guard let traits = provider.issuer else {
      throw APIError.invalidIdpResponse("There is no \(provider.id) issuer here.")
    }
    let access = try accessToken ?? newAccessToken(grant, traits, scope: scope)
    let claims = provider.idTokenClaims(
      for: TokenSubject(
        person: person, clientID: grant.clientID,
        issuer: IssuerName.local(of: provider, person: person, baseURL: context.baseURL),
        nonce: nonce, issuedAt: context.now, expiresAt: context.now + traits.idTokenLifetime,
        authTime: grant.grantedAt,
        pairwiseSeed: Hashing.sha256Hex("\(grant.clientID)\n\(person.subject)")))
    let profile: IdpProfile
    do {
      profile = try provider.profile(fromOwn: claims)
    } catch {
      throw APIError.invalidIdpResponse(error.detail)
    }
    var credential = IdpCredential(profile: profile)
    credential.accessToken = access
    credential.expiresIn = Int(traits.accessTokenLifetime.components.seconds)
    credential.isSingleUse = true
    return credential
  }

  private func newAccessToken(
    _ grant: Grant, _ traits: IssuerTraits, scope: String
  ) throws -> String {
    let token = IssuerToken(
      token: "a" + context.ids.urlSafe(60), kind: .access, grantKey: grant.key,
      clientID: grant.clientID, scope: scope, issuedAt: context.now,
      expiresAt: context.now + traits.accessTokenLifetime)
    try store.insert(token)
    return token.token
  }
}
