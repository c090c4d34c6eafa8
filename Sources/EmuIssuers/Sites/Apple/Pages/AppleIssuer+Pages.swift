internal import EmuHTTP
internal import EmuModel
internal import EmuStore

extension AppleIssuer {
  /// Checks the client. Only a Services ID can sign in on the web, and Apple does not read a plus
  /// in `scope` as a space.
  func check(_ client: AuthorizeClient, _ call: IssuerCall) throws {
    let rawScope = (call.request.rawQuery ?? "").split(separator: "&")
      .first { $0.hasPrefix("scope=") }
    if rawScope?.contains("+") == true {
      call.explanation.add(
        .scope, .warned,
        "The scopes are separated by a plus, which Apple has been seen to take for a letter; write "
          + "%20.")
    }
    guard let config = client.config, client.id != config.clientID,
      config.bundleIDs.contains(client.id)
    else { return }
    let problem =
      "\(client.id) is a bundle id, and signs in on its device; web pages sign in with a Services ID, "
      + "which is the clientId of apple.com."
    guard client.project.switches.isOn(.requireConfiguredProviders) else {
      return call.explanation.add(
        .switch(.requireConfiguredProviders), .warned,
        "\(problem) Apple answers unauthorized_client.")
    }
    throw pageError("unauthorized_client", problem)
  }

  /// Returns the sharing page for a person without a consent, if the request has scopes to share.
  func question(to subject: String, _ flow: AuthorizeFlow) throws -> Response? {
    let request = try flow.checkedRequest()
    guard !request.scopes.sharing.isEmpty else { return nil }
    let form = flow.call.request.form
    let page = AppleSharingPage(flow: flow, request: request, form: form)
    if form.first("share") != nil {
      return page.problem == nil ? nil : try page.response(subject)
    }
    let scope = flow.client.project.people(of: self)
    let isFirst = try flow.call.services.store.read { reader in
      guard let person = try reader.person(subject: subject, in: scope) else { return false }
      return try reader.consent(of: person, client: flow.client.id)?.isActive != true
    }
    return isFirst ? try page.response(subject) : nil
  }

  func sharing(in call: IssuerCall) -> SharingChoice? {
    guard call.route.endpoint == .signIn, call.request.form.first("person") != nil,
      let share = call.request.form.first("share")
    else { return nil }
    return SharingChoice(
      name: AppleSharingPage.name(call.request.form), hidesEmail: share == "hide")
  }

  /// Rejects a deleted account.
  func refusal(
    of person: Person, for client: AuthorizeClient, _ scopes: Scopes, _ call: IssuerCall
  ) -> OAuthError? {
    person.deletedAt.map { moment in
      var error = OAuthError(
        "unknown_account",
        "The Apple Account \(person.subject) was deleted at \(moment.rfc3339); it cannot sign in "
          + "again.", problem: .unknownPerson(person.subject))
      error.staysOnPage = true
      return error
    }
  }

  /// Returns an error that stays at Apple: a page for browsers, JSON for clients that accept only
  /// that.
  func translated(_ error: any AnsweringError, _ call: IssuerCall) -> any AnsweringError {
    guard let page = error as? PageError else { return error }
    let accept = call.request.headers["Accept"]?.lowercased() ?? ""
    guard accept.contains("application/json"), !accept.contains("text/html") else { return error }
    return OAuthError(.init(name: page.code, status: page.status), reason: page.message)
  }
}
