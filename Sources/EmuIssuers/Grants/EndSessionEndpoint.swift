internal import EmuHTTP
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// The endpoint for a sign-out by a client (OpenID Connect RP-Initiated Logout 1.0).
///
/// The issuer keeps no sessions, so nothing ends: the endpoint asks if it must, and redirects if it
/// may.
struct EndSessionEndpoint: AnsweringEndpoint {
  let issuer: any FakeIssuer
  let call: IssuerCall

  func answer() throws -> Answer {
    let isForm = call.request.method == .post && TokenRequestForm.isForm(call.request)
    let parameters = isForm ? call.request.form : call.request.query
    if let name = parameters.repeated {
      throw refused("The parameter \(name.prefix(64)) is repeated.")
    }
    if let problem = parameters.problem { throw refused(problem) }
    let hint = try parameters.filled("id_token_hint").map(read(hint:))
    let hinted = hint?.client
    let named = parameters.filled("client_id")
    if let hinted, let named, hinted != named {
      throw refused(
        "id_token_hint was issued to \(hinted.prefix(128)), and client_id is \(named.prefix(128)).")
    }
    let target = try parameters.filled("post_logout_redirect_uri").map { uri in
      try destination(uri, client: hinted ?? named, parameters)
    }
    guard hinted != nil || parameters.filled("emulator_confirmed") != nil else {
      return .ready(try question(parameters, target))
    }
    let notice = try hint.flatMap { try self.notice(of: $0, parameters) }
    if call.requestsDescription {
      let fields: FormFields = notice.map { ["frontchannel_logout_uri": $0] } ?? [:]
      return .ready(IssuerCall.description(fields, target, target.map { _ in .query }))
    }
    if let notice { return .ready(goodbye(target, notice: notice)) }
    guard let target else { return .ready(goodbye(nil, notice: nil)) }
    return .ready(.redirect(to: target, status: isForm ? .seeOther : .found))
  }

  /// The client and claims of `id_token_hint`.
  private typealias Hint = (client: String, claims: JSONObject)

  /// Returns the app's address for the sign-out (OpenID Connect Front-Channel Logout 1.0); nil if
  /// the project has registered none.
  private func notice(of hint: Hint, _ parameters: FormFields) throws -> String? {
    let client = try AuthorizeClient(hint.client, parameters, issuer.id, call)
    guard let address = client.config?.registration?.logoutUrl,
      RedirectRules.policySource(of: address)?.contains("://") == true
    else { return nil }
    let fields = ["iss", "sid"].compactMap { name in
      hint.claims[name]?.string.map { "\(name)=\(PercentEncoding.queryComponent($0))" }
    }
    return address + (address.contains("?") ? "&" : "?") + fields.joined(separator: "&")
  }

  /// Returns the page after a sign-out, which calls the app in a hidden frame.
  private func goodbye(_ target: String?, notice: String?) -> Response {
    let frame: HTML? = notice.map { #"<iframe hidden src="\#($0)"></iframe>"# }
    let link: HTML =
      target.map { #"<p><a href="\#($0)">Back to the app</a></p>"# }
      ?? "<p>The app named no address to go back to.</p>"
    var page = Page("You are signed out", of: issuer.words)
    page.frames = [notice.flatMap(RedirectRules.policySource)].compactMap(\.self)
    page.next = target
    return page.response("\(frame)\(link)")
  }

  /// Reads an ID token of this issuer, which may have expired (OpenID Connect RP-Initiated Logout
  /// §2).
  private func read(hint: String) throws -> Hint {
    guard let claims = try call.claims(of: hint, signedBy: issuer),
      let client = RegisteredClaims(claims).audience.first
    else { throw refused("id_token_hint is not an ID token of this issuer.") }
    return (client, claims)
  }

  private func destination(
    _ uri: String, client id: String?, _ parameters: FormFields
  ) throws -> String {
    let rules = issuer.authorizeRules.redirects
    let config: ProviderConfig?
    if let id {
      let client = try AuthorizeClient(id, parameters, issuer.id, call)
      if let problem = client.problem(at: issuer.id) { throw refused(problem) }
      config = client.config
    } else if !rules.serveSignOuts {
      throw refused("post_logout_redirect_uri needs id_token_hint or client_id beside it.")
    } else {
      config = try call.services.store.project(call.services.defaultProject).providers[issuer.id]
    }
    let registered =
      rules.serveSignOuts ? config?.registeredRedirectURIs : config?.postLogoutRedirectURIs
    if let problem = rules.problem(uri, registered: registered ?? []) {
      throw refused("The post_logout_redirect_uri is not registered. \(problem)")
    }
    guard let state = parameters.filled("state") else { return uri }
    return uri + (uri.contains("?") ? "&" : "?") + "state="
      + PercentEncoding.queryComponent(state)
  }

  /// Returns the page that asks the person: without a hint, anyone could have created the link.
  private func question(_ parameters: FormFields, _ target: String?) throws -> Response {
    guard !call.requestsDescription else {
      throw issuer.pageError(
        "invalid_request",
        "emulator_answer=json answers a request that needs no page. Add id_token_hint, or "
          + "emulator_confirmed=1.", .unknownFailure)
    }
    let site = IssuerSite(issuer, call)
    return Page(
      "Sign out of \(issuer.words.brand)?", of: issuer.words,
      formTargets: [target.flatMap(RedirectRules.policySource)]
    ).response(
      """
      <form method="post" action="\(site.url(issuer.paths.endSession ?? ""))">
      \(parameters.map { HTML.hidden($0.name, $0.value) })
      \(HTML.hidden("emulator_confirmed", "1"))
      <button class="main">Sign out</button>
      </form>
      \(target.map { "<p>Goes to \($0).</p>" as HTML })
      """)
  }

  private func refused(_ message: String) -> PageError {
    var error = issuer.pageError("invalid_request", message)
    error.refusedAct = "sign you out"
    return error
  }
}
