internal import EmuHTTP
internal import EmuModel

/// A token for the subject of a signed assertion (RFC 7523 §2.1).
struct JWTBearerGrant: ClientGrant {
  let name = PresentedToken.assertionGrant

  func response(to request: RedemptionContext, _ call: IssuerCall) throws -> Response {
    let (config, client) = (request.config, request.clientID)
    let isOwn =
      config?.clientID == client && PresentedToken.issuer(ofAssertionIn: request.form) == client
    let assertion = try PresentedToken(
      request.form.required("assertion"), field: "assertion",
      audiences: request.issuer.grantAudiences(call),
      clientKeys: config?.keys(secret: isOwn ? config?.clientSecret : nil), request.issuer, call)
    return try AccessTokenJWT(
      subject: assertion.subject, request: request, scope: request.namedScopes()
    ).response(call)
  }
}
