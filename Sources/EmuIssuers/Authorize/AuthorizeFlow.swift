internal import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// An authorization request from its parameters to its response.
///
/// The client and the redirect URI are checked first: before that, no browser is redirected.
struct AuthorizeFlow: Sendable {
  let issuer: any FakeIssuer
  let call: IssuerCall
  let parameters: FormFields
  let client: AuthorizeClient
  let redirectURI: String

  /// - Throws: `PageError` for an unregistered client or redirect URI.
  init(_ issuer: any FakeIssuer, _ call: IssuerCall, _ parameters: FormFields) throws {
    // An invalid issuer address has no page either.
    _ = try issuer.issuerName(at: IssuerSite(issuer, call))
    if let name = parameters.repeated {
      throw issuer.pageError(
        "invalid_request", "The parameter \(name.prefix(64)) is repeated.",
        .repeated(String(name.prefix(64))))
    }
    let id = try Self.required("client_id", parameters.filled("client_id"), of: issuer)
    let rules = issuer.authorizeRules
    let client = try AuthorizeClient(id, parameters, issuer.id, call)
    if let problem = client.problem(at: issuer.id) {
      throw issuer.pageError(
        "invalid_client", "\(rules.failures.unknownClient) \(problem)", .unknownClient(id))
    }
    let implied = rules.redirects.impliesFirst ? client.config?.redirectURIs.first : nil
    let uri = try Self.required(
      "redirect_uri", parameters.filled("redirect_uri") ?? implied, of: issuer,
      longest: rules.redirects.longest)
    if let problem = rules.redirects.problem(
      uri, registered: client.config?.registeredRedirectURIs ?? [],
      isStrict: client.project.switches.isOn(.requireConfiguredProviders))
    {
      throw issuer.pageError(
        rules.redirects.refusal.code, "\(rules.redirects.refusal.text) \(problem)",
        .redirectURI(uri))
    }
    try issuer.check(client.id, client.config, call)
    try issuer.check(client, call)
    self.issuer = issuer
    self.call = call
    self.parameters = parameters
    self.client = client
    redirectURI = uri
  }

  private static func required(
    _ name: String, _ value: String?, of issuer: any FakeIssuer, longest: Int = .max
  ) throws -> String {
    guard let value else {
      throw issuer.pageError(
        "invalid_request", "The parameter \(name) is missing.", .missing(name))
    }
    if let problem = FormFields.problem(of: name, value, longest: longest) {
      throw issuer.pageError("invalid_request", problem, .malformed)
    }
    return value
  }

  /// Answers immediately if the request names the person, otherwise shows the page.
  func begin() throws -> Answer {
    try redirectingErrors {
      let request = try checkedRequest()
      if let failure = parameters.filled("emulator_fail") { throw issuer.failure(named: failure) }
      if let person = parameters.filled("emulator_auto") {
        return try consent(to: request, by: .named(person))
      }
      if request.prompts.contains("none") {
        return try consent(
          to: request,
          by: .silent(hintedSubject() ?? parameters.filled(issuer.authorizeRules.prompts.hint)))
      }
      return .ready(try SignInPage(flow: self, request: request).response())
    }
  }

  /// Returns the subject of a valid `id_token_hint`
  /// (https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest). Microsoft's `sub` differs
  /// by app, and `oid` names the account.
  private func hintedSubject() throws -> String? {
    let claims = try parameters.filled("id_token_hint").flatMap {
      try call.claims(of: $0, signedBy: issuer)
    }
    return (claims?["oid"] ?? claims?["sub"])?.string
  }

  /// Answers the visitor's choice on the page.
  func finish(_ choice: SignInChoice) throws -> Answer {
    try redirectingErrors {
      let request = try checkedRequest()
      switch choice {
      case .consent(let person): return try consent(to: request, by: person)
      case .cancel:
        throw OAuthError(
          .init(name: issuer.authorizeRules.failures.cancel), "The person cancelled.",
          problem: .cancelled)
      case .deny:
        throw OAuthError(
          .init(name: issuer.authorizeRules.failures.cancel), "The person would not share.",
          problem: .denied)
      case .fail(let name): throw issuer.failure(named: name)
      }
    }
  }

  func checkedRequest() throws(OAuthError) -> AuthorizeRequest {
    let request = try AuthorizeRequest(parameters, rules: issuer.authorizeRules)
    if issuer.options.requiresPKCE == true, request.types.contains(.code),
      request.challenge == nil
    {
      throw .invalidRequest("The issuer requires a code_challenge (RFC 7636).")
    }
    if issuer.options.requiresPushedRequests == true, request.pushedID == nil {
      throw .invalidRequest("The issuer requires a pushed request (RFC 9126).")
    }
    try issuer.check(request, client, call)
    return request
  }

  private func consent(
    to request: AuthorizeRequest, by person: ConsentingPerson
  ) throws -> Answer {
    call.write { writer in
      // A refusal that the client receives is a response: it spends a pushed request.
      do {
        try spend(request.pushedID, writer)
        return .success(try writer.attempt { try authorize(request, by: person, writer) })
      } catch let error as OAuthError {
        return .failure(error)
      }
    } then: { (outcome: Result<Authorization, OAuthError>) in
      do {
        return answer(try fields(of: outcome.get(), to: request), mode: request.mode)
      } catch let error as OAuthError {
        return try refusal(error)
      }
    }
  }

  // MARK: - Answering

  /// Answers with an error as the client receives it.
  private func redirectingErrors(_ body: () throws -> Answer) throws -> Answer {
    do { return try body() } catch let error as OAuthError {
      return .ready(try refusal(error))
    }
  }

  /// Returns the response to an error: a redirect to the client, or the issuer's page.
  private func refusal(_ error: OAuthError) throws -> Response {
    let rules = issuer.authorizeRules
    let translated = issuer.translated(authorization: error, call)
    let (code, message) = (translated.code.name, translated.description ?? "")
    let isRedirected = rules.failures.areRedirected && !translated.staysOnPage
    guard isRedirected || code == rules.failures.cancel else {
      throw PageError(
        words: issuer.words, code: code, message: message,
        problem: translated.problem,
        isForPerson: translated.staysOnPage && translated.problem != nil)
    }
    call.explanation.add(.operation(call.route.name), .refused, Reason(error.reason ?? ""))
    var fields: FormFields = ["error": code]
    if rules.failures.areRedirected { fields.add("error_description", message) }
    fields.add(contentsOf: translated.moreFields)
    return answer(fields, mode: parameters.modeOfErrors)
  }

  private func answer(_ fields: FormFields, mode: ResponseMode) -> Response {
    var fields = fields
    if let state = parameters.filled("state") { fields.add("state", state) }
    if issuer.authorizeRules.namesIssuer,
      let name = try? issuer.issuerName(at: IssuerSite(issuer, call))
    {
      fields.add("iss", name)
    }
    let target =
      issuer.authorizeRules.redirects.endHostsWithSlash && mode != .formPost
      ? RedirectRules.withPath(redirectURI) : redirectURI
    return call.response(to: target, fields, mode: mode, words: issuer.words)
  }
}
