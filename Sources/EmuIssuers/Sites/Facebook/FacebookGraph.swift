internal import EmuCrypto
internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// Graph's `/me`: the fields of a person that a token's permissions allow.
struct FacebookGraph {
  let issuer: FacebookIssuer
  let call: IssuerCall

  func me() throws -> Answer {
    let (token, _, person) = try caller()
    let all = Facebook.document(of: issuer.provider.shared(person, Scopes(token.scope)))
    let requested = try fields()
    var body = JSONObject()
    // Graph omits absent fields, and those that the permissions do not allow.
    for name in requested where name != "id" { body[name] = all[name] }
    body["id"] = all["id"]
    call.log(omitted: requested.filter { all[$0] == nil }, of: "fields")
    return .ready(.uncached(.json(body)))
  }

  /// Revokes the consent, as an app does when its user deletes the account.
  func removePermissions() throws -> Answer {
    let (_, consent, person) = try caller()
    let user = call.parameters["user"] ?? "me"
    guard user == "me" || user == person.subject else {
      throw FacebookError(
        "(#100) The user is not the one of the access token", code: 100,
        reason: "The token is of \(person.subject); the path names \(user.prefix(64)).")
    }
    return call.write { writer in
      try writer.revoke(consent, at: call.now)
    } then: { _ in
      .uncached(.json(Array(#"{"success":true}"#.utf8)))
    }
  }

  /// Parses `fields=id,name,picture.width(200){url}` to the names; the default is `name` and `id`.
  private func fields() throws(FacebookError) -> [String] {
    guard let text = call.request.query.filled("fields") else { return ["name"] }
    guard text.utf8.count <= 4096 else {
      throw FacebookError(
        "Syntax error: fields is too long", code: 2500, reason: "fields has over 4096 bytes.")
    }
    var names: [String] = []
    var depth = 0
    var name = ""
    for character in text {
      switch character {
      case "{", "(": depth += 1
      case "}", ")": depth -= 1
      case "," where depth == 0:
        names.append(name)
        name = ""
      default: if depth == 0 { name.append(character) }
      }
    }
    names.append(name)
    guard depth == 0, names.allSatisfy({ !$0.isEmpty }) else {
      throw FacebookError(
        "Syntax error \"Expected end of string instead of \",\".\" at character 0: \(text)",
        code: 2500, reason: "fields is not a list of names with commas between them.")
    }
    return names.map { String($0.prefix { $0 != "." }) }
  }

  /// Returns the active token of the request with its person, and checks the proof of the secret if
  /// sent.
  private func caller() throws -> (IssuerToken, Consent, Person) {
    try checkVersion()
    let sent = call.request.query.first("access_token") ?? call.bearerToken
    guard let text = sent, !text.isEmpty else {
      throw FacebookError(
        "An active access token must be used to query information about the current user.",
        code: 2500, reason: "There is no access_token in the query or the header.")
    }
    let stored = try call.services.store.read {
      try $0.issuerTokenWithPerson(text, of: issuer.id)?.token
    }
    guard let token = stored else {
      throw FacebookError(
        "Invalid OAuth access token - Cannot parse access token", code: 190,
        reason: "The issuer of \(issuer.id) did not make this access token.")
    }
    guard let found = try call.accessToken(text, of: issuer) else {
      throw Self.dead(token, at: call.now)
    }
    try checkProof(of: text, found.token)
    return (found.token, found.consent, found.person)
  }

  static func dead(_ token: IssuerToken, at now: Timestamp) -> FacebookError {
    guard let expiry = token.expiresAt, now >= expiry else {
      return FacebookError(
        "Error validating access token: The user has not authorized application "
          + "\(token.clientID).", code: 190, subcode: 458,
        reason: "The token or its consent was revoked.")
    }
    return FacebookError(
      "Error validating access token: Session has expired on \(expiry.rfc3339). The current time "
        + "is \(now.rfc3339).", code: 190, subcode: 463, reason: "The access token has expired.")
  }

  private func checkVersion() throws(FacebookError) {
    guard let version = call.parameters["version"] else { return }
    let parts = version.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    guard version.first == "v", parts.count == 2, parts.allSatisfy({ UInt16($0) != nil }) else {
      throw FacebookError(
        "Unknown path components: /\(version.prefix(32))", code: 2500,
        reason: "A version reads like v19.0.")
    }
  }

  /// Checks `appsecret_proof`, if sent, with the app's secret.
  private func checkProof(of text: String, _ token: IssuerToken) throws {
    guard let proof = call.request.query.first("appsecret_proof") else { return }
    let config = try call.clients(of: issuer).config(
      of: token.clientID, origin: call.services.store.read { try $0.origin(ofToken: text) })
    guard config?.clientID == token.clientID, let secret = config?.clientSecret else { return }
    let expected = HMAC.code(for: Array(text.utf8), key: Array(secret.utf8), using: .sha256)
    guard ConstantTime.areEqual(Array(proof.lowercased().utf8), Array(Hex.encode(expected).utf8))
    else {
      throw FacebookError(
        "Invalid appsecret_proof provided in the API argument", code: 100,
        reason: "It must be hex(HMAC-SHA256(access_token, key: app secret)).")
    }
  }
}
