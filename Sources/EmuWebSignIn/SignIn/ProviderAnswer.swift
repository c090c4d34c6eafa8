internal import EmuHTTP
internal import EmuIdentity
internal import EmuJOSE

/// The authorization response of a provider: from the browser as a query or a form (Apple), or as
/// JSON.
struct ProviderAnswer: Sendable {
  let fields: FormFields
  let session: IdpSession

  /// - Returns: nil for a request without a valid `state` of this emulator.
  init?(_ request: Request) {
    self.init(request.method == .post ? request.form : request.query)
  }

  init?(_ fields: FormFields) {
    let state = fields.first("state") ?? fields.first("RelayState")
    guard let session = state.flatMap(IdpSession.init(sealed:)) else { return nil }
    self.fields = fields
    self.session = session
  }

  /// Returns the visit of the sign-in, which is stored in the state.
  func visit(path: String, baseURL: String) throws(VisitProblem) -> Visit {
    guard let context = session.appContext else {
      throw VisitProblem(
        sentence: "This answer of \(session.providerID) belongs to no visit of this page.",
        nextStep: "It was requested by accounts:createAuthUri; give its address to "
          + "accounts:signInWithIdp as requestUri.")
    }
    return try Visit(FormFields(parsing: context), path: path, baseURL: baseURL)
  }

  /// - Parameter cancel: the provider's error if the person cancels, beside `access_denied`.
  func outcome(for visit: Visit, cancel: String?) -> WebSignInResult {
    if fields.first("denied") != nil { return .failed(.cancelled) }
    if let error = fields.first("error") {
      return .failed(.provider(error, fields.first("error_description"), cancel: cancel))
    }
    var session = session
    session.opener = visit.opener
    session.redirectURI = visit.returnAddress
    session.appContext = nil
    var answer: FormFields = ["providerId": session.providerID]
    for field in fields where !["state", "RelayState"].contains(field.name) {
      answer.add(field.name, field.value)
    }
    answer.add("state", session.sealed)
    let context = FormFields(parsing: self.session.appContext ?? "")
    return .answer(
      address: "\(visit.returnAddress)?\(answer.encodedForURL)",
      sessionID: context.first("sessionId") ?? "")
  }
}
