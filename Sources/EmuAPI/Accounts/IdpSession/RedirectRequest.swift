internal import EmuHTTP
internal import EmuIssuance
internal import EmuModel
internal import EmuProviders
internal import EmuWire

/// The authorization request with which a browser goes to one of our issuers.
struct RedirectRequest {
  let redirect: BackendRedirect
  /// The authorization endpoint of an issuer on another server; nil for one of ours.
  let externalEndpoint: String?
  let session: IdpSession
  let sessionID: String
  let input: CreateAuthUriRequest
  let context: OperationContext

  /// What an app cannot set with `customParameter`, because the backend does.
  static let reserved: Set<String> = [
    "client_id", "response_type", "redirect_uri", "state", "scope", "response_mode", "nonce",
    "oauth_token", "emulator_project", "emulator_tenant",
  ]

  /// The parameters, in the order in which production has them.
  var fields: FormFields {
    var fields: FormFields = [
      "response_type": wantsIDToken ? "id_token" : "code", "client_id": clientID,
      "redirect_uri": session.redirectURI, "state": session.sealed,
      "scope": scopes.joined(separator: " "),
    ]
    if let mode = redirect.responseMode { fields.add("response_mode", mode) }
    if wantsIDToken {
      let raw = IdpSession.rawNonce(of: sessionID, project: context.project.id)
      fields.add("nonce", Hashing.sha256Hex(raw))
    }
    if let name = redirect.domainParameter, let domain = ProfileInput.given(input.hostedDomain) {
      fields.add(name, domain)
    }
    addCustom(to: &fields)
    guard externalEndpoint == nil else { return fields }
    fields.add("emulator_project", context.project.id)
    if let tenant = context.tenant { fields.add("emulator_tenant", tenant.id) }
    return fields
  }

  /// A request token, whose callback carries the state.
  var token: RequestToken {
    let mark = session.redirectURI.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
    return RequestToken(
      token: context.ids.urlSafe(27), secret: context.ids.alphanumeric(32),
      issuer: session.providerID, clientID: clientID, project: context.project.id,
      callback: "\(session.redirectURI)\(mark)state=\(session.sealed)",
      expiresAt: context.now + RequestToken.lifetime, tenant: context.tenant?.id)
  }

  /// The parameters of a sign-in by OAuth 1.0a.
  func fields(of token: RequestToken) -> FormFields {
    var fields: FormFields = ["oauth_token": token.token]
    addCustom(to: &fields)
    return fields
  }

  /// The issuer's address; Microsoft's names the tenant that `customParameter` asks for.
  func url(_ fields: FormFields) -> String {
    let tenant = input.customParameter?["tenant"] ?? "common"
    let path = redirect.path.replacing("{tenant}", with: PercentEncoding.pathSegment(tenant))
    let query = fields.map { field in
      PercentEncoding.queryComponent(field.name) + "="
        + PercentEncoding.queryComponent(field.value)
    }
    if let externalEndpoint {
      let mark = externalEndpoint.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
      return externalEndpoint + mark + asProductionWrites(query.joined(separator: "&"))
    }
    return context.baseURL + "/issuers/\(session.providerID)\(path)?"
      + query.joined(separator: "&")
  }

  /// Production leaves `:` and `/` as they are, and writes a space as `+`.
  private func asProductionWrites(_ query: String) -> String {
    guard context.rules.shape == .production else { return query }
    return query.replacing("%3A", with: ":").replacing("%2F", with: "/")
      .replacing("%20", with: "+")
  }

  private var config: ProviderConfig? { context.project.providers[session.providerID] }

  private var clientID: String {
    config?.clientID ?? config?.audiences.first ?? IssuerTraits.unconfiguredClient
  }

  /// Only `oidc.*` providers can be set up so; a code is preferred.
  private var wantsIDToken: Bool {
    session.providerID.hasPrefix("oidc.") && config?.responseType?.idToken == true
      && config?.responseType?.code != true
  }

  private var scopes: [String] {
    let asked = (input.oauthScope ?? "").split { $0 == " " || $0 == "," }.map(String.init)
    return redirect.scopes + asked.filter { !redirect.scopes.contains($0) }
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
