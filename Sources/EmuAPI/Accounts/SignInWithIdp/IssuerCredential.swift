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

  /// The credential that the provider's token endpoint would answer a code with.
  func make(for person: Person, grant: Grant, code: AuthorizationCode) throws -> IdpCredential {
    let traits = try traits()
    let scopes = Scopes(code.scope)
    let subject = subject(of: person, grant: grant, scopes, nonce: code.nonce)
    var credential = IdpCredential(profile: try profile(of: subject, scopes, code.extraClaims))
    if provider.sendsIDToken(for: scopes) {
      credential.issuedClaims = JSON.object(claims(of: subject, code.extraClaims)).serialized()
    }
    credential.accessToken = try newToken(.access, code, lifetime: traits.accessTokenLifetime)
    if traits.hasRefreshTokens {
      credential.refreshToken = try newToken(.refresh, code, lifetime: nil)
    }
    credential.expiresIn = traits.accessTokenLifetime.map { Int($0.components.seconds) }
    credential.isSingleUse = true
    return credential
  }

  /// The credential that an access token stands for; it can be presented again while it lives.
  func make(for person: Person, grant: Grant, token: IssuerToken) throws -> IdpCredential {
    let scopes = Scopes(token.scope)
    let subject = subject(of: person, grant: grant, scopes)
    var credential = IdpCredential(profile: try profile(of: subject, scopes, nil))
    credential.accessToken = token.token
    credential.tokenSecret = token.secret
    credential.expiresIn = token.expiresAt.map { Int($0.seconds - context.now.seconds) }
    return credential
  }

  private func traits() throws -> IssuerTraits {
    guard let traits = provider.issuer else {
      throw APIError.invalidIdpResponse("There is no \(provider.id) issuer here.")
    }
    return traits
  }

  /// The person as far as the scopes share it, on the way into a token or a profile.
  private func subject(
    of person: Person, grant: Grant, _ scopes: Scopes, nonce: String? = nil
  ) -> TokenSubject {
    let person = provider.shared(person, scopes)
    return TokenSubject(
      person: person, clientID: grant.clientID,
      issuer: IssuerName.local(of: provider, person: person, baseURL: context.baseURL),
      nonce: nonce, issuedAt: context.now,
      expiresAt: context.now + provider.idTokenLifetime(for: person), authTime: grant.grantedAt,
      pairwiseSeed: Hashing.sha256Hex("\(grant.clientID)\n\(person.subject)"))
  }

  /// What the issuer's own ID token would say.
  private func claims(of subject: TokenSubject, _ extra: String?) -> JSONObject {
    var claims = provider.tokenClaims(for: subject)
    claims.merge(Self.object(extra))
    return claims
  }

  /// - Parameter extra: claims that the mint call added, as JSON text.
  private func profile(
    of subject: TokenSubject, _ scopes: Scopes, _ extra: String?
  ) throws -> IdpProfile {
    var subject = subject
    if let extra {
      var more = subject.person.moreClaims
      // A null goes along: it takes a claim away.
      for member in Self.object(extra) { more[member.key] = member.value }
      subject.person.claims = JSON.object(more).serialized()
    }
    do {
      return try provider.profile(of: subject, scopes)
    } catch {
      throw APIError.invalidIdpResponse(error.detail)
    }
  }

  private static func object(_ text: String?) -> JSONObject {
    text.flatMap { try? JSON(parsing: $0) }?.object ?? [:]
  }

  private func newToken(
    _ kind: IssuerToken.Kind, _ code: AuthorizationCode, lifetime: Duration?
  ) throws -> String {
    let token = IssuerToken(
      token: (kind == .access ? "a" : "r") + context.ids.urlSafe(60), kind: kind,
      grantKey: code.grantKey, clientID: code.clientID, scope: code.scope, issuedAt: context.now,
      expiresAt: lifetime.map { context.now + $0 })
    try store.insert(token)
    return token.token
  }
}
