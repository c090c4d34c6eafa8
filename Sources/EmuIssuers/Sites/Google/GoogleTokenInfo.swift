internal import EmuHTTP
internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// Google's `tokeninfo`: the claims of a token, for debugging; every value is a text.
struct GoogleTokenInfo {
  let issuer: GoogleIssuer
  let call: IssuerCall

  func answer() throws -> Answer {
    var fields = call.request.query
    if TokenRequestForm.isForm(call.request) { fields.add(contentsOf: call.request.form) }
    let idToken = fields.first("id_token") ?? ""
    let accessToken = fields.first("access_token") ?? ""
    guard idToken.isEmpty != accessToken.isEmpty else {
      throw refusal("Send either id_token or access_token, in the query or a form.")
    }
    let info = idToken.isEmpty ? try info(accessToken: accessToken) : try info(idToken: idToken)
    return .ready(.uncached(info))
  }

  private func info(idToken: String) throws -> JSONObject {
    guard let header = try? CompactJWT(idToken).header(),
      let claims = try call.claims(of: idToken, signedBy: issuer)
    else { throw refusal("The id_token is not one that this issuer signed under its name.") }
    let registered = RegisteredClaims(claims)
    guard !registered.isExpired(now: call.now.seconds),
      !registered.isPremature(now: call.now.seconds)
    else { throw refusal("The id_token has expired, or is not good yet.") }
    var info = JSONObject()
    for member in claims { info[member.key] = .string(Self.text(member.value)) }
    info["alg"] = .string(header.algorithmName)
    info.setText("kid", header.kid)
    info["typ"] = "JWT"
    return info
  }

  private func info(accessToken: String) throws -> JSONObject {
    guard let (token, _, person) = try call.accessToken(accessToken, of: issuer),
      let expiry = token.expiresAt
    else {
      throw refusal("The access_token is unknown, expired or revoked.")
    }
    let scopes = Scopes(token.scope)
    let shared = issuer.provider.shared(person, scopes)
    var info: JSONObject = [
      "azp": .string(token.clientID), "aud": .string(token.clientID),
      "sub": .string(person.subject), "scope": .string(scopes.text),
      "exp": .string(String(expiry.seconds)),
      "expires_in": .string(String(expiry.seconds - call.now.seconds)),
    ]
    if let email = shared.email {
      info["email"] = .string(email)
      info["email_verified"] = .string(String(shared.emailVerified))
    }
    let isRenewable = try call.services.store.read { reader in
      try token.family.flatMap { try reader.authorizationCode($0) }?.isRenewable ?? false
    }
    info["access_type"] = isRenewable ? "offline" : "online"
    return info
  }

  private static func text(_ value: JSON) -> String { value.string ?? value.serialized() }

  private func refusal(_ reason: String) -> OAuthError {
    OAuthError("invalid_token", "Invalid Value", reason: reason)
  }
}
