internal import EmuModel
internal import EmuStore

/// `mfaEnrollment:withdraw`: removes a second factor of the ID token's user.
enum WithdrawMfa: WriteOperation {
  struct Prepared: Sendable {
    var token: PresentedIDToken
    var enrollmentID: String
  }

  static func prepare(
    _ input: WithdrawMfaRequest, in context: OperationContext
  ) throws -> Prepared {
    let token = try context.presented(idToken: input.idToken.given(otherwise: .emptyIDToken))
    let id = try input.mfaEnrollmentId.given(
      otherwise: .missingEnrollmentID.inProduction("MFA_ENROLLMENT_NOT_FOUND"))
    return Prepared(token: token, enrollmentID: id)
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> WithdrawMfaResponse {
    let original = try context.user(of: prepared.token, store.reader)
    guard let factor = original.secondFactor(prepared.enrollmentID) else {
      throw context.noSuchFactor(prepared.enrollmentID, of: original)
    }
    var user = original
    user.secondFactors.removeAll { $0.id == factor.id }
    if context.rules.showsEmptiedLists { user.emptyFields.insert(.secondFactors) }
    try context.check(
      .mfaState, !user.secondFactors.isEmpty || context.project.secondFactors.state != .mandatory,
      reason: "second factors are mandatory \(context.whereConfigured), and this is the last one",
      otherwise: .operationNotAllowed("A second factor is mandatory."))
    var session = context.renewSession(prepared.token.session(of: original, in: context), of: &user)
    // The official emulator removes the second factor of the session, whichever is withdrawn.
    let isOwn = session.secondFactor == factor.session
    if !isOwn, session.secondFactor != nil, context.rules.withdrawalDropsFactor {
      context.explain(
        .withdrawnFactor, "the session was opened with another factor, which production keeps",
        production: "keeps the session's factor")
    }
    if isOwn || context.rules.withdrawalDropsFactor { session.secondFactor = nil }
    try store.update(user, from: original, in: context.scope)
    context.explain(
      .session, .chose,
      "Without the \(factor.name) factor \(factor.id) every session ended; the caller gets a new "
        + "one.")
    let tokens = context.tokens(for: user, session)
    return WithdrawMfaResponse(
      idToken: tokens.idToken, refreshToken: tokens.refreshToken, expiresIn: tokens.expiresIn)
  }
}

extension OperationContext {
  func noSuchFactor(
    _ id: String, of user: User, _ error: APIError = .enrollmentNotFound
  ) -> APIError {
    let ids = user.secondFactors.map(\.id).joined(separator: ", ")
    return refused(
      .secondFactor,
      "User \(user: user) has no second factor \(id); there is \(ids.isEmpty ? "none" : ids).",
      as: error)
  }
}
