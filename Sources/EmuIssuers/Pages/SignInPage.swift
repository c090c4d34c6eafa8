internal import EmuHTTP
internal import EmuModel
internal import EmuStore

/// The page on which a person is picked or made, or the sign-in fails.
struct SignInPage {
  let flow: AuthorizeFlow
  let request: AuthorizeRequest
  /// What the visitor typed before, when it was refused.
  var typed = FormFields()
  /// Why it was refused.
  var problem: String?

  /// More people than this are found by their address alone.
  private static let longestList = 100

  func response() throws -> Response {
    let scope = PeopleScope(projectKey: flow.client.project.key, issuer: flow.issuer.id)
    let people = try flow.call.services.store.read { try $0.people(in: scope) }
    return PageLayout(
      words: words, title: "Sign in with \(words.brand)",
      // Apps often send people on, and a browser holds the whole way against the policy.
      formTargets: [
        "http://localhost:*", "http://127.0.0.1:*", "https://localhost:*",
        RedirectRule.policySource(of: flow.redirectURI),
      ].compactMap(\.self)
    ).response(
      """
      \(complaint)
      \(about)
      \(list(sorted(people)))
      \(creation)
      \(leaving)
      """, status: problem == nil ? .ok : .badRequest)
  }

  private var complaint: HTML? {
    problem.map { #"<p class="error" role="alert">\#($0)</p>"# }
  }

  private var words: IssuerWords { flow.issuer.words }

  private var hint: String? { flow.parameters["login_hint"] }

  private var about: HTML {
    """
    <p>to continue to <strong>\(flow.client.id)</strong></p>
    <dl>
    <dt>Shares</dt><dd>\(request.scopes.names.isEmpty ? "nothing" : request.scopes.text)</dd>
    <dt>Goes to</dt><dd>\(flow.redirectURI)</dd>
    <dt>Project</dt><dd>\(flow.client.project.id)</dd>
    </dl>
    """
  }

  /// A form around a content, with the request in it.
  private func form(_ content: HTML) -> HTML {
    let site = IssuerSite(flow.issuer, flow.call)
    let sealed = flow.call.sealedForm(of: flow.issuer)
      .seal(flow.parameters.fields, now: flow.call.now)
    return """
      <form method="post" action="\(site.url(flow.issuer.paths.signIn))">
      \(HTML.hidden("request", sealed))
      \(content)
      </form>
      """
  }

  /// Whoever is hinted at comes first.
  private func sorted(_ people: [Person]) -> [Person] {
    guard let hint else { return people }
    let isMeant = { (person: Person) in
      person.subject == hint || person.email == EmailAddress.canonical(hint)
    }
    return people.filter(isMeant) + people.filter { !isMeant($0) }
  }

  private func list(_ people: [Person]) -> HTML {
    guard !people.isEmpty else {
      return "<p>There is no account yet: make one.</p>"
    }
    let rows = people.prefix(Self.longestList).enumerated().map { index, person in
      row(person, isFirst: index == 0)
    }
    let rest: HTML? =
      people.count > Self.longestList
      ? "<p>\(people.count - Self.longestList) more: add login_hint to the request.</p>" : nil
    return """
      <h2>\(words.pick)</h2>
      \(form("<ul>\n\(rows)\n</ul>"))
      \(rest)
      """
  }

  private func row(_ person: Person, isFirst: Bool) -> HTML {
    var notes = [person.subject]
    if !person.emailVerified { notes.append("address not verified") }
    if person.hideEmail { notes.append("hides the address") }
    if let tenant = person.tenant { notes.append("tenant \(tenant)") }
    let focus: HTML? = isFirst ? " autofocus" : nil
    return """
      <li><button name="person" value="\(person.subject)"\(focus)>\
      \(person.name.display ?? person.email ?? person.subject)\
      <small>\(person.email ?? "no address")</small><small>\(notes.joined(separator: " · "))</small>\
      </button></li>
      """
  }

  private var creation: HTML {
    """
    <h2>\(words.create)</h2>
    \(form(creationFields))
    """
  }

  private var creationFields: HTML {
    let isFresh = problem == nil
    let hides: HTML? =
      flow.issuer.id == "apple.com"
      ? check("hideEmail", "Hide my e-mail: share a relay address", isOn: false) : nil
    let tenant: HTML? =
      flow.issuer.id == "microsoft.com"
      ? field("tenant", "Tenant: consumers, a GUID or a domain", type: "text") : nil
    return """
      \(field("email", "E-mail; empty makes somebody up", type: "email", hint))
      \(check("emailVerified", "The address is verified", isOn: isFresh))
      \(hides)
      \(field("name", "Name", type: "text"))
      \(field("picture", "Address of a photo", type: "url"))
      \(tenant)
      <label for="claims">More claims, as a JSON object</label>
      <textarea id="claims" name="claims" rows="3">\(typed.first("claims") ?? "")</textarea>
      <button class="main" name="action" value="create">Make the account and continue</button>
      """
  }

  private func field(
    _ name: String, _ label: String, type: String, _ value: String? = nil
  ) -> HTML {
    """
    <label for="\(name)">\(label)</label>
    <input id="\(name)" name="\(name)" type="\(type)" autocomplete="off" \
    value="\(typed.first(name) ?? value ?? "")">
    """
  }

  private func check(_ name: String, _ label: String, isOn: Bool) -> HTML {
    let mark: HTML? = isOn || typed.first(name) != nil ? " checked" : nil
    return """
      <label class="check"><input type="checkbox" name="\(name)" value="1"\(mark)>\(label)</label>
      """
  }

  private var leaving: HTML {
    let deny: HTML? = words.deny.map { text in
      #"<button name="action" value="deny">\#(text)</button>"# as HTML
    }
    let failures = flow.issuer.authorizeRules.failures.map { code in
      "<option>\(code)</option>" as HTML
    }
    let content: HTML = """
      <button name="action" value="cancel">\(words.cancel)</button>
      \(deny)
      <label for="error">Failure</label>
      <select id="error" name="error">
      \(failures)
      </select>
      <button name="action" value="fail">Fail like this</button>
      """
    return """
      <h2>Or fail</h2>
      \(form(content))
      """
  }
}

extension AuthorizeFlow {
  /// The page once more, with what was typed and what is wrong with it.
  func again(_ typed: FormFields, because problem: String) throws -> Answer {
    let request: AuthorizeRequest
    do {
      request = try AuthorizeRequest(parameters, rules: issuer.authorizeRules)
    } catch {
      throw PageError(words: issuer.words, code: error.code, message: error.description)
    }
    return .ready(
      try SignInPage(flow: self, request: request, typed: typed, problem: problem).response())
  }
}
