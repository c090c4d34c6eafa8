internal import EmuControlCalls
internal import EmuHTTP
internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuSAML
internal import EmuStore

/// A sign-in at a provider, from the choice to the outcome.
struct ProviderFlow: Sendable {
  let call: PageCall
  let visit: Visit
  /// The project, scoped to the visit's tenant if it has one.
  let project: Project
  let tenant: Tenant?

  private var inner: InnerRequests { InnerRequests(visit: visit, request: call.request) }
  private var signIn: WebSignIn { call.signIn }
  private var people: PeopleScope {
    PeopleScope(projectKey: project.key, issuer: visit.providerID)
  }
  private var accounts: AccountScope { AccountScope(project: project, tenant: tenant) }
  private var provider: any IdentityProvider { signIn.providers.provider(visit.providerID) }
  /// The choices of the issuer's page; nil for a provider without an issuer here.
  private var facts: SignInPageOptions? { usesClearAssertions ? nil : options }
  /// The same for every provider of SAML.
  private var options: SignInPageOptions? { signIn.signInPage(visit.providerID) }

  /// True for SAML with an identity provider on another server, or with none: the page then answers
  /// in its place, with the official emulator's JSON, unless credentials must be verified.
  private var usesClearAssertions: Bool {
    guard provider.family == .saml, !project.switches.isOn(.verifyCredentials) else { return false }
    let parties = SAMLParties(of: provider.id, in: project, baseURL: visit.baseURL)
    return project.providers[provider.id]?.saml == nil || !parties.isOwn
  }

  /// Answers a test's decision or a visitor's choice, or shows the page.
  func answer() throws -> Answer {
    guard ProviderID.isAcceptable(visit.providerID) else {
      return refuse("auth/invalid-provider-id", "\(visit.providerID) is not an id of a provider.")
    }
    // For the others, the backend answers the request for the issuer's page.
    if facts == nil, project.switches.isOn(.requireConfiguredProviders),
      let problem = project.problem(ofProvider: visit.providerID)
    {
      return refuse("auth/operation-not-allowed", problem)
    }
    switch visit.automation {
    case .person(let name):
      return facts == nil
        ? finish(as: try person(named: name))
        : authorize(("emulator_auto", name))
    case .failure(let name): return fail(name)
    case .issuerPage: return visitIssuer()
    case nil: break
    }
    guard call.request.method == .post else { return showPage() }
    do throws(PageChoice.FormProblem) {
      return try take(PageChoice(call.request.form, provider: provider))
    } catch {
      return show(typed: call.request.form, problem: error.sentence)
    }
  }

  private func take(_ choice: PageChoice) throws(PageChoice.FormProblem) -> Answer {
    switch choice {
    case .person(let subject): return authorize(("emulator_auto", subject))
    case .link(let id): return reuse(id)
    case .create(let account):
      guard facts == nil else { return create(account) }
      return finish(as: Person(account, issuer: visit.providerID, signIn.ids))
    case .search(let text): return show(search: text.isEmpty ? nil : text)
    case .cancel: return fail(options?.cancel ?? "access_denied")
    case .fail(let code): return fail(code)
    }
  }

  // MARK: The page

  /// Shows the page, if the backend accepts the request; otherwise the app receives the refusal.
  private func showPage() -> Answer {
    guard facts != nil else { return show() }
    return requestPage(continueURI: continueURI) { uri in isOurs(uri) ? show() : visitIssuer() }
  }

  /// Returns true for the address of a local issuer; an external issuer must be visited.
  private func isOurs(_ uri: String) -> Bool { uri.hasPrefix(visit.baseURL + "/issuers/") }

  private func show(
    typed: FormFields = FormFields(), search: String? = nil, problem: String? = nil
  ) -> Answer {
    let limit = ChoicePage.longestList + 1
    let (people, links): ([Person], [ProviderLink])
    do {
      (people, links) = try signIn.store.read { reader in
        (
          try reader.people(in: self.people, with: search, limit: limit),
          try reader.links(
            ofProvider: visit.providerID, in: accounts, with: search, limit: limit)
        )
      }
    } catch {
      return call.fail(visit, error)
    }
    let known = Set(people.map(\.subject))
    let page = ChoicePage(
      visit: visit, project: project, provider: provider, facts: facts,
      failures: options?.failures ?? [], people: people,
      links: links.filter { !known.contains($0.rawID) }, search: search, typed: typed,
      problem: problem)
    return .ready(call.annotated(page.response, of: visit))
  }

  // MARK: Choices

  private func refuse(_ code: String, _ message: String) -> Answer {
    call.finish(visit, .failed(WebSignInError(code: code, message: message)))
  }

  private func fail(_ code: String) -> Answer {
    guard facts != nil else {
      return call.finish(visit, .failed(.provider(code, nil, cancel: options?.cancel)))
    }
    return authorize(("emulator_fail", code))
  }

  /// Adds an account to the issuer, and signs in with it.
  ///
  /// - Parameter linked: the subject of an account that the issuer may have.
  private func create(_ account: JSONObject, linked: String? = nil) -> Answer {
    signIn.inner.send(inner.newAccount(account, project: project.id)) { response in
      let body = try? JSON(parsing: response.bytes ?? [])
      guard response.status == .ok || linked != nil && response.status == .conflict,
        let subject = linked ?? body?["sub"]?.string
      else {
        return show(
          typed: linked == nil ? call.request.form : FormFields(),
          problem: WebSignInError(response).message)
      }
      return authorize(("emulator_auto", subject))
    }
  }

  /// Signs in with a link of the project; the issuer gets the person if it is unknown.
  private func reuse(_ rawID: String) -> Answer {
    let link = try? signIn.store.read { reader in
      try reader.user(providerID: visit.providerID, rawID: rawID, in: accounts)?
        .link(to: visit.providerID)
    }
    guard let link else {
      return show(problem: "The project has no such link any more; choose another account.")
    }
    guard facts != nil else { return finish(as: Person(link)) }
    var account: JSONObject = ["sub": .string(rawID), "emailVerified": true]
    account["email"] = link.email.map(JSON.string)
    account["name"] = link.displayName.map(JSON.string)
    account["picture"] = link.photoURL.map(JSON.string)
    return create(account, linked: rawID)
  }

  // MARK: The provider

  /// Runs the code flow with a decision in place of a person's.
  private func authorize(_ decision: (name: String, value: String)) -> Answer {
    requestPage(continueURI: continueURI) { uri in
      guard isOurs(uri) else { return visitIssuer() }
      return signIn.inner.send(inner.authorization(at: uri, decision)) { response in
        let body = try? JSON(parsing: response.bytes ?? [])
        // The provider's page stays, until the person chooses another account or closes it.
        if body?["another_account"] == true {
          return show(problem: body?["error_description"]?.string)
        }
        return call.finish(visit, outcome(of: response, body))
      }
    }
  }

  private func outcome(of response: Response, _ body: JSON?) -> WebSignInResult {
    guard response.status == .ok else {
      // An outage is not a decision of the provider.
      guard response.status.rawValue < 500, let error = body?["error"]?.string else {
        return .failed(WebSignInError(response))
      }
      return .failed(.provider(error, body?["error_description"]?.string))
    }
    var fields = FormFields(
      parsing: Request.split(target: body?["redirectUri"]?.string ?? "").rawQuery ?? "")
    for field in body?["fields"]?.object ?? [:] { fields.add(field.key, field.value.string ?? "") }
    guard let answer = ProviderAnswer(fields) else {
      return .failed(
        .provider("invalid_response", "the answer is not JSON, or has lost its state"))
    }
    return answer.outcome(for: visit, cancel: facts?.cancel)
  }

  /// Redirects to the issuer's page, which returns to this one.
  private func visitIssuer() -> Answer {
    requestPage(continueURI: visit.returnAddress) { uri in
      // A fragment never reaches a server.
      let mode =
        uri.contains("response_type=id_token") && !uri.contains("response_mode=")
        ? "&response_mode=form_post" : ""
      return .ready(.redirect(to: uri + mode, status: .seeOther))
    }
  }

  private var sessionID: String { visit["sessionId"] ?? signIn.ids.alphanumeric(27) }

  /// Requests the address of the provider's page, which the backend creates. The app receives a
  /// refusal.
  private func requestPage(
    continueURI: String, _ next: @escaping @Sendable (String) -> Answer
  ) -> Answer {
    signIn.inner.send(
      inner.authorizationRequest(continueURI: continueURI, sessionID: sessionID)
    ) { response in
      let body = try? JSON(parsing: response.bytes ?? [])
      guard response.status == .ok, let uri = body?["authUri"]?.string else {
        return call.finish(visit, .failed(WebSignInError(response)))
      }
      return next(uri)
    }
  }

  /// The redirect URI that production registers at providers. No browser opens it, but a client
  /// with registered addresses checks it.
  private var continueURI: String {
    let registered = project.providers[visit.providerID]?.registeredRedirectURIs ?? []
    return registered.first { uri in WebSignIn.pagePaths.contains { uri.hasSuffix($0) } }
      ?? "https://\(project.id).firebaseapp.com/__/auth/handler"
  }

  // MARK: Providers without an issuer

  /// Returns the person that a test names: a new one, one of the issuer or of the project's links, or
  /// else one with that address or id.
  private func person(named name: String) throws -> Person {
    guard name != "new" else {
      let subject = signIn.ids.digits(40)
      let email = "person-\(subject.prefix(8))@example.com"
      return Person(issuer: visit.providerID, subject: subject, email: email)
    }
    let email = EmailAddress.canonical(name)
    return try signIn.store.read { reader in
      if let person = try reader.person(subject: name, in: people)
        ?? reader.person(email: email, in: people)
      {
        return person
      }
      let link = try reader.links(
        ofProvider: visit.providerID, in: accounts, with: name, limit: ChoicePage.longestList
      ).first { $0.rawID == name || $0.email == email }
      return link.map(Person.init)
        ?? Person(
          issuer: visit.providerID, subject: name, email: name.contains("@") ? email : nil)
    }
  }

  /// Returns to the app with unverified claims, as the official emulator's page sends them for every
  /// provider.
  private func finish(as person: Person) -> Answer {
    let id = sessionID
    var session = IdpSession(
      project: project.id, tenant: visit.tenantID, providerID: visit.providerID, sessionID: id,
      redirectURI: visit.returnAddress, appContext: nil)
    session.opener = visit.opener
    var answer: FormFields = [
      "providerId": visit.providerID,
      "id_token": person.unsignedClaims(now: signIn.clock.now).serialized(),
      "state": session.sealed,
    ]
    if ProviderFamily(of: visit.providerID) == .saml {
      answer.add("SAMLResponse", person.unsignedAssertion.serialized())
    }
    let address = "\(visit.returnAddress)?\(answer.encodedForURL)"
    return call.finish(visit, .answer(address: address, sessionID: id))
  }
}
