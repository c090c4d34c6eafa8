internal import EmuHTTP
internal import EmuModel
internal import EmuProviders

/// The ability to check what the plain rules leave open of an authorization request.
protocol AuthorizeChecking {
  /// Checks the client and where it sends people.
  ///
  /// - Throws: `PageError` where no redirect is allowed; `AuthorizeError`.
  func checkClient(_ client: AuthorizeClient, redirectURI: String, _ call: IssuerCall) throws

  /// Checks a request once it has been read.
  func checkRequest(_ request: AuthorizeRequest, _ client: AuthorizeClient, _ call: IssuerCall)
    throws(AuthorizeError)

  /// Why a person may not sign in here; nil when it may.
  func signInRefusal(
    of person: Person, for client: AuthorizeClient, _ scopes: Scopes, _ call: IssuerCall
  ) -> AuthorizeError?
}

extension AuthorizeChecking {
  func checkRequest(
    _ request: AuthorizeRequest, _ client: AuthorizeClient, _ call: IssuerCall
  ) throws(AuthorizeError) {}
}

/// The ability to hold accounts apart by the address at which they sign in.
protocol AccountSorting {
  /// Whether the page shows a person among those whom the request most likely means.
  func expects(_ person: Person, _ parameters: AuthorizeParameters, _ call: IssuerCall) -> Bool

  /// An account as it is made on a page that leaves things open.
  func completedAccount(_ account: AccountDocument, _ call: IssuerCall) -> AccountDocument
}

/// The ability to ask a person what to share, before the consent.
protocol SharingQuestion {
  /// What is asked of a person who was picked on the page; nil when nothing is.
  func sharingQuestion(to subject: String, _ flow: AuthorizeFlow) throws -> Response?

  /// How a person wishes to be known to the client, by what was answered on the page.
  func sharingChoice(in call: IssuerCall) -> SharingChoice?
}

/// The ability to hand over more beside a code or a token.
protocol AuthorizeCompleting {
  func completeAnswer(
    _ fields: inout FormFields, of authorization: Authorization, _ flow: AuthorizeFlow)
}

extension FakeIssuer {
  func check(_ client: AuthorizeClient, redirectURI: String, _ call: IssuerCall) throws {
    try (self as? any AuthorizeChecking)?.checkClient(client, redirectURI: redirectURI, call)
  }

  func check(
    _ request: AuthorizeRequest, _ client: AuthorizeClient, _ call: IssuerCall
  ) throws(AuthorizeError) {
    try (self as? any AuthorizeChecking)?.checkRequest(request, client, call)
  }

  func refusal(
    of person: Person, for client: AuthorizeClient, _ scopes: Scopes, _ call: IssuerCall
  ) -> AuthorizeError? {
    (self as? any AuthorizeChecking)?.signInRefusal(of: person, for: client, scopes, call)
  }

  func isExpected(
    _ person: Person, _ parameters: AuthorizeParameters, _ call: IssuerCall
  ) -> Bool {
    (self as? any AccountSorting)?.expects(person, parameters, call) ?? true
  }

  func completed(_ account: AccountDocument, _ call: IssuerCall) -> AccountDocument {
    (self as? any AccountSorting)?.completedAccount(account, call) ?? account
  }

  func question(to subject: String, _ flow: AuthorizeFlow) throws -> Response? {
    try (self as? any SharingQuestion)?.sharingQuestion(to: subject, flow)
  }

  func sharing(in call: IssuerCall) -> SharingChoice? {
    (self as? any SharingQuestion)?.sharingChoice(in: call)
  }

  func complete(
    _ fields: inout FormFields, of authorization: Authorization, _ flow: AuthorizeFlow
  ) {
    (self as? any AuthorizeCompleting)?.completeAnswer(&fields, of: authorization, flow)
  }
}
