internal import EmuHTTP

/// A token of a client for itself (RFC 6749 §4.4).
struct ClientCredentialsGrant: ClientGrant {
  let name = "client_credentials"

  func response(to request: RedemptionContext, _ call: IssuerCall) throws -> Response {
    guard request.client.proofLevel != nil else {
      throw request.issuer.clientRefusal(
        reason: "A client that asks for itself needs a secret or a key (RFC 6749 §4.4).")
    }
    return try AccessTokenJWT(
      subject: request.clientID, request: request, scope: request.namedScopes()
    ).response(call)
  }
}
