internal import EmuCrypto
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// A page that is a client of the issuer, and shows each step of a code flow with PKCE.
///
/// The browser sends every request, so options, defects and faults apply as to any client.
struct Debugger: AnsweringEndpoint {
  let issuer: any FakeIssuer
  let call: IssuerCall

  func answer() throws -> Answer {
    let fields = call.request.method == .post ? call.request.form : call.request.query
    guard let state = fields.first("state") else { return .ready(try start(fields)) }
    guard let flow = seal.open(state) else {
      throw issuer.pageError(
        "invalid_request",
        "The state of this callback is too old, or not one of this page. Start again at "
          + "\(address).")
    }
    return .ready(try callback(fields, flow))
  }

  private var site: IssuerSite { IssuerSite(issuer, call, tenant: "common") }

  private var address: String { site.url(issuer.paths.debugger ?? "") }

  private var seal: SealedForm {
    call.sealedForm("debugger \(issuer.id)")
  }

  // MARK: - The authorization request

  /// Returns the page before the sign-in, with the request that begins it.
  private func start(_ fields: FormFields) throws -> Response {
    let ids = call.services.ids
    let scope = fields.first("scope") ?? defaultScope
    let client = try fields.first("client_id") ?? defaultClient()
    let secret = fields.first("client_secret") ?? "secret"
    let (verifier, nonce) = (ids.urlSafe(43), ids.urlSafe(22))
    let state = seal.seal(
      ["verifier": verifier, "nonce": nonce, "client_id": client, "client_secret": secret])
    var request: FormFields = [
      "response_type": "code", "client_id": client, "redirect_uri": address, "scope": scope,
      "state": state, "nonce": nonce, "code_challenge_method": "S256",
      "code_challenge": Base64URL.encode(Digest.sha256.hash(Array(verifier.utf8))),
    ]
    if issuer.authorizeRules.scopes.requireForm { request.add("response_mode", "form_post") }
    if case .offlineAccess = issuer.authorizeRules.renewal {
      request.add("access_type", "offline")
      request.add("prompt", "consent")
    }
    let url = "\(site.url(issuer.paths.authorize ?? ""))?\(request.encoded)"
    return page(
      """
      <p>This page is a client. It signs in by the authorization code flow with PKCE, and shows each \
      request and answer.</p>
      <h2>1. Authorization request</h2>
      \(list(request))
      <pre>\(url)</pre>
      <a class="button main" href="\(url)">Sign in</a>
      <details>
      <summary class="button">Change the request</summary>
      <form action="\(address)">
      \(field("client_id", "Client", client))
      \(field("client_secret", "Client secret", secret))
      \(field("scope", "Scopes, with spaces between", scope))
      <button class="main">Show this request</button>
      </form>
      </details>
      """)
  }

  private var defaultScope: String {
    var names = issuer.defaultScopes
    if case .scope(let offline) = issuer.authorizeRules.renewal, !names.contains(offline) {
      names.append(offline)
    }
    return names.joined(separator: " ")
  }

  /// Returns the client that the default project has configured, if any.
  private func defaultClient() throws -> String {
    let project = try call.services.store.project(call.services.defaultProject)
    return issuer.options.clients?.first?.clientId
      ?? project.providers[issuer.id].flatMap(issuer.defaultClient) ?? "debugger"
  }

  // MARK: - The callback

  /// Returns the page of the callback; its script sends the later requests.
  private func callback(_ fields: FormFields, _ flow: FormFields) throws -> Response {
    let again: HTML = #"<p><a href="\#(address)">Start again</a></p>"#
    let received: HTML = """
      <h2>2. Callback</h2>
      \(list(fields))
      """
    guard let code = fields.first("code") else {
      let reason = fields.first("error_description") ?? fields.first("error") ?? "It has no code."
      return page(
        """
        \(received)
        <p class="error" role="alert">The sign-in failed: \(reason)</p>
        \(again)
        """)
    }
    let setup = try setup(flow, code: code).serialized()
    return page(
      """
      \(received)
      <div id="request">
      <h2>3. Token request</h2>
      <pre id="curl">The next requests are sent by a script, which this browser does not run.</pre>
      <button class="main" id="send" type="button">Send the token request</button>
      </div>
      <div id="exchange" data-setup="\(setup)"></div>
      \(again)
      """, script: InlineAsset(PackageResources.debugger_js))
  }

  /// Returns the values for the script: paths, forms and what the ID token must have.
  private func setup(_ flow: FormFields, code: String) throws -> JSON {
    let document = try Discovery.document(issuer, at: site)
    func path(_ name: String) -> JSON {
      // Below the page's own origin, which it may call.
      document[name]?.string.map { .string($0.replacing(site.baseURL, with: "")) } ?? .null
    }
    let (client, secret) = (flow.first("client_id") ?? "", flow.first("client_secret") ?? "")
    let isInForm = issuer.clientAuthentication.contains(.post)
    var exchange: JSONObject = [
      "grant_type": "authorization_code", "code": .string(code),
      "redirect_uri": .string(address), "code_verifier": .string(flow.first("verifier") ?? ""),
      "client_id": .string(client),
    ]
    var refresh: JSONObject = ["grant_type": "refresh_token", "client_id": .string(client)]
    var setup: JSONObject = [
      "token": path("token_endpoint"), "keys": path("jwks_uri"),
      "userInfo": path("userinfo_endpoint"), "issuer": document["issuer"] ?? "",
      "clientId": .string(client), "nonce": .string(flow.first("nonce") ?? ""),
    ]
    if !secret.isEmpty, isInForm {
      exchange["client_secret"] = .string(secret)
      refresh["client_secret"] = .string(secret)
    } else if !secret.isEmpty {
      let pair = [client, secret].map(PercentEncoding.queryComponent).joined(separator: ":")
      setup["basic"] = .string("Basic \(Base64URL.encodePadded(Array(pair.utf8)))")
    }
    setup["exchange"] = .object(exchange)
    setup["refresh"] = .object(refresh)
    return .object(setup)
  }

  // MARK: - Markup

  private func page(_ content: HTML, script: InlineAsset? = nil) -> Response {
    var page = Page("Debugger of \(issuer.id)")
    page.layout = "debugger"
    page.banner = .fakeProvider(issuer.words.brand)
    page.script = script
    page.callsEmulator = script != nil
    return page.response(content)
  }

  private func list(_ fields: FormFields) -> HTML {
    let rows: [HTML] = fields.map { field in
      "<dt>\(field.name)</dt><dd><code>\(field.value)</code></dd>"
    }
    return "<dl>\(rows)</dl>"
  }

  private func field(_ name: String, _ label: String, _ value: String) -> HTML {
    """
    <label for="\(name)">\(label)</label>
    <input id="\(name)" name="\(name)" autocomplete="off" value="\(value)">
    """
  }
}
