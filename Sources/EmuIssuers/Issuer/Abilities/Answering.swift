internal import EmuHTTP
internal import EmuIssuance
internal import EmuJSON
internal import EmuModel
internal import EmuProviders

/// The ability to answer with more members at the token endpoint.
protocol TokenCompleting {
  func completeTokens(
    _ body: inout JSONObject, of redemption: Redemption, _ form: TokenForm, _ call: IssuerCall
  ) throws
}

/// The ability to answer in another form than JSON at the token endpoint.
protocol TokenWriting {
  func tokenResponse(_ members: JSONObject, to request: Request) -> Response
}

/// The ability to say something else at userinfo than an ID token would.
protocol UserInfoWriting {
  func ownUserInfo(from claims: JSONObject) -> JSONObject
}

/// The ability to renew tokens by rules of its own.
protocol Renewing {
  /// When a new refresh token ends; nil where it lives as long as the consent.
  ///
  /// - Parameter old: the one that is renewed; nil at a sign-in.
  func newRefreshExpiry(after old: IssuerToken?, _ redemption: RedemptionContext) -> Timestamp?

  /// Which scopes a renewal may ask for.
  func renewableScopes(_ token: IssuerToken, _ grant: Grant) -> Scopes

  /// Why tokens of a person's sign-in are not given here; nil when they are.
  func redemptionRefusal(of redemption: Redemption, _ form: TokenForm, _ call: IssuerCall)
    -> OAuthError?
}

/// The ability to leave out the ID token of a renewal.
protocol IDTokenRenewing {
  /// Whether a renewal comes with an ID token where the sign-in came with one.
  func repeatsIDToken(_ config: ProviderConfig?) -> Bool
}

extension FakeIssuer {
  func complete(
    _ body: inout JSONObject, of redemption: Redemption, _ form: TokenForm, _ call: IssuerCall
  ) throws {
    try (self as? any TokenCompleting)?.completeTokens(&body, of: redemption, form, call)
  }

  func response(tokens members: JSONObject, to request: Request) -> Response {
    (self as? any TokenWriting)?.tokenResponse(members, to: request)
      ?? .uncached(.json(JSON.object(members).serializedBytes()))
  }

  func userInfo(_ claims: JSONObject) -> JSONObject {
    (self as? any UserInfoWriting)?.ownUserInfo(from: claims) ?? claims
  }

  func refreshTokenExpiry(
    after old: IssuerToken?, _ redemption: RedemptionContext
  ) -> Timestamp? {
    if let renewing = self as? any Renewing {
      return renewing.newRefreshExpiry(after: old, redemption)
    }
    return traits.refreshTokenLifetime.map { redemption.now + $0 }
  }

  func renewable(_ token: IssuerToken, _ grant: Grant) -> Scopes {
    (self as? any Renewing)?.renewableScopes(token, grant) ?? Scopes(token.scope)
  }

  func refusal(
    of redemption: Redemption, _ form: TokenForm, _ call: IssuerCall
  ) -> OAuthError? { (self as? any Renewing)?.redemptionRefusal(of: redemption, form, call) }

  func renewsIDToken(_ config: ProviderConfig?) -> Bool {
    (self as? any IDTokenRenewing)?.repeatsIDToken(config) ?? true
  }
}
