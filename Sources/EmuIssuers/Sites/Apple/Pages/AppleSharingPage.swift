internal import EmuControlCalls
internal import EmuHTTP
internal import EmuModel
internal import EmuStore

/// Apple's page at a first authorization: the name and the address to share.
struct AppleSharingPage {
  let flow: AuthorizeFlow
  let request: AuthorizeRequest
  /// The submitted form, if the page is shown again.
  let form: FormFields

  /// The problem of the submitted form as a sentence; nil for a valid or absent one.
  var problem: String? {
    for field in Self.nameFields {
      guard let text = form.filled(field.name) else { continue }
      do {
        try ControlError.check(text, field.label, limit: AccountLimits.namePart)
      } catch {
        return error.message
      }
    }
    switch form.first("share") {
    case nil, "email", "hide": return nil
    default: return "Share the address, or hide it."
    }
  }

  private static let nameFields = [
    (name: "givenName", label: "First name"), (name: "familyName", label: "Last name"),
  ]

  /// Returns the submitted name without empty parts.
  static func name(_ form: FormFields) -> PersonName {
    PersonName(given: form.filled("givenName"), family: form.filled("familyName"))
  }

  func response(_ subject: String) throws -> Response {
    let call = flow.call
    let scope = flow.client.project.people(of: flow.issuer)
    let found = try call.services.store.read { try $0.person(subject: subject, in: scope) }
    guard let person = found else {
      throw flow.issuer.pageError(
        "unknown_account",
        "There is no account \(subject.prefix(128)) any more. Start again.")
    }
    let site = IssuerSite(flow.issuer, call)
    let sealed = call.sealedForm(of: flow.issuer).seal(flow.parameters)
    let complaint: HTML? = problem.map { #"<p class="error" role="alert">\#($0)</p>"# }
    return Page(
      "Share with \(flow.client.id)", of: flow.issuer.words,
      formTargets: SignInPage.targets(redirectingTo: flow.redirectURI)
    ).response(
      """
      \(complaint)
      <form method="post" action="\(site.url(flow.issuer.paths.signIn))">
      \(HTML.hidden("request", sealed))
      \(HTML.hidden("person", subject))
      \(names(person))
      \(addresses(person))
      <button class="main" autofocus>Continue</button>
      </form>
      <form method="post" action="\(site.url(flow.issuer.paths.signIn))">
      \(HTML.hidden("request", sealed))
      <button name="action" value="cancel">Cancel</button>
      </form>
      """, status: flow.call.statusOfPage(with: problem))
  }

  private func names(_ person: Person) -> HTML? {
    guard request.scopes.names.contains("name") else { return nil }
    let known = [person.name.given ?? person.name.full, person.name.family]
    return HTML(
      zip(Self.nameFields, known).map { field, value in
        """
        <label for="\(field.name)">\(field.label)</label>
        <input id="\(field.name)" name="\(field.name)" autocomplete="off" \
        value="\(form.first(field.name) ?? value ?? "")">
        """
      })
  }

  private func addresses(_ person: Person) -> HTML {
    let requestsEmail = request.scopes.names.contains("email")
    guard requestsEmail, let email = person.email else {
      return HTML.hidden("share", person.hideEmail ? "hide" : "email")
    }
    let hides = form.first("share").map { $0 == "hide" } ?? person.hideEmail
    let relay = person.relayEmail ?? "a relay address, made now"
    return """
      <fieldset>
      <legend>E-mail</legend>
      \(choice("email", "Share my e-mail: \(email)", isOn: !hides))
      \(choice("hide", "Hide my e-mail: \(relay)", isOn: hides))
      </fieldset>
      """
  }

  private func choice(_ value: String, _ label: String, isOn: Bool) -> HTML {
    let mark: HTML? = isOn ? " checked" : nil
    return """
      <label class="check"><input type="radio" name="share" value="\(value)"\(mark)>\(label)</label>
      """
  }
}
