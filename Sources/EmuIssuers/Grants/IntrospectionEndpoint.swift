internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// The introspection endpoint (RFC 7662): returns the state of a token to its client.
struct IntrospectionEndpoint: AnsweringEndpoint {
  let issuer: any FakeIssuer
  let call: IssuerCall

  func answer() throws -> Answer {
    let form = try TokenRequestForm(whole: call.request)
    let client = try issuer.presentedClient(form, call)
    let text = try form.required("token")
    let (origin, found) = try call.services.store.read { reader in
      // Also for an inactive token: its client must authenticate too.
      (
        try reader.origin(ofToken: text),
        try reader.validToken(text, of: issuer.id, now: call.now)
      )
    }
    try call.authenticate(client, at: issuer, origin: origin)
    guard let (token, _, person) = found, token.clientID == client.id else {
      call.explanation.add(
        .introspection, .chose,
        "The token is expired, revoked, unknown, or of another client; the answer is the same for each."
      )
      return .ready(.uncached(["active": false]))
    }
    var body: JSONObject = [
      "active": true, "scope": .string(token.scope), "client_id": .string(token.clientID),
      "sub": .string(person.subject), "aud": .string(token.clientID),
      "iss": .string(try issuer.issuerName(at: IssuerSite(issuer, call))),
      "iat": .int(token.issuedAt.seconds),
    ]
    body.setText("username", person.email)
    if token.kind == .access { body["token_type"] = .string(token.type) }
    if let key = token.keyThumbprint { body["cnf"] = ["jkt": .string(key)] }
    if let expiry = token.expiresAt { body["exp"] = .int(expiry.seconds) }
    issuer.options.applyRules(
      to: &body, of: .accessToken,
      for: IssuedFor(person, clientID: token.clientID, scopes: Scopes(token.scope)))
    return .ready(.uncached(body))
  }
}
