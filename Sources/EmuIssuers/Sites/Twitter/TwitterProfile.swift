internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// The person of a token, in the formats of versions 1.1 and 2.
struct TwitterProfile: Sendable {
  let issuer: TwitterIssuer
  let call: IssuerCall

  /// Answers `account/verify_credentials`, for signed requests.
  func verifyCredentials() throws -> Answer {
    let request = try call.signed()
    guard let text = request["token"], let found = try call.accessToken(text, of: issuer),
      let secret = found.token.secret
    else {
      throw SignedRequestError.deadToken(
        "oauth_token is missing, dead, or not of OAuth 1.0a at this issuer.")
    }
    let config = try call.clients(of: issuer).config(
      of: found.token.clientID,
      origin: call.services.store.read { try $0.origin(ofToken: text) })
    let check = try SignedRequestCheck(
      request, tokenSecret: secret, config: config, now: call.now)
    guard check.clientID == found.token.clientID else {
      throw SignedRequestError.deadToken(
        "The token was issued to the client \(found.token.clientID).")
    }
    var user = TwitterUser.document(of: shared(found))
    if call.request.query.first("include_email") != "true" { user["email"] = nil }
    if call.request.query.first("skip_status") == "true" { user["status"] = nil }
    return call.write { writer in
      try check.recordNonce(writer, now: call.now)
    } then: { [user] _ in
      call.log(check)
      return .uncached(user)
    }
  }

  /// Answers `users/me`, for bearer tokens: `id`, `name`, `username`, and the `user.fields`.
  func me() throws -> Answer {
    guard let text = call.bearerToken, let found = try call.accessToken(text, of: issuer),
      found.token.secret == nil
    else {
      throw TwitterProblem(
        status: .unauthorized, title: "Unauthorized",
        reason: "There is no Authorization: Bearer with a living OAuth 2.0 token of this issuer.")
    }
    let scopes = Scopes(found.token.scope).names
    guard scopes.contains("users.read"), scopes.contains("tweet.read") else {
      throw TwitterProblem(
        status: .forbidden, title: "Forbidden",
        reason: "users/me requires the scopes tweet.read and users.read; the token has "
          + "\"\(found.token.scope)\".")
    }
    let all = TwitterUser.secondDocument(of: shared(found))
    var data = JSONObject()
    let requested = (call.request.query.first("user.fields") ?? "").split(separator: ",")
      .map(String.init)
    for name in ["id", "name", "username"] + requested { data[name] = all[name] }
    call.log(omitted: requested.filter { all[$0] == nil }, of: "user.fields")
    return .ready(
      .uncached([
        "data": .object(data)
      ]))
  }

  private func shared(_ found: TokenWithPerson) -> Person {
    issuer.provider.shared(found.person, Scopes(found.token.scope))
  }
}

/// An error of Twitter's API version 2 (RFC 9457).
struct TwitterProblem: AnsweringError {
  let status: Status
  let title: String
  /// nil where it is the title.
  var detail: String?
  let reason: String?

  var response: Response {
    return .uncached(
      [
        "title": .string(title), "type": "about:blank", "status": .int(Int64(status.rawValue)),
        "detail": .string(detail ?? title),
      ], status: status)
  }
}
