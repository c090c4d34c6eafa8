internal import EmuHTTP
internal import EmuModel

/// A token for the subject of a signed assertion (RFC 7523 §2.1).
struct JWTBearerGrant: ClientGrant {
  let name = PresentedToken.assertionGrant

  func client(impliedBy form: TokenRequestForm) -> String? {
    PresentedToken.issuer(ofAssertionIn: form)
  }

  func response(
    to client: ClientCredentials, _ config: ProviderConfig?, _ form: TokenRequestForm,
    _ issuer: any FakeIssuer, _ call: IssuerCall
  ) throws -> Response {
    let isOwn =
      config?.clientID == client.id && PresentedToken.issuer(ofAssertionIn: form) == client.id
    let assertion = try PresentedToken(
      form.required("assertion"), field: "assertion",
      audiences: issuer.grantAudiences(call),
      clientKeys: config?.keys(secret: isOwn ? config?.clientSecret : nil), issuer, call)
    return try AccessTokenJWT(
      subject: assertion.subject, client: client,
      audience: AccessTokenJWT.audience(form, client), scope: form["scope"]
    ).response(issuer, call)
  }
}
