internal import EmuControlCalls
internal import EmuHTTP
internal import EmuModel
internal import EmuStore

/// The page on which a person consents to a request token (RFC 5849 §2.2).
struct TwitterPage: Sendable {
  let issuer: TwitterIssuer
  let call: IssuerCall

  static let path = "/emulator/oauth"

  /// Shows the page; `emulator_auto` signs in and `emulator_fail` denies without a page.
  func answer() throws -> Answer {
    let parameters = call.request.query
    guard parameters.repeated == nil, let token = try parameters.filled("oauth_token").flatMap(find)
    else {
      throw issuer.pageError(
        "invalid_token",
        "There is no such oauth_token, or it was used. Go back to the app and start again.")
    }
    if let name = parameters.filled("emulator_auto") { return try finish(token, by: .named(name)) }
    if parameters.filled("emulator_fail") != nil { return deny(token) }
    return .ready(try page(token, hint: parameters.filled("screen_name")))
  }

  /// Answers the form of the page.
  func choice() throws -> Answer {
    let form = call.request.form
    guard let token = try call.opened(seal)?.first("oauth_token").flatMap(find) else {
      throw issuer.pageError(
        "invalid_token", "This page is too old. Go back to the app and start again.")
    }
    let choice: SignInChoice
    do { choice = try SignInChoice(form, issuer: issuer) } catch {
      return .ready(try page(token, typed: form, problem: error.message))
    }
    return switch choice {
    case .consent(let person): try finish(token, by: person)
    case .cancel, .deny, .fail: deny(token)
    }
  }

  private var seal: SealedForm { call.sealedForm(of: issuer) }

  /// Returns a request token without a consent.
  private func find(_ text: String) throws -> RequestToken? {
    guard let token = try call.services.store.read({ try $0.requestToken(text) }),
      token.issuer == issuer.id, call.now < token.expiresAt, token.verifier == nil
    else { return nil }
    return token
  }

  private func finish(_ token: RequestToken, by who: ConsentingPerson) throws -> Answer {
    let project = try call.services.store.project(token.project)
    return call.write { writer in
      let person = try call.people(issuer, in: project, writer).find(who)
      let (consent, _) = try writer.authorize(person, client: token.clientID, at: call.now)
      var token = token
      token.consentKey = consent.key
      token.verifier = call.services.ids.alphanumeric(32)
      try writer.update(token)
      return token
    } then: { token in
      back(to: token, ["oauth_token": token.token, "oauth_verifier": token.verifier ?? ""])
    }
  }

  private func deny(_ token: RequestToken) -> Answer {
    call.write { writer in
      try writer.delete(token)
    } then: { _ in
      call.explanation.add(.operation(call.route.name), .refused, "The person cancelled.")
      return back(to: token, ["denied": token.token])
    }
  }

  private func back(to token: RequestToken, _ fields: FormFields) -> Response {
    call.response(to: token.callback, fields, mode: .query, words: issuer.words)
  }

  private func page(
    _ token: RequestToken, hint: String? = nil, typed: FormFields = FormFields(),
    problem: String? = nil
  ) throws -> Response {
    let forms = PersonForms(
      issuer: issuer, call: call, project: try call.services.store.project(token.project),
      path: Self.path,
      sealed: seal.seal(["oauth_token": token.token]), hint: hint, typed: typed,
      problem: problem)
    return try Page(
      "Authorize \(token.clientID) to use your account?", of: issuer.words,
      formTargets: SignInPage.targets(redirectingTo: token.callback)
    ).response(
      """
      <dl><dt>Goes to</dt><dd>\(token.callback)</dd><dt>Project</dt><dd>\(token.project)</dd></dl>
      \(forms.content())
      """, status: call.statusOfPage(with: problem))
  }
}
