internal import EmuControlCalls
internal import EmuHTTP

/// The authorization endpoint, for GET and POST (OpenID Connect Core §3.1.2.1).
struct AuthorizeEndpoint: AnsweringEndpoint {
  let issuer: any FakeIssuer
  let call: IssuerCall

  func answer() throws -> Answer {
    let isForm = call.request.method == .post && TokenRequestForm.isForm(call.request)
    let fields = isForm ? call.request.form : call.request.query
    return try AuthorizeFlow(issuer, call, PushedRequest.resolved(fields, issuer, call)).begin()
  }

  /// Answers the form of the page.
  func choice() throws -> Answer {
    let form = call.request.form
    let fields = SignInClaims.added(from: form, to: try call.fieldsOfPage(of: issuer))
    let flow = try AuthorizeFlow(issuer, call, fields)
    if let problem = SignInClaims.problem(of: form.first(SignInClaims.parameter)) {
      return try flow.again(form, reason: problem)
    }
    let choice: SignInChoice
    do {
      choice = try SignInChoice(form, issuer: issuer)
    } catch {
      return try flow.again(form, reason: error.message)
    }
    if case .consent(.subject(let subject)) = choice,
      let question = try issuer.question(to: subject, flow)
    {
      return .ready(question)
    }
    return try flow.finish(choice)
  }
}

extension IssuerCall {
  /// Returns the seal for requests of this issuer and tenant.
  func sealedForm(of issuer: any FakeIssuer) -> SealedForm {
    sealedForm("authorize \(issuer.id) \(parameters["tenant"] ?? "")")
  }

  /// Returns the fields of the request that opened the page whose form this request sends.
  func fieldsOfPage(of issuer: any FakeIssuer) throws -> FormFields {
    guard let fields = opened(sealedForm(of: issuer)) else {
      throw issuer.pageError(
        "invalid_request",
        "This page is too old, or not one of this emulator's. Go back to the app and "
          + "start again.")
    }
    return fields
  }
}
