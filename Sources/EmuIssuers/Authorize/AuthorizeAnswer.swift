internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

/// The response to the client after a consent.
struct AuthorizeAnswer: Sendable {
  let flow: AuthorizeFlow
  let request: AuthorizeRequest
  let authorization: Authorization
  private let idToken: IDTokenDraft?

  /// Meets the faults of the ID token, so it belongs to the transaction of the consent.
  init(flow: AuthorizeFlow, request: AuthorizeRequest, authorization: Authorization) {
    self.flow = flow
    self.request = request
    self.authorization = authorization
    guard request.types.contains(.idToken) else {
      idToken = nil
      return
    }
    var draft = IDTokenDraft(
      issuer: flow.issuer.tokens, person: authorization.person, scopes: authorization.scopes,
      clientID: flow.client.id, baseURL: flow.call.baseURL, config: flow.client.config,
      issuedAt: flow.call.now, authTime: authorization.authTime)
    draft.nonce = request.nonce
    draft.accessToken = authorization.accessToken?.token
    draft.code = authorization.code
    draft.extraClaims = flow.issuer.claims(requestedBy: request, authorization.authTime) ?? [:]
    idToken = draft.meetingFaults(flow.call)
  }

  /// Returns all fields except `state` and `iss`, which errors have too.
  func fields() throws -> FormFields {
    var fields = FormFields()
    if let code = authorization.code { fields.add("code", code) }
    if let idToken {
      fields.add("id_token", try idToken.sign(with: flow.call.services).token)
    }
    if let token = authorization.accessToken {
      fields.add("access_token", token.token)
      fields.add("token_type", token.type)
      if let lifetime = token.lifetime {
        fields.add("expires_in", String(lifetime.components.seconds))
      }
    }
    if flow.issuer.authorizeRules.scopes.comeWithCode || authorization.accessToken != nil {
      fields.add("scope", authorization.scopes.text)
    }
    if let user = userText { fields.add("user", user) }
    flow.issuer.complete(&fields, of: authorization, flow)
    return fields
  }

  /// The text with the name that the provider sends once: unsigned, beside the token, only in a
  /// form.
  private var userText: String? {
    guard let sharing = flow.issuer.provider.oneTimeSharing, authorization.isFirst,
      request.mode == .formPost, !request.scopes.sharing.isEmpty
    else { return nil }
    return sharing.text(
      for: flow.issuer.provider.shared(authorization.person, request.scopes))
  }
}
