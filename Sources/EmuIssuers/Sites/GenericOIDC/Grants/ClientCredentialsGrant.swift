internal import EmuHTTP
internal import EmuModel

/// A token of a client for itself (RFC 6749 §4.4).
struct ClientCredentialsGrant: ClientGrant {
  let name = "client_credentials"

  func response(
    to client: ClientCredentials, _ config: ProviderConfig?, _ form: TokenRequestForm,
    _ issuer: any FakeIssuer, _ call: IssuerCall
  ) throws -> Response {
    guard client.proofLevel != nil else {
      throw issuer.clientRefusal(
        reason: "A client that asks for itself needs a secret or a key (RFC 6749 §4.4).")
    }
    return try AccessTokenJWT(
      subject: client.id, client: client, audience: AccessTokenJWT.audience(form, client),
      scope: form["scope"]
    ).response(issuer, call)
  }
}
