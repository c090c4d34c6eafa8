internal import EmuHTTP
package import EmuIdentity
internal import EmuModel

/// The page on which a person is selected or created, or the sign-in fails.
struct SignInPage {
  let flow: AuthorizeFlow
  let request: AuthorizeRequest
  /// The rejected input of an earlier submission.
  var typed = FormFields()
  /// The reason for its rejection.
  var problem: String?

  func response() throws -> Response {
    try Page(
      "Sign in with \(words.brand)", of: words,
      formTargets: Self.targets(redirectingTo: flow.redirectURI)
    ).response(
      """
      <p>to continue to <strong>\(flow.client.id)</strong></p>
      \(forms.content())
      \(about)
      """, status: flow.call.statusOfPage(with: problem))
  }

  /// Returns the targets of the forms of a page that ends at the app.
  ///
  /// Apps often redirect again, and a browser checks every redirect against the policy.
  static func targets(redirectingTo uri: String) -> [String?] {
    [
      "http://localhost:*", "http://127.0.0.1:*", "https://localhost:*",
      RedirectRules.policySource(of: uri),
    ]
  }

  private var words: IssuerWords { flow.issuer.words }

  private var forms: PersonForms {
    PersonForms(
      issuer: flow.issuer, call: flow.call, project: flow.client.project,
      path: flow.issuer.paths.signIn,
      sealed: flow.call.sealedForm(of: flow.issuer)
        .seal(flow.parameters),
      hint: hint, typed: typed, problem: problem, createsFirst: request.prompts.contains("create"),
      claims: flow.issuer.makesIDTokens ? flow.parameters.filled(SignInClaims.parameter) ?? "" : nil
    ) { flow.issuer.isExpected($0, flow.parameters, flow.call) }
  }

  private var hint: String? {
    let isVoid =
      flow.issuer.authorizeRules.prompts.choiceVoidsHint
      && request.prompts.contains("select_account")
    return isVoid ? nil : flow.parameters.filled(flow.issuer.authorizeRules.prompts.hint)
  }

  /// Firebase's SDKs send `language` for Apple, `hl` for Google and `mkt` for Microsoft.
  private static let languageParameters = ["locale", "ui_locales", "language", "hl", "mkt"]

  /// The language that the app requested; the page is in English.
  private var language: HTML? {
    Self.languageParameters.lazy.compactMap { flow.parameters.filled($0) }.first.map { language in
      "<dt>Requested language</dt><dd>\(language)</dd>"
    }
  }

  private var about: HTML {
    """
    <details>
    <summary>What the app asks for</summary>
    <dl>
    <dt>Shares</dt><dd>\(request.scopes.names.isEmpty ? "nothing" : request.scopes.text)</dd>
    <dt>Goes to</dt><dd>\(flow.redirectURI)</dd>
    <dt>Project</dt><dd>\(flow.client.project.id)</dd>
    \(language)
    </dl>
    </details>
    """
  }
}

extension AuthorizeFlow {
  func again(_ typed: FormFields, reason problem: String) throws -> Answer {
    let request: AuthorizeRequest
    do {
      request = try checkedRequest()
    } catch {
      throw issuer.pageError(error.code.name, error.description ?? "")
    }
    return .ready(
      try SignInPage(flow: self, request: request, typed: typed, problem: problem).response())
  }
}

extension ProviderSites {
  /// Returns the choices of an issuer's sign-in page; nil for a provider without one.
  package func signInPage(of providerID: String) -> SignInPageOptions? {
    guard let issuer = try? issuer(providerID) else { return nil }
    let failures = issuer.authorizeRules.failures
    return SignInPageOptions(
      brand: issuer.words.brand, cancel: failures.cancel,
      failures: failures.offered.map { ($0.code, $0.label) })
  }
}
