internal import EmuHTTP
internal import EmuIdentity
internal import EmuModel
internal import EmuStore

/// The two token endpoints of OAuth 1.0a, which return forms.
struct TwitterTokens: Sendable {
  let issuer: TwitterIssuer
  let call: IssuerCall

  /// Answers `oauth/request_token`: temporary credentials for a sign-in (RFC 5849 §2.1).
  func request() throws -> Answer {
    let request = try call.signed()
    let parameters = call.request.query
    let client = try AuthorizeClient(
      request["consumer_key"] ?? "", parameters, issuer.id, call)
    let check = try SignedRequestCheck(
      request, tokenSecret: "", config: client.config, now: call.now)
    if let problem = client.problem(at: issuer.id) {
      throw SignedRequestError.unauthenticated(problem)
    }
    guard let callback = request["callback"] else {
      throw SignedRequestError.bad("oauth_callback is missing; send the address of the app.")
    }
    if let problem = issuer.authorizeRules.redirects.problem(
      callback, registered: client.config?.redirectURIs ?? [])
    {
      throw SignedRequestError(
        status: .forbidden, code: 415,
        message: "Callback URL not approved for this client application. Approved callback URLs "
          + "can be adjusted in your application settings", reason: problem)
    }
    let token = RequestToken(
      token: call.services.ids.urlSafe(27), secret: call.services.ids.alphanumeric(32),
      issuer: issuer.id, clientID: client.id, project: client.project.id, callback: callback,
      expiresAt: call.now + RequestToken.lifetime, tenant: client.tenant)
    return call.write { writer in
      try check.recordNonce(writer, now: call.now)
      try writer.insert(token)
    } then: { _ in
      call.log(check)
      return .uncached(
        .form([
          "oauth_token": token.token, "oauth_token_secret": token.secret,
          "oauth_callback_confirmed": "true",
        ]))
    }
  }

  /// Answers `oauth/access_token`: an access token for a request token with a consent (RFC 5849
  /// §2.3).
  func exchange() throws -> Answer {
    let request = try call.signed()
    let store = call.services.store
    guard let text = request["token"], let sent = try store.read({ try $0.requestToken(text) }),
      sent.issuer == issuer.id
    else {
      throw SignedRequestError.deadToken(
        "oauth_token is missing, or no issuer of this emulator made it.")
    }
    let config = try call.clients(of: issuer).config(
      of: sent.clientID, project: sent.project, tenant: sent.tenant)
    let check = try SignedRequestCheck(
      request, tokenSecret: sent.secret, config: config, now: call.now)
    return call.write { writer in
      try check.recordNonce(writer, now: call.now)
      return try exchange(sent.token, check, verifier: request["verifier"], writer)
    } then: { token, person in
      call.log(check)
      return .uncached(
        .form([
          "oauth_token": token.token, "oauth_token_secret": token.secret ?? "",
          "user_id": person.subject, "screen_name": TwitterUser.screenName(of: person),
        ]))
    }
  }

  private func exchange(
    _ text: String, _ check: SignedRequestCheck, verifier: String?, _ writer: WriteTransaction
  ) throws -> (IssuerToken, Person) {
    let found = try RedeemableRequestToken.find(
      text, verifier: verifier, of: issuer.id, clients: [check.clientID], now: call.now,
      writer.reader)
    switch found {
    case .failure(let failure): throw SignedRequestError.deadToken(failure.reason)
    case .success(let redeemable):
      let access = try redeemable.redeem(
        scope: Twitter.legacyScope, at: call.now, call.services.ids, writer)
      return (access, redeemable.person)
    }
  }
}

extension IssuerCall {
  /// Returns the request's signature with its input.
  ///
  /// - Throws: Twitter's error for a request without one.
  func signed() throws -> SignedRequest {
    guard let request = SignedRequest(self) else {
      throw SignedRequestError.bad(
        "There are no parameters of OAuth 1.0a, neither in the Authorization header nor in the query or the form."
      )
    }
    return request
  }

  func log(_ check: SignedRequestCheck) {
    if let remark = check.remark { explanation.add(.signature, .warned, Reason(remark)) }
  }
}
