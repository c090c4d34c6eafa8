internal import EmuHTTP

extension MicrosoftIssuer {
  /// Returns JSON for programs, a page for browsers.
  func translated(_ error: any AnsweringError, _ call: IssuerCall) -> any AnsweringError {
    if var error = error as? GraphError {
      error.call = call
      return error
    }
    guard let translated = microsoftError(error, call) else { return error }
    guard call.route.style == .page else { return translated }
    // An internal error is on no page of Microsoft.
    if case .fault? = (error as? OAuthError)?.problem { return error }
    return PageError(
      words: words, code: translated.error ?? translated.row.frontError, message: translated.text,
      isForPerson: (error as? PageError)?.isForPerson == true,
      details: [
        ("Trace ID", translated.trace?.id ?? ""),
        ("Correlation ID", translated.trace?.correlation ?? ""),
        ("Timestamp", translated.trace?.timestamp ?? ""),
      ], advice: translated.reason)
  }

  private func microsoftError(
    _ error: any AnsweringError, _ call: IssuerCall
  ) -> MicrosoftError? {
    let wording = MicrosoftWording(issuer: self, call: call)
    switch error {
    case var error as MicrosoftError:
      error.trace = MicrosoftTrace(call)
      // Discovery has another error for this number.
      if error.row.number == 90002, call.route.style == .control { error.error = "invalid_tenant" }
      return error
    case let error as OAuthError:
      // The engine does not distinguish the others.
      let isOfClient = error.code.name == "invalid_client"
      let other = isOfClient ? RequestProblem.numbered(7_000_215, [:]) : .malformed
      return wording.error(error.problem ?? other, reason: error.reason)
    case let error as PageError:
      return error.problem.flatMap { wording.error($0, reason: error.message) }
    default: return nil
    }
  }

  func translated(authorization error: OAuthError, _ call: IssuerCall) -> OAuthError {
    if error.problem == .cancelled {
      var error = OAuthError("access_denied", "the user canceled the authentication")
      error.moreFields = ["error_subcode": "cancel"]
      return error
    }
    let wording = MicrosoftWording(issuer: self, call: call)
    guard let problem = error.problem,
      let translated = wording.error(problem, reason: error.reason)
    else { return error }
    let row = translated.row
    if row.staysOnPage, !(row.isForPerson && wording.forbidsPages) {
      var error = error
      error.staysOnPage = true
      return error
    }
    let code = row.staysOnPage ? "interaction_required" : translated.error ?? row.frontError
    var result = OAuthError(.init(name: code), translated.description)
    result.moreFields = ["error_uri": MicrosoftError.link(row.number)]
    return result
  }

  func refusal(at path: Substring, _ sentence: String, _ status: Status) -> (any AnsweringError)? {
    guard path.hasPrefix("graph/") else { return nil }
    return GraphError(status, status == .notFound ? "ResourceNotFound" : "BadRequest", sentence)
  }

  /// Returns the error of a number, with or without AADSTS, or of an OAuth error name.
  func failure(named name: String) -> OAuthError {
    guard let row = AADSTS(named: name) else {
      guard AADSTS.isNumber(name) else {
        return OAuthError(.init(name: name), "This failure was requested.")
      }
      var error = OAuthError(.invalidRequest, AADSTS.unknown(name))
      error.staysOnPage = true
      return error
    }
    return OAuthError(
      .init(name: row.frontError), "This failure was requested.",
      problem: .numbered(row.number, [:]))
  }

  func tokenFailure(named name: String) -> OAuthError {
    guard
      let row = AADSTS(named: name) ?? AADSTS.usual[name].map(AADSTS.of)
        ?? AADSTS.table.first(where: { $0.error == name })
    else {
      return OAuthError(.invalidRequest, AADSTS.unknown(name), problem: .unknownFailure)
    }
    return OAuthError(
      .init(name: row.error), reason: "The request names this failure.",
      problem: .numbered(row.number, [:]))
  }
}
