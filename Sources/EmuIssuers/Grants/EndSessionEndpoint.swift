internal import EmuHTTP
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// The end of a session at the wish of a client (OpenID Connect RP-Initiated Logout 1.0).
///
/// Nobody stays signed in here, so there is nothing to end: the endpoint asks where it must, and
/// sends people back where it may.
struct EndSessionEndpoint {
  let issuer: any FakeIssuer
  let call: IssuerCall

  func answer() throws -> Answer {
    let isForm = call.request.method == .post && TokenForm.isForm(call.request)
    let parameters = AuthorizeParameters(
      fields: isForm ? call.request.form : call.request.query)
    if let name = parameters.repeated ?? parameters.unusable {
      throw refused("The parameter \(name.prefix(64)) comes twice, or is too long.")
    }
    let hinted = try parameters["id_token_hint"].map(client(ofHint:))
    let named = parameters["client_id"]
    if let hinted, let named, hinted != named {
      throw refused("id_token_hint was issued to \(hinted), not to client_id.")
    }
    let target = try parameters["post_logout_redirect_uri"].map { uri in
      try destination(uri, client: hinted ?? named, parameters)
    }
    guard hinted != nil || parameters["emulator_confirmed"] != nil else {
      return .ready(question(parameters, target))
    }
    guard let target else {
      return .ready(
        PageLayout(words: issuer.words, title: "You are signed out").response(
          "<p>The app named no address to go back to.</p>"))
    }
    return .ready(.redirect(to: target, status: isForm ? .seeOther : .found))
  }

  /// The audience of an ID token of ours; an expired one will do (§2).
  private func client(ofHint hint: String) throws -> String {
    let keys = try call.services.keys.publishedKeys(of: issuer.id).map(\.verificationKey)
    guard let token = try? CompactJWT(hint), JWTVerifier.verify(token, keys: keys).isValid,
      let payload = (try? token.payload()).flatMap({ try? JSON(parsing: $0) }),
      let client = RegisteredClaims(payload).audience.first
    else { throw refused("id_token_hint is no ID token of this issuer.") }
    return client
  }

  private func destination(
    _ uri: String, client id: String?, _ parameters: AuthorizeParameters
  ) throws -> String {
    let rules = issuer.signOutRules
    let config: ProviderConfig?
    if let id {
      let client = try AuthorizeClient(id, parameters, issuer.id, call)
      if let problem = client.problem(at: issuer.id) { throw refused(problem) }
      config = client.config
    } else if rules.needsClient {
      throw refused("post_logout_redirect_uri needs id_token_hint or client_id beside it.")
    } else {
      config = try call.services.store.project(call.services.defaultProject).providers[issuer.id]
    }
    let rule = RedirectRule(
      registered: (rules.usesSignInAddresses
        ? config?.redirectURIs : config?.postLogoutRedirectURIs) ?? [],
      loopbackHosts: issuer.authorizeRules.loopbackHosts)
    if let problem = rule.problem(uri) {
      throw refused("The post_logout_redirect_uri is not registered. \(problem)")
    }
    guard let state = parameters["state"] else { return uri }
    return uri + (uri.contains("?") ? "&" : "?") + "state="
      + PercentEncoding.queryComponent(state)
  }

  /// Without a hint anybody could have made the link, so the person is asked.
  private func question(_ parameters: AuthorizeParameters, _ target: String?) -> Response {
    let site = IssuerSite(issuer, call)
    return PageLayout(
      words: issuer.words, title: "Sign out of \(issuer.words.brand)?",
      formTargets: [target.flatMap(RedirectRule.policySource)].compactMap(\.self)
    ).response(
      """
      <form method="post" action="\(site.url(issuer.paths.endSession ?? ""))">
      \(parameters.fields.map { HTML.hidden($0.name, $0.value) })
      \(HTML.hidden("emulator_confirmed", "1"))
      <button class="main">Sign out</button>
      </form>
      <p>Goes to \(target ?? "nowhere").</p>
      """)
  }

  private func refused(_ message: String) -> PageError {
    PageError(words: issuer.words, code: "invalid_request", message: message)
  }
}
