internal import EmuModel
internal import EmuStore

/// `mfaSignIn:start`: sends the code of a phone as the second factor.
enum StartMfaSignIn: WriteOperation {
  static func run(
    _ input: StartMfaSignInRequest, in context: OperationContext, _ store: WriteTransaction
  ) throws -> StartMfaSignInResponse {
    try context.checkAllowed(.phone, after: input.mfaPendingCredential)
    let pending = try input.mfaPendingCredential.given(otherwise: .missingPendingCredential)
    let id = try input.mfaEnrollmentId.given(otherwise: .missingEnrollmentID.asIncomplete)
    try context.checkStrictly(
      input.phoneSignInInfo != nil, reason: "phoneSignInInfo is missing",
      otherwise: APIError.invalidArgument("phoneSignInInfo is missing.").asIncomplete)
    let signIn = try context.pendingSignIn(pending, for: .phone, store.reader)
    let factor = signIn.user.secondFactor(id)
    var recipient = ""
    if case .phone(let number)? = factor?.kind { recipient = number }
    try signIn.context.checkApp(
      input.phoneSignInInfo ?? PhoneRecipient(), for: recipient, store.reader)
    guard let factor else {
      throw context.noSuchFactor(id, of: signIn.user)
    }
    guard case .phone(let number) = factor.kind else {
      throw APIError.invalidArgument("An authenticator app needs no start: finalize with its code.")
        .inProduction("INVALID_PHONE_NUMBER", detail: "Invalid format.")
    }
    let code = try signIn.context.issueVerificationCode(
      to: number, for: .secondFactor(uid: signIn.user.uid, enrollmentID: factor.id),
      of: signIn.user, store)
    return StartMfaSignInResponse(
      phoneResponseInfo: MfaPhoneSession(sessionInfo: code.session))
  }
}
