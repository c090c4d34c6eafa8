internal import EmuCrypto
internal import EmuHTTP
internal import EmuIdentity
internal import EmuJOSE
internal import EmuModel

/// The authorization request that sends a browser to an issuer.
struct RedirectRequest {
  let redirect: BackendRedirect
  /// The authorization endpoint of an issuer on another server; nil for a local issuer.
  let externalEndpoint: String?
  /// The scopes that such an issuer lists, to which production limits the usual ones; nil for all.
  let listedScopes: [String]?
  let session: IdpSession
  let sessionID: String
  let input: CreateAuthUriRequest
  let context: OperationContext

  /// Parameters that the backend sets, so that `customParameter` cannot.
  static let reserved: Set<String> = [
    "client_id", "response_type", "redirect_uri", "state", "scope", "response_mode", "nonce",
    "oauth_token", "emulator_project", "emulator_tenant",
  ]

  /// The parameters in production's order.
  var fields: FormFields {
    var fields: FormFields = [
      "response_type": requestsIDToken ? "id_token" : "code", "client_id": clientID,
      "redirect_uri": session.redirectURI, "state": session.sealed,
      "scope": scopes.joined(separator: " "),
    ]
    if let mode = redirect.responseMode { fields.add("response_mode", mode) }
    if requestsIDToken {
      let raw = IdpSession.rawNonce(of: sessionID, project: context.project.id)
      fields.add("nonce", Digest.sha256.hex(raw))
    }
    if let name = redirect.domainParameter, let domain = input.hostedDomain.given {
      fields.add(name, domain)
    }
    addCustom(to: &fields)
    guard externalEndpoint == nil else { return fields }
    fields.add("emulator_project", context.project.id)
    if let tenant = context.tenant { fields.add("emulator_tenant", tenant.id) }
    return fields
  }

  /// A request token whose callback address contains the state.
  var token: RequestToken {
    let mark = session.redirectURI.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
    return RequestToken(
      token: context.ids.urlSafe(27), secret: context.ids.alphanumeric(32),
      issuer: session.providerID, clientID: clientID, project: context.project.id,
      callback: "\(session.redirectURI)\(mark)state=\(session.sealed)",
      expiresAt: context.now + RequestToken.lifetime, tenant: context.tenant?.id)
  }

  /// Returns the parameters of a sign-in by OAuth 1.0a.
  func fields(of token: RequestToken) -> FormFields {
    var fields: FormFields = ["oauth_token": token.token]
    addCustom(to: &fields)
    return fields
  }

  /// Returns the authorization address. Microsoft's contains the tenant of `customParameter`.
  func url(_ fields: FormFields) -> String {
    let tenant = input.customParameter?["tenant"].given ?? "common"
    let path = redirect.path.replacing("{tenant}", with: PercentEncoding.pathSegment(tenant))
    let query = fields.encodedForURL
    if let externalEndpoint {
      let mark = externalEndpoint.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
      return externalEndpoint + mark + context.rules.shape.query(query)
    }
    return context.baseURL + "/issuers/\(session.providerID)\(path)?\(query)"
  }

  private var config: ProviderConfig? { context.project.providers[session.providerID] }

  private var clientID: String {
    config?.clientID ?? config?.audiences.first ?? IssuerTraits.unconfiguredClient
  }

  /// True for an `oidc.*` provider that is configured for ID tokens and not for codes.
  private var requestsIDToken: Bool {
    ProviderFamily(of: session.providerID) == .oidc && config?.responseType?.idToken == true
      && config?.responseType?.code != true
  }

  private var scopes: [String] {
    let requested = (input.oauthScope ?? "").split { $0 == " " || $0 == "," }.map(String.init)
    let usual = redirect.scopes.filter { $0 == "openid" || listedScopes?.contains($0) != false }
    return usual + requested.filter { !usual.contains($0) }
  }

  private func addCustom(to fields: inout FormFields) {
    for member in (input.customParameter ?? [:]).sorted(by: { $0.key < $1.key }) {
      if member.key == "tenant", redirect.path.contains("{tenant}") { continue }
      guard !Self.reserved.contains(member.key) else {
        context.explain(
          .customParameter, .chose,
          "\(member.key.prefix(64)) is reserved: the backend sets it itself.")
        continue
      }
      fields.add(member.key, member.value)
    }
  }
}
