internal import EmuControlCalls
internal import EmuHTTP
internal import EmuIdentity
internal import EmuJOSE
internal import EmuModel
internal import EmuSAML
internal import EmuStore

/// The single sign-on of the identity provider: from the request by redirect or POST to the response
/// by POST (SAML Profiles §4.1).
struct SAMLSignOn: Sendable {
  let issuer: SAMLIssuer
  let call: IssuerCall
  let fields: FormFields
  let request: SAMLRequest
  let project: Project
  let order: SAMLOrder

  /// True for the redirect binding, false for the POST binding.
  let isDeflated: Bool

  /// - Throws: `PageError`, because the address of the response comes from the request.
  init(
    _ issuer: SAMLIssuer, _ call: IssuerCall, _ fields: FormFields, isDeflated: Bool
  ) throws {
    guard let value = fields.first("SAMLRequest") else {
      throw issuer.pageError(
        "invalid_request",
        "The parameter SAMLRequest is missing. A service provider sends it; accounts:createAuthUri "
          + "with the provider \(issuer.id) returns such an address.")
    }
    do {
      request = try SAMLRequest(value: value, isDeflated: isDeflated)
    } catch {
      throw issuer.pageError(
        "invalid_request", "The SAMLRequest cannot be read: \(error.message).")
    }
    let session = fields.first("RelayState").flatMap(IdpSession.init(sealed:))
    project = try Self.project(
      of: request, session, named: fields.first("emulator_project"), issuer.id, call)
    var parties = SAMLParties(of: issuer.id, in: project, baseURL: call.baseURL)
    parties.spEntityID = request.issuer
    guard let callback = request.callbackURL ?? parties.callbackURL, AbsoluteURL.isWeb(callback)
    else {
      throw issuer.pageError(
        "invalid_request",
        "The response has no address. Send AssertionConsumerServiceURL in the request, or set "
          + "callbackUri in the provider's spConfig.")
    }
    self.issuer = issuer
    self.call = call
    self.fields = fields
    self.isDeflated = isDeflated
    order = SAMLOrder(
      parties: parties, callbackURL: callback, requestID: request.id,
      nameIDFormat: request.nameIDFormat.flatMap { format in
        SAMLAnswer.nameIDFormats.values.first { $0 == format && !$0.hasSuffix("unspecified") }
      })
  }

  /// The field of the sealed form with the binding of the request.
  private static let binding = "emulator_binding"

  private static func project(
    of request: SAMLRequest, _ session: IdpSession?, named: String?, _ id: String,
    _ call: IssuerCall
  ) throws -> Project {
    let store = call.services.store
    if let session {
      let project = try store.project(session.project)
      return try session.tenant.flatMap { try store.tenant($0, in: project) }.map(project.scoped)
        ?? project
    }
    if let named, Project.isPlausible(id: named) { return try store.project(named) }
    let known = try store.places(ofProvider: id).projectsByEntity[request.issuer]
    return try store.project(known ?? call.services.defaultProject)
  }

  // MARK: Steps

  /// Answers immediately if the request names the person, otherwise shows the page. The request's
  /// signature, if any, is not read.
  func begin() throws -> Answer {
    if let failure = fields.filled("emulator_fail") { return try fail(failure) }
    if let name = fields.filled("emulator_auto") { return finish(.named(name)) }
    // There is no browser session that could answer without a page (SAML Core §3.4.1).
    if request.isPassive { return try fail("NoPassive") }
    return .ready(try page())
  }

  /// Answers the form of the page.
  static func choice(_ issuer: SAMLIssuer, _ call: IssuerCall) throws -> Answer {
    let form = call.request.form
    let fields = try call.fieldsOfPage(of: issuer)
    let flow = try SAMLSignOn(
      issuer, call, fields, isDeflated: fields.first(binding) == SAMLNames.redirectBinding)
    do {
      switch try SignInChoice(form, issuer: issuer) {
      case .consent(let person): return flow.finish(person)
      case .cancel, .deny: return try flow.fail(SAMLFailure.cancel)
      case .fail(let name): return try flow.fail(name)
      }
    } catch let problem as ControlError {
      return .ready(try flow.page(typed: form, problem: problem.message))
    }
  }

  private func finish(_ who: ConsentingPerson) -> Answer {
    call.write { writer in
      let person = try call.people(issuer, in: project, writer).find(who)
      var order = order
      order.defects = issuer.defects(of: person, for: order.parties.spEntityID, call)
      return (order, person)
    } then: { order, person in
      answer(["SAMLResponse": try order.response(for: person, issuer, call)])
    }
  }

  private func fail(_ name: String) throws -> Answer {
    var fields: FormFields = ["SAMLResponse": try order.failure(name, issuer, call)]
    if call.requestsDescription {
      fields.add("error", name)
      fields.add("error_description", "The identity provider answered \(name).")
    }
    return .ready(answer(fields))
  }

  private func answer(_ fields: FormFields) -> Response {
    var fields = fields
    if let state = self.fields.first("RelayState") { fields.add("RelayState", state) }
    return call.response(to: order.callbackURL, fields, mode: .formPost, words: issuer.words)
  }

  // MARK: The page

  private func page(typed: FormFields = FormFields(), problem: String? = nil) throws -> Response {
    var sealed = fields
    if sealed.first(Self.binding) == nil {
      sealed.add(
        Self.binding, isDeflated ? SAMLNames.redirectBinding : SAMLNames.postBinding)
    }
    let forms = PersonForms(
      issuer: issuer, call: call, project: project, path: SAMLIssuer.formPath,
      sealed: call.sealedForm(of: issuer).seal(sealed), typed: typed,
      problem: problem)
    return try Page(
      "Sign in with \(issuer.words.brand)", of: issuer.words,
      formTargets: [RedirectRules.policySource(of: order.callbackURL)]
    ).response(
      """
      <p>to continue to <strong>\(request.issuer)</strong></p>
      <dl>
      <dt>Goes to</dt><dd>\(order.callbackURL)</dd>
      <dt>Project</dt><dd>\(project.id)</dd>
      </dl>
      \(forms.content())
      """, status: call.statusOfPage(with: problem))
  }
}
