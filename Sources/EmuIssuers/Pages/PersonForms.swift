internal import EmuHTTP
internal import EmuIdentity
internal import EmuModel
internal import EmuStore

/// The forms to select or create a person, or to cancel.
struct PersonForms {
  let issuer: any FakeIssuer
  let call: IssuerCall
  let project: Project
  /// The path of the issuer that receives the forms.
  let path: String
  /// The request of the page, for its forms.
  let sealed: String
  /// The subject or address of the expected person.
  var hint: String?
  /// The rejected input of an earlier submission.
  var typed = FormFields()
  /// The reason for its rejection.
  var problem: String?
  /// True if the request prefers a new account.
  var createsFirst = false
  /// The claims of this sign-in in the request; nil for a page that asks for none.
  var claims: String?
  /// Returns true for a person whom other parameters of the request probably mean.
  var isProbable: (Person) -> Bool = { _ in true }

  /// The length of the list; other people are found by their address only.
  static let longestList = 100

  /// - Throws: `PageError` for a caller without a browser.
  func content() throws -> HTML {
    guard !call.requestsDescription else {
      throw issuer.pageError(
        "invalid_request",
        "emulator_answer=json answers a request that needs no page. Add emulator_auto, which names a "
          + "person or is new, or emulator_fail.", .unknownFailure)
    }
    let people = try people()
    let (creation, list) = (creation(people), list(sorted(people)))
    return """
      \(complaint)
      \(createsFirst ? creation : list)
      \(createsFirst ? list : creation)
      \(leaving)
      """
  }

  /// Returns the expected person, and the issuer's first people, one more than the page lists.
  private func people() throws -> [Person] {
    let scope = project.people(of: issuer)
    return try call.services.store.read { reader in
      let first = try reader.people(in: scope, limit: Self.longestList + 1)
      guard let hint, !first.contains(where: isExpected) else { return first }
      let meant = try reader.person(subjectOrEmail: hint, in: scope)
      return (meant.map { $0.deletedAt == nil ? [$0] : [] } ?? []) + first
    }
  }

  private var complaint: HTML? {
    // A problem with the claims of the sign-in is shown at their field.
    guard SignInClaims.problem(of: typed.first(SignInClaims.parameter)) == nil else { return nil }
    return problem.map { #"<p class="error" role="alert">\#($0)</p>"# }
  }

  private var words: IssuerWords { issuer.words }

  /// Returns a form with the sealed request.
  private func form(_ content: HTML) -> HTML {
    """
    <form method="post" action="\(IssuerSite(issuer, call).url(path))">
    \(HTML.hidden("request", sealed))
    \(content)
    </form>
    """
  }

  /// Returns the people with the expected one first, then the probable ones.
  private func sorted(_ people: [Person]) -> [Person] {
    let people = people.filter(isProbable) + people.filter { !isProbable($0) }
    return people.filter(isExpected) + people.filter { !isExpected($0) }
  }

  private func isExpected(_ person: Person) -> Bool {
    hint.map { person.subject == $0 || person.email == EmailAddress.canonical($0) } ?? false
  }

  private func list(_ people: [Person]) -> HTML {
    guard !people.isEmpty else { return "<p>There is no account yet: make one.</p>" }
    let rows = people.prefix(Self.longestList).enumerated().map { index, person in
      row(person, hasFocus: index == 0 && problem == nil)
    }
    let rest: HTML? =
      people.count > Self.longestList
      ? "<p>There are more: add login_hint to the request.</p>" : nil
    return """
      <h2>\(words.pick)</h2>
      \(form("<ul>\n\(rows)\n</ul>\n\(claimsField(isOfNew: false))"))
      \(rest)
      """
  }

  private func row(_ person: Person, hasFocus: Bool) -> HTML {
    var notes = [person.subject]
    if !person.emailVerified { notes.append("address not verified") }
    if person.hideEmail { notes.append("hides the address") }
    if let tenant = person.tenant { notes.append("tenant \(tenant)") }
    let focus: HTML? = hasFocus ? " autofocus" : nil
    return """
      <li><button name="person" value="\(person.subject)"\(focus)>\
      \(person.name.display ?? person.email ?? person.subject)\
      <small>\(person.email ?? "no address")</small><small>\(notes.joined(separator: " · "))</small>\
      </button></li>
      """
  }

  private func creation(_ people: [Person]) -> HTML {
    // The expected person already exists.
    let email = people.contains(where: isExpected) ? nil : hint
    let isOpen = people.isEmpty || createsFirst || email != nil || typed.first("action") == "create"
    return """
      <details\(isOpen ? " open" as HTML : nil)>
      <summary>\(words.create)</summary>
      \(form(creationFields(email)))
      </details>
      """
  }

  private func creationFields(_ email: String?) -> HTML {
    // Not the form that was rejected.
    let isFresh = typed.first("action") != "create"
    let hides: HTML? =
      issuer.provider.hidesEmail
      ? check("hideEmail", "Hide my e-mail: share a relay address", isOn: false) : nil
    let tenant = issuer.provider.tenancy.map { tenancy in
      field("tenant", tenancy.fieldLabel, type: "text")
    }
    let picture: HTML? =
      issuer.provider.hasPictures ? field("picture", "Address of a photo", type: "url") : nil
    return """
      \(field("email", "E-mail (empty: a new account with a random address)", type: "text", email))
      \(check("emailVerified", "The address is verified", isOn: isFresh))
      \(hides)
      \(field("name", "Name", type: "text"))
      \(picture)
      \(tenant)
      <label for="claims">More claims, as a JSON object</label>
      <textarea id="claims" name="claims" rows="3">\(typed.first("claims") ?? "")</textarea>
      \(claimsField(isOfNew: true))
      <button class="main" name="action" value="create">Make the account and continue</button>
      """
  }

  /// Returns the field for the claims of this sign-in, with the problem of what was typed there.
  private func claimsField(isOfNew: Bool) -> HTML? {
    guard let claims else { return nil }
    let isTyped = typed.first("action") == "create" ? isOfNew : !isOfNew
    let text = (isTyped ? typed.first(SignInClaims.parameter) : nil) ?? claims
    let id = isOfNew ? "new-sign-in-claims" : "sign-in-claims"
    let problem: HTML? = SignInClaims.problem(of: text).map { problem in
      #"<p class="error" role="alert" id="\#(id)-problem">\#(problem)</p>"#
    }
    let mark: HTML? = problem.map { _ in
      #" aria-invalid="true" aria-describedby="\#(id)-problem" autofocus"#
    }
    let open: HTML? = text.isEmpty ? nil : " open"
    return """
      <details\(open)>
      <summary>Claims of this sign-in alone</summary>
      <label for="\(id)">A JSON object, in the ID token and userinfo; null removes a claim</label>
      <textarea id="\(id)" name="\(SignInClaims.parameter)" rows="3"\(mark)>\(text)</textarea>
      \(problem)
      </details>
      """
  }

  /// - Parameter type: not `email`: browsers rewrite an address at `exämple.de`, and send none that
  ///   begins with `jürgen`.
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
    let failures = issuer.authorizeRules.failures.offered.map { ($0.code, $0.label) }
    return form(
      """
      <div class="ends">
      <button name="action" value="cancel">Cancel</button>
      \(deny)
      </div>
      \(HTML.failures(failures))
      """)
  }
}
