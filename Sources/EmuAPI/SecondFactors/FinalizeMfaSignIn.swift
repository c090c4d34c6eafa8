internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// `mfaSignIn:finalize`: completes a sign-in with the second factor's code.
enum FinalizeMfaSignIn: WriteOperation {
  static let oneof: Oneof? = .verificationInfo

  struct Prepared: Sendable {
    var pendingCredential: String
    var evidence: SecondFactorEvidence
  }

  static func prepare(
    _ input: FinalizeMfaSignInRequest, in context: OperationContext
  ) throws -> Prepared {
    let totp = input.phoneVerificationInfo == nil ? input.totpVerificationInfo : nil
    try context.checkAllowed(totp == nil ? .phone : .totp, after: input.mfaPendingCredential)
    let pending = try input.mfaPendingCredential.given(otherwise: .missingCredential)
    guard let totp else {
      return Prepared(
        pendingCredential: pending,
        evidence: try SecondFactorEvidence(input.phoneVerificationInfo))
    }
    let id = try input.mfaEnrollmentId.given(otherwise: .missingEnrollmentID.asIncomplete)
    let code = try totp.verificationCode.given(otherwise: .missingCode.asIncomplete)
    return Prepared(pendingCredential: pending, evidence: .totp(id, code: code))
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> FinalizeMfaSignInResponse {
    let signIn = try context.pendingSignIn(
      prepared.pendingCredential, for: prepared.evidence.name, store.reader.withoutPasskeys)
    let (user, factor) = try shown(prepared.evidence, signIn, store)
    // Only success consumes a credential: a wrong code may be corrected.
    _ = try store.markUsed(
      digest: signIn.pending.digest, in: signIn.context.scope, now: context.now,
      expiresAt: signIn.pending.expiresAt)
    let outcome = try signIn.context.finishSignIn(
      user, from: signIn.user, by: signIn.pending.factor, secondFactor: factor.session, store)
    context.explain(
      .secondFactor, .chose,
      "User \(user: user) has shown the \(factor.name) factor \(factor.id).")
    var response = FinalizeMfaSignInResponse()
    if case .signedIn(let tokens) = outcome.step {
      response.idToken = tokens.idToken
      response.refreshToken = tokens.refreshToken
    }
    if case .phone(let number) = factor.kind {
      response.phoneAuthInfo = MfaPhoneAuthInfo(phoneNumber: number)
    }
    return response
  }

  static func afterRefusal(_ prepared: Prepared, in context: OperationContext) -> Change? {
    { store in
      guard let pending = PendingSecondFactor(sealed: prepared.pendingCredential),
        let context = try? context.inTenant(pending.tenantID, store.reader)
      else { return }
      try prepared.evidence.countIfWrong(in: context, store)
      guard case .totp(let id, let code) = prepared.evidence,
        let user = try store.reader.user(uid: pending.uid, in: context.scope),
        let factor = user.secondFactor(id), case .totp(let secret) = factor.kind,
        context.verdict(on: code, secret: secret, lastStep: nil) == .wrong
      else { return }
      try context.wrongCodes(of: pending).count(store)
    }
  }

  /// Returns the factor whose code is verified, and the user with the code consumed.
  private static func shown(
    _ evidence: SecondFactorEvidence, _ signIn: PendingSignIn, _ store: WriteTransaction
  ) throws -> (User, SecondFactor) {
    let (context, user) = (signIn.context, signIn.user)
    switch evidence {
    case .phone(let session, let text):
      let code = try context.verifiedCode(session: session, code: text, store.reader) { purpose in
        guard case .secondFactor(user.uid, _) = purpose else { return false }
        return true
      }
      try store.markUsed(code, at: context.now)
      // An administrator may have given the enrollment another number since.
      guard case .secondFactor(_, let id) = code.purpose, let factor = user.secondFactor(id),
        factor.kind == .phone(code.phoneNumber)
      else { throw APIError.enrollmentNotFound }
      return (user, factor)
    case .totp(let id, let code):
      let wrongCodes = context.wrongCodes(of: signIn.pending)
      try context.check(
        .attemptLimits, !wrongCodes.areTooMany(store.reader),
        reason:
          "\(wrongCodes.limit) wrong codes of an authenticator app came with the pending credential",
        otherwise: .tooManyAttempts)
      guard let index = user.secondFactors.firstIndex(where: { $0.id.isIdentical(to: id) }),
        case .totp(let secret) = user.secondFactors[index].kind
      else { throw context.noSuchFactor(id, of: user, .totpEnrollmentNotFound) }
      var used = user
      used.secondFactors[index].lastStep = try context.verifiedStep(
        of: code, secret: secret, lastStep: user.secondFactors[index].lastStep)
      return (used, user.secondFactors[index])
    }
  }
}
