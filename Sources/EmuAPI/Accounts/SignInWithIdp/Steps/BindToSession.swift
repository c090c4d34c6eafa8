internal import EmuIssuance
internal import EmuModel
internal import EmuWire

/// Ties the form to the sign-in that `createAuthUri` or the web sign-in page began, whose nonce the
/// app cannot know.
enum BindToSession: IdpPreparationStep {
  /// - Throws: by switch, `INVALID_IDP_RESPONSE` for a request that is none of that sign-in.
  static func run(_ signIn: inout IdpSignIn, in context: OperationContext) throws {
    guard let form = signIn.form, let session = form.session else { return }
    let sessionID = ProfileInput.given(signIn.input.sessionId)
    let problem = session.problem(
      sessionID: sessionID, providerID: form.providerID,
      requestURI: ProfileInput.given(signIn.input.requestUri) ?? "",
      project: context.project.id, tenant: context.tenant?.id)
    try context.check(
      .sessionBinding, problem == nil, because: "\(problem ?? "")",
      otherwise: .invalidIdpResponse("The session does not match the one of this sign-in."))
    if let failure = form.failure {
      throw APIError.invalidIdpResponse(
        "The identity provider refused the sign-in: \(failure.prefix(128))")
    }
    if problem == nil, form.nonce == nil, form.idToken != nil, let sessionID {
      signIn.sessionNonce = IdpSession.rawNonce(
        of: session.begun(with: sessionID), project: session.project)
    }
  }
}
