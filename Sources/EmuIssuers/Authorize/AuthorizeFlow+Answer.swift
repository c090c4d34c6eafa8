internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

// The response to the client after a consent.
extension AuthorizeFlow {
  /// Returns the ID token of an authorization. It meets the faults of ID tokens, so it belongs to
  /// the transaction of the consent.
  func idToken(of authorization: Authorization, to request: AuthorizeRequest) -> IDTokenDraft {
    var draft = IDTokenDraft(
      issuer: issuer.tokens, person: authorization.person, scopes: authorization.scopes,
      clientID: client.id, baseURL: call.baseURL, config: client.config, issuedAt: call.now,
      authTime: authorization.authTime)
    draft.nonce = request.nonce
    draft.accessToken = authorization.accessToken?.token
    draft.code = authorization.code
    draft.extraClaims = issuer.claims(requestedBy: request, authorization.authTime) ?? [:]
    return draft.meetingFaults(call)
  }

  /// Returns all fields except `state` and `iss`, which errors have too.
  func fields(of authorization: Authorization, to request: AuthorizeRequest) throws -> FormFields {
    var fields = FormFields()
    if let code = authorization.code { fields.add("code", code) }
    if let idToken = authorization.idToken {
      fields.add("id_token", try idToken.sign(with: call.services).token)
    }
    if let token = authorization.accessToken {
      fields.add("access_token", token.token)
      fields.add("token_type", token.type)
      if let lifetime = token.lifetime {
        fields.add("expires_in", String(lifetime.components.seconds))
      }
    }
    if issuer.authorizeRules.scopes.comeWithCode || authorization.accessToken != nil {
      fields.add("scope", authorization.scopes.text)
    }
    if let user = sharedUser(authorization, request) { fields.add("user", user) }
    issuer.complete(&fields, of: authorization, self)
    return fields
  }

  /// Returns the text with the name that the provider sends once: unsigned, beside the token, only
  /// in a form.
  private func sharedUser(
    _ authorization: Authorization, _ request: AuthorizeRequest
  ) -> String? {
    guard let sharing = issuer.provider.oneTimeSharing, authorization.isFirst,
      request.mode == .formPost, !request.scopes.sharing.isEmpty
    else { return nil }
    return sharing.text(for: issuer.provider.shared(authorization.person, request.scopes))
  }
}

extension FakeIssuer {
  /// Returns the claims that the request or its page requested; nil for none.
  func claims(requestedBy request: AuthorizeRequest, _ authTime: Timestamp) -> JSONObject? {
    guard request.requestsAuthTime, provider.includesAuthTimeOnRequest else {
      return request.claims
    }
    let shift = Duration.seconds(options.timeOffsetSeconds ?? 0)
    var claims: JSONObject = ["auth_time": .int((authTime + shift).seconds)]
    // Set one by one: a null removes a claim, so it must be kept.
    for member in request.claims ?? [:] { claims[member.key] = member.value }
    return claims
  }
}
