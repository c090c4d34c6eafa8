internal import EmuHTTP
internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// An authorization request from its parameters to its answer.
///
/// The client and where to send people are settled first: until they are, nobody is sent anywhere.
struct AuthorizeFlow: Sendable {
  let issuer: any FakeIssuer
  let call: IssuerCall
  let parameters: AuthorizeParameters
  let client: AuthorizeClient
  let redirectURI: String

  /// - Throws: `PageError` for a client that nobody knows and an address that is not its own.
  init(_ issuer: any FakeIssuer, _ call: IssuerCall, _ fields: FormFields) throws {
    let parameters = AuthorizeParameters(fields: fields)
    func refuse(_ code: String, _ message: String) -> PageError {
      PageError(words: issuer.words, code: code, message: message)
    }
    // An address that is none has no page either.
    _ = try issuer.issuerName(at: IssuerSite(issuer, call))
    if let name = parameters.repeated {
      throw refuse("invalid_request", "The parameter \(name.prefix(64)) comes twice.")
    }
    guard let id = parameters["client_id"], parameters.unusable != "client_id" else {
      throw refuse("invalid_request", "The parameter client_id is missing, or no client's id.")
    }
    let rules = issuer.authorizeRules
    let client = try AuthorizeClient(id, parameters, issuer.id, call)
    if let problem = client.problem(at: issuer.id) {
      throw refuse("invalid_client", "\(rules.unknownClient) \(problem)")
    }
    let implied = rules.impliesRedirect ? client.config?.redirectURIs.first : nil
    guard let uri = parameters["redirect_uri"] ?? implied, parameters.unusable != "redirect_uri"
    else {
      throw refuse(
        "invalid_request", "The parameter redirect_uri is missing, or too long for one.")
    }
    let rule = RedirectRule(
      registered: client.config?.redirectURIs ?? [],
      wantsPublicHost: rules.needsFormForScopes
        && client.project.settings.isOn(.requireConfiguredProviders))
    if let problem = rule.problem(uri) {
      throw refuse(rules.badRedirect.code, "\(rules.badRedirect.text) \(problem)")
    }
    self.issuer = issuer
    self.call = call
    self.parameters = parameters
    self.client = client
    redirectURI = uri
  }

  /// Answers at once where the request says how, and shows the page otherwise.
  func begin() throws -> Answer {
    try told {
      let request = try AuthorizeRequest(parameters, rules: issuer.authorizeRules)
      if let failure = parameters["emulator_fail"] {
        throw AuthorizeError(failure, "The request asked for this failure with emulator_fail.")
      }
      if let person = parameters["emulator_auto"] {
        return try consent(to: request, by: .named(person))
      }
      if request.prompts.contains("none") {
        return try consent(
          to: request, by: .silent(parameters[issuer.authorizeRules.hintParameter]))
      }
      return .ready(try SignInPage(flow: self, request: request).response())
    }
  }

  /// Answers as the page's visitor chose.
  func finish(_ choice: SignInChoice) throws -> Answer {
    try told {
      let request = try AuthorizeRequest(parameters, rules: issuer.authorizeRules)
      switch choice {
      case .person(let subject): return try consent(to: request, by: .subject(subject))
      case .create(let account): return try consent(to: request, by: .new(account))
      case .fail(let code):
        let isCancel = code == issuer.authorizeRules.cancelError
        throw AuthorizeError(
          code,
          isCancel ? "The person cancelled." : "The visitor of the sign-in page chose this failure."
        )
      }
    }
  }

  private func consent(
    to request: AuthorizeRequest, by person: ConsentingPerson
  ) throws -> Answer {
    let consent = Consent(issuer: issuer, call: call, client: client, request: request)
    return call.write { writer in
      // A refusal that the client hears of is an answer, not a fault.
      do { return .success(try consent.give(person, redirectURI, writer)) } catch let error
        as AuthorizeError
      {
        return .failure(error)
      }
    } then: { (outcome: Result<Authorization, AuthorizeError>) in
      do {
        let authorization = try outcome.get()
        return answer(
          try AuthorizeAnswer(flow: self, request: request, authorization: authorization).fields(),
          mode: request.mode)
      } catch let error as AuthorizeError {
        return try refusal(error)
      }
    }
  }
}

// MARK: - Answering

extension AuthorizeFlow {
  private func told(_ body: () throws -> Answer) throws -> Answer {
    do { return try body() } catch let error as AuthorizeError {
      return .ready(try refusal(error))
    }
  }

  /// What an error becomes: the client hears of it, or the issuer's own page tells it.
  private func refusal(_ error: AuthorizeError) throws -> Response {
    let rules = issuer.authorizeRules
    guard rules.redirectsErrors || error.code == rules.cancelError else {
      throw PageError(words: issuer.words, code: error.code, message: error.description)
    }
    call.explanation.add(call.operation, .refused, error.description)
    var fields: FormFields = ["error": error.code]
    if error.code == rules.cancelError, !rules.cancelDetails.isEmpty {
      for field in rules.cancelDetails { fields.add(field.name, field.value) }
    } else if rules.redirectsErrors {
      fields.add("error_description", error.description)
    }
    return answer(fields, mode: parameters.modeOfErrors)
  }

  private func answer(_ fields: FormFields, mode: ResponseMode) -> Response {
    var fields = fields
    if let state = parameters["state"] { fields.add("state", state) }
    if issuer.authorizeRules.namesIssuer,
      let name = try? issuer.issuerName(at: IssuerSite(issuer, call))
    {
      fields.add("iss", name)
    }
    return AuthorizeTarget(redirectURI: redirectURI, mode: mode)
      .response(
        fields, words: issuer.words, status: call.request.method == .get ? .found : .seeOther)
  }
}
