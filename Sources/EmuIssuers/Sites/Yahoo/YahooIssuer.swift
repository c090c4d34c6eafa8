internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

/// Yahoo's issuer.
struct YahooIssuer: FakeIssuer {
  let provider: any IdentityProvider = Yahoo()
  var options = IssuerOptions()
  let paths = IssuerPaths(
    authorize: Yahoo.redirect.path, keys: "/openid/v1/certs", token: "/oauth2/get_token",
    revocation: "/oauth2/revoke", introspection: "/oauth2/introspect",
    userInfo: "/openid/v1/userinfo")

  let words = IssuerWords(brand: "Yahoo", deny: "Cancel and go back")

  let authorizeRules = AuthorizeRules(
    responses: ResponseTypeRules(types: [
      "code", "token", "id_token", "code token", "code id_token", "token id_token",
      "code token id_token",
    ]),
    scopes: ScopeRules(separators: [" ", ","], ofNone: Yahoo.redirect.scopes), pkce: nil)

  let defaultScopes = Yahoo.redirect.scopes

  let tokenRules = TokenRules(tokenType: "bearer")

  let revocationRules = RevocationRules(endsConsent: false)

  /// Adds the person's id of older APIs.
  func complete(
    _ body: inout JSONObject, of redemption: Redemption, _ context: RedemptionContext,
    _ call: IssuerCall
  ) {
    body["xoauth_yahoo_guid"] = .string(redemption.person.subject)
  }

  /// Returns userinfo with nicknames, and the picture in several sizes.
  func userInfo(_ claims: JSONObject) -> JSONObject {
    var info = claims
    if let name = claims["given_name"] ?? claims["name"] { info["nickname"] = name }
    if let email = claims["email"]?.string {
      info["preferred_username"] = .string(String(email.prefix { $0 != "@" }))
    }
    if let picture = claims["picture"] {
      info["profile_images"] = [
        "image32": picture, "image64": picture, "image128": picture, "image192": picture,
      ]
    }
    return info
  }

  func metadata(at site: IssuerSite) -> JSONObject {
    [
      "grant_types_supported": ["authorization_code", "refresh_token"],
      "response_modes_supported": ["query"],
      "subject_types_supported": ["public"],
      "scopes_supported": ["openid", "openid2", "profile", "email"],
      "claims_supported": [
        "aud", "email", "email_verified", "birthdate", "exp", "family_name", "given_name", "iat",
        "iss", "locale", "name", "sub", "auth_time",
      ],
    ]
  }
}
