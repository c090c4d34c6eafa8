internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

/// Tokens of an app without a person (RFC 6749 §4.4).
struct MicrosoftClientCredentials: ClientGrant {
  let name = "client_credentials"
  let version: MicrosoftVersion

  func response(to request: RedemptionContext, _ call: IssuerCall) throws -> Response {
    let (issuer, client, form) = (request.issuer, request.client, request.form)
    let name = call.parameters["tenant"] ?? ""
    guard case .directory(let tenant)? = MicrosoftTenant(name) else {
      throw MicrosoftError(
        50059, reason: "An app signs in at one tenant: put its id or domain in place of \(name).")
    }
    guard let proof = client.proofLevel else {
      throw MicrosoftError(
        7_000_218, ["client": client.id],
        reason: "An app that signs in by itself needs a secret or a key.")
    }
    let names = try request.namedScopes() ?? [form.required(issuer.authorizeRules.scopes.field)]
    let namesResource = version == .one && form["resource"] != nil
    let scope = namesResource ? names[names.count - 1] : Scopes(names).text
    guard scope.hasSuffix("/.default"), !scope.contains(" ") else {
      throw MicrosoftError(
        1_002_012, ["name": String(scope.prefix(128))],
        reason: "The scope must be a resource and /.default, such as "
          + "https://graph.microsoft.com/.default.")
    }
    let answer = call.nextAnswer(of: issuer)
    var token = MicrosoftAPIToken(
      clientID: client.id, resource: MicrosoftScopes.resource(of: scope), tenant: tenant,
      clientProof: proof,
      version: (request.config?.registration ?? AppRegistration()).accessTokenVersion(),
      lifetime: 0, answer: answer)
    let lifetime =
      answer?.expiresInSeconds
      ?? issuer.tokens.resolved(for: token.issuedForApp).traits.accessTokenSeconds
    token.lifetime = lifetime
    var body: JSONObject = [
      "token_type": "Bearer", "expires_in": .int(lifetime), "ext_expires_in": .int(lifetime),
      "access_token": .string(try token.signedForApp(issuer, call)),
    ]
    version.rename(&body, MicrosoftScopes(Scopes(scope)), now: call.now)
    return .uncached(body)
  }
}

extension ClientCredentials {
  /// The value of `azpacr`; nil for a client without credentials.
  var proofLevel: Int? {
    switch proof {
    case .none: nil
    case .secret: 1
    case .assertion: 2
    }
  }
}
