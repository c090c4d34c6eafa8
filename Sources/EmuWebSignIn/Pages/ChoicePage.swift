internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

/// The page on which a provider's person is selected or created, or the sign-in fails.
///
/// Its ids and texts are those that public end-to-end suites use on the official emulator's page.
struct ChoicePage: Sendable {
  let visit: Visit
  let project: Project
  let provider: any IdentityProvider
  /// Nil for a provider without an issuer.
  let facts: SignInPageOptions?
  let failures: [(code: String, label: String)]
  /// One more than the page lists, if there are so many; of the links as well.
  let people: [Person]
  /// The links of the project's users to people that the issuer does not have.
  let links: [ProviderLink]
  /// The text that every listed account contains.
  var search: String?
  var typed = FormFields()
  var problem: String?

  /// The length of the list; a search finds the other people.
  static let longestList = 100

  var response: Response {
    var page = Page("Sign-in with \(name)")
    page.windowTitle = "Auth Emulator IDP Login Widget"
    page.layout = facts?.brand.lowercased()
    page.banner = .fakeProvider(facts?.brand ?? name)
    page.script = .form
    page.formTargets = ["http://localhost:*", "http://127.0.0.1:*", "https://localhost:*"]
    return page.response(
      """
      <p>to continue to <strong>\(app)</strong></p>
      \(problem.map { "<p role=\"alert\">\($0)</p>" as HTML })
      \(finder)
      <div id="content">
      \(accounts)
      </div>
      \(creation)
      \(endings)
      \(about)
      """, status: problem == nil ? .ok : .badRequest)
  }

  /// The name in the official emulator's form, such as `Google.com`; an id that a project chose
  /// stays as it is.
  private var name: String {
    if ["oidc.", "saml."].contains(where: visit.providerID.hasPrefix) { return visit.providerID }
    return visit.providerID.prefix(1).uppercased() + visit.providerID.dropFirst()
  }

  private var app: String {
    visit["appDisplayName"] ?? visit["ibi"] ?? visit["apn"] ?? visit["clientId"] ?? visit["appId"]
      ?? RedirectURI.host(of: visit["redirectUrl"] ?? "").map(String.init) ?? "your app"
  }

  private var about: HTML {
    let custom = visit.customParameters.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    let facts: [(String, String)?] = [
      ("Provider", visit.providerID), ("Project", project.id),
      visit.tenantID.map { ("Tenant", $0) },
      visit.scopes.isEmpty ? nil : ("Scopes", visit.scopes.joined(separator: ", ")),
      custom.isEmpty ? nil : ("Parameters", custom.joined(separator: ", ")),
      visit["hl"].map { ("Language", $0) },
    ]
    let rows = facts.compactMap(\.self).map { name, value in
      "<dt>\(name)</dt><dd>\(value)</dd>" as HTML
    }
    return "<details><summary>What the app asks for</summary><dl>\(rows)</dl></details>"
  }

  /// Returns a form whose target is the page's address with all parameters.
  private func form(_ content: HTML, id: HTML? = nil) -> HTML {
    """
    <form method="post" action="\(visit.target)"\(id)>
    \(content)
    </form>
    """
  }

  // MARK: Accounts

  /// The search for accounts that are not listed.
  private var finder: HTML? {
    let isCut = max(people.count, links.count) > Self.longestList
    guard isCut || search != nil else { return nil }
    let more: HTML? =
      isCut
      ? "<p>There are more than \(Self.longestList) accounts. Search for the others.</p>" : nil
    let none: HTML? =
      people.isEmpty && links.isEmpty ? "<p>No account has this text. Search for another.</p>" : nil
    return form(
      """
      \(more)
      \(none)
      <label for="search-input">Address, name or id</label>
      <input id="search-input" name="search" type="search" value="\(search ?? "")">
      <button name="action" value="search">Search</button>
      """, id: #" role="search""#)
  }

  /// The item that shows the form of a new account is in the list; a browser without scripts shows
  /// the form immediately.
  private var accounts: HTML {
    let title: HTML? = people.isEmpty && links.isEmpty ? nil : "<h2>Choose an account</h2>"
    let items =
      people.prefix(Self.longestList).map(row) + links.prefix(Self.longestList).map(row)
    return """
      \(title)
      \(form(
        """
        <ul id="accounts-list">
        \(items)
        <li id="add-account-button" class="js-new-account" hidden>\
        <button type="button" aria-controls="main-form"><div>Add new account</div></button></li>
        </ul>
        """))
      """
  }

  private func row(_ person: Person) -> HTML {
    var notes = [person.subject]
    if person.email != nil, !person.emailVerified { notes.append("address not verified") }
    if person.hideEmail { notes.append("hides the address") }
    return row(
      "person", person.subject, title: person.name.display, email: person.email, notes: notes)
  }

  private func row(_ link: ProviderLink) -> HTML {
    row(
      "link", link.rawID, title: link.displayName, email: link.email,
      notes: [link.rawID, "linked to a user of the project"])
  }

  /// Returns an item with the account's claims, as suites read them from the official page.
  private func row(
    _ field: String, _ value: String, title: String?, email: String?, notes: [String]
  ) -> HTML {
    var claims: JSONObject = ["sub": .string(value)]
    claims.setText("email", email)
    claims.setText("name", title)
    let token = PercentEncoding.queryComponent(JSON.object(claims).serialized())
    return """
      <li class="js-reuse-account" data-id-token="\(token)">\
      <button name="\(field)" value="\(value)">\
      <span class="mdc-list-item__primary-text">\(title ?? email ?? value)</span>\
      <small class="mdc-list-item__secondary-text">\(email ?? "no address")</small>\
      <small>\(notes.joined(separator: " · "))</small></button></li>
      """
  }

  // MARK: A new account

  private var creation: HTML {
    """
    <div id="add-user">
    <div id="form-content">
    \(form(fields, id: #" id="main-form" data-domain="\#(visit.hostedDomain)""#))
    </div>
    </div>
    """
  }

  private var fields: HTML {
    let hides: HTML? =
      provider.hidesEmail ? check("hideEmail", "Hide my e-mail: share a relay address", false) : nil
    let tenant = provider.tenancy.map { field("tenant", "tenant-input", $0.fieldLabel) }
    let picture: HTML? =
      provider.hasPictures
      ? field("photoUrl", "profile-photo-input", "Profile photo URL", type: "url") : nil
    let isVerified = project.switches.profile.rules.proposesVerifiedAddress
    return """
      <h2>Add an account</h2>
      <button type="button" id="autogen-button" hidden>\
      <div>Auto-generate user information</div></button>
      \(field("email", "email-input", "Email"))
      \(check("emailVerified", "Email verified", isVerified))
      \(hides)
      \(field("displayName", "display-name-input", "Display name"))
      \(field("screenName", "screen-name-input", screenNameLabel))
      \(picture)
      \(tenant)
      <label for="claims-input">More claims, as a JSON object</label>
      <textarea id="claims-input" name="claims" rows="2">\(typed.first("claims") ?? "")</textarea>
      <button type="submit" class="main" id="sign-in" name="action" value="create">\
      <span>Sign in with \(name)</span></button>
      <button type="button" id="back-button" hidden>Back to the accounts</button>
      """
  }

  /// The label; the field exists at every provider for suites that fill it.
  private var screenNameLabel: String {
    facts == nil || provider.handleClaim != nil
      ? "Screen name" : "Screen name (\(name) has none, and does not keep it)"
  }

  /// - Parameter type: not `email`: browsers rewrite an address at `exämple.de`, and send none that
  ///   begins with `jürgen`.
  private func field(
    _ name: String, _ id: String, _ label: String, type: String = "text"
  ) -> HTML {
    """
    <label for="\(id)">\(label)</label>
    <input id="\(id)" name="\(name)" type="\(type)" autocomplete="off" \
    value="\(typed.first(name) ?? expected[name] ?? "")">
    """
  }

  /// The values that the app's custom parameters request.
  private var expected: [String: String] {
    var values: [String: String] = [:]
    values["email"] = visit.customParameters["login_hint"]
    // Microsoft's names for several kinds of tenants are not a person's tenant.
    if let tenant = visit.customParameters["tenant"], !["common", "organizations"].contains(tenant)
    {
      values["tenant"] = tenant
    }
    return values
  }

  private func check(_ name: String, _ label: String, _ isOn: Bool) -> HTML {
    let isTicked = typed.isEmpty ? isOn : typed.first(name) != nil
    let mark: HTML? = isTicked ? " checked" : nil
    return """
      <label class="check"><input type="checkbox" name="\(name)" value="1"\(mark)>\(label)</label>
      """
  }

  // MARK: Other ends

  private var endings: HTML {
    let issuer: HTML? = facts.map { facts in
      """
      <p><a href="\(visit.target)&amp;emulator_page=issuer">Use the sign-in page of fake \
      \(facts.brand)</a></p>
      """
    }
    let ends: HTML = """
      <button name="action" value="cancel">Cancel</button>
      \(HTML.failures(failures))
      """
    return """
      \(form(ends))
      \(issuer)
      """
  }
}

extension InlineAsset {
  /// Shows and fills the form of a new account.
  static let form = InlineAsset(PackageResources.form_js)
}
