internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// `mfaEnrollment:finalize`: enrolls a phone or an authenticator app with its first code.
enum FinalizeMfaEnrollment: WriteOperation {
  static let oneof: Oneof? = .verificationInfo

  struct Prepared: Sendable {
    var token: PresentedIDToken
    var displayName: String?
    var evidence: SecondFactorEvidence
  }

  static func prepare(
    _ input: FinalizeMfaEnrollmentRequest, in context: OperationContext
  ) throws -> Prepared {
    let totp = input.phoneVerificationInfo == nil ? input.totpVerificationInfo : nil
    try context.checkAllowed(totp == nil ? .phone : .totp)
    let token = try context.presented(idToken: input.idToken.given(otherwise: .emptyIDToken))
    let displayName = try input.displayName.given.map(ProfileInput.displayName)
    let evidence: SecondFactorEvidence
    if let totp {
      let session = try totp.sessionInfo.given(
        otherwise: .missingSessionInfo.inProduction(APIError.invalidSessionInfo.code))
      let code = totp.verificationCode ?? ""
      guard !code.isEmpty || context.rules.checksSessionBeforeCode else {
        throw APIError.missingCode
      }
      evidence = .totp(session, code: code)
    } else {
      evidence = try SecondFactorEvidence(input.phoneVerificationInfo)
    }
    return Prepared(token: token, displayName: displayName, evidence: evidence)
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> FinalizeMfaEnrollmentResponse {
    try checkIsNew(prepared, in: context, store.reader)
    let original = try context.user(of: prepared.token, store.reader)
    try context.checkMayEnrol(prepared.token, original)
    let factor = try verified(prepared, for: original, in: context, store)
    var user = original
    user.secondFactors.append(factor)
    try context.checkLists(of: user, from: original)
    var session = prepared.token.session(of: original, in: context)
    if prepared.evidence.name == .phone || context.rules.appEnrollmentEndsSessions {
      session = context.renewSession(session, of: &user)
      context.explain(
        .session, .chose,
        "The \(factor.name) factor \(factor.id) ended every session; the caller gets a new one.")
    } else {
      user.lastRefreshAt = context.now
      session.start = user.sessionStart(at: context.now, context.rules)
    }
    if !context.rules.enrollmentKeepsClaims {
      session.claims = nil
    } else if session.claims != nil {
      context.explain(
        .enrollmentClaims, "in production the session of an enrollment has no session claims",
        production: "drops session claims")
    }
    session.secondFactor = factor.session
    try store.update(user, from: original, in: context.scope)
    if let email = user.email {
      _ = try context.issue(
        .revertSecondFactorAddition, to: email, enrollmentID: factor.id, for: user, store)
    }
    let tokens = context.tokens(for: user, session)
    var response = FinalizeMfaEnrollmentResponse(
      idToken: tokens.idToken, refreshToken: tokens.refreshToken)
    switch factor.kind {
    case .phone(let number): response.phoneAuthInfo = MfaPhoneAuthInfo(phoneNumber: number)
    case .totp: response.totpAuthInfo = EmptyMessage()
    }
    return response
  }

  static func afterRefusal(_ prepared: Prepared, in context: OperationContext) -> Change? {
    { store in try prepared.evidence.countIfWrong(in: context, store) }
  }

  /// Checks that the number is not enrolled.
  private static func checkIsNew(
    _ prepared: Prepared, in context: OperationContext, _ store: ReadTransaction
  ) throws {
    guard context.rules.checksNumberBeforeSession, case .phone(let session, _) = prepared.evidence,
      let code = try store.verificationCode(session: session, in: context.scope),
      let user = try store.user(uid: prepared.token.uid, in: context.scope)
    else { return }
    try context.checkIsNew(.phone(code.phoneNumber), for: user)
  }

  /// Returns the factor whose first code is verified.
  private static func verified(
    _ prepared: Prepared, for user: User, in context: OperationContext, _ store: WriteTransaction
  ) throws -> SecondFactor {
    var factor = SecondFactor(
      id: context.ids.uuid(), kind: .phone(""), enrolledAt: context.now)
    factor.displayName = prepared.displayName
    switch prepared.evidence {
    case .phone(let session, let text):
      let code = try context.verifiedCode(session: session, code: text, store.reader) { purpose in
        purpose == .enrollment(uid: user.uid)
      }
      factor.kind = .phone(code.phoneNumber)
      try context.checkIsNew(factor.kind, for: user)
      try context.checkCount(
        user.secondFactors.count + 1, otherwise: .tooManySecondFactors)
      try store.markUsed(code, at: context.now)
    case .totp(let text, let code):
      let enrollment = try enrollment(text, for: user, in: context)
      factor.kind = .totp(secret: enrollment.secret)
      let isEnrolled = user.secondFactors.contains { $0.kind == factor.kind }
      guard
        try !isEnrolled
          && !store.reader.isUsed(
            digest: enrollment.digest, in: context.scope, at: context.now)
      else {
        throw context.refused(.totp, "The session was used before.", as: .usedTotpSession)
      }
      try context.checkStrictly(
        prepared.displayName != nil, reason: "an authenticator app needs a displayName",
        otherwise: .missingFactorName)
      try context.checkAppCount(of: user)
      factor.lastStep = try context.verifiedStep(
        of: code, secret: enrollment.secret, lastStep: nil)
      _ = try store.markUsed(
        digest: enrollment.digest, in: context.scope, now: context.now,
        expiresAt: context.now + CodeLimits.retention)
    }
    return factor
  }

  private static func enrollment(
    _ text: String, for user: User, in context: OperationContext
  ) throws(APIError) -> TotpEnrollment {
    guard let enrollment = TotpEnrollment(sealed: text),
      enrollment.project == context.project.id,
      enrollment.tenantID == context.tenant?.id, enrollment.uid.isIdentical(to: user.uid)
    else {
      throw context.refused(
        .totp, "The session was not started here for this user.", as: .invalidSessionInfo)
    }
    let expiresAt = enrollment.expiresAt
    try context.check(
      .codeExpiry, context.now < expiresAt,
      reason: "the enrollment had to be finished by \(expiresAt.rfc3339)",
      otherwise: .sessionExpired)
    return enrollment
  }
}
