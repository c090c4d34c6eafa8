internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// `mfaEnrollment:start`: sends a code to a new number, or generates an authenticator app's secret.
enum StartMfaEnrollment: WriteOperation {
  static let oneof: Oneof? = Oneof(
    "enrollment_info", ["phoneEnrollmentInfo", "totpEnrollmentInfo"])

  struct Prepared: Sendable {
    var token: PresentedIDToken
    /// Nil for an authenticator app.
    var phone: PhoneRecipient?
  }

  static func prepare(
    _ input: StartMfaEnrollmentRequest, in context: OperationContext
  ) throws -> Prepared {
    let requestsTOTP = input.phoneEnrollmentInfo == nil && input.totpEnrollmentInfo != nil
    try context.checkAllowed(requestsTOTP ? .totp : .phone)
    let token = try context.presented(idToken: input.idToken.given(otherwise: .emptyIDToken))
    if requestsTOTP { return Prepared(token: token) }
    guard let info = input.phoneEnrollmentInfo else {
      throw APIError.invalidArgument("phoneEnrollmentInfo or totpEnrollmentInfo is missing.")
        .asIncomplete
    }
    return Prepared(token: token, phone: info)
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> StartMfaEnrollmentResponse {
    if let phone = prepared.phone {
      try context.checkApp(phone, for: phone.phoneNumber ?? "", store.reader)
    }
    let user = try context.user(of: prepared.token, store.reader)
    try context.checkMayEnrol(prepared.token, user)
    try context.checkRecentLogin(prepared.token, user: user)
    var response = StartMfaEnrollmentResponse()
    if let phone = prepared.phone {
      let number = try context.validPhoneNumber(phone.phoneNumber ?? "")
      try context.checkIsNew(.phone(number), for: user)
      try context.checkCount(
        user.secondFactors.count + 1, otherwise: .tooManySecondFactors)
      let code = try context.issueVerificationCode(
        to: number, for: .enrollment(uid: user.uid), of: user, store)
      response.phoneSessionInfo = MfaPhoneSession(sessionInfo: code.session)
    } else {
      try context.checkAppCount(of: user)
      let enrollment = TotpEnrollment(
        project: context.project.id, tenantID: context.tenant?.id, uid: user.uid,
        secret: Base32.encode(context.ids.randomBytes(20)), startedAt: context.now)
      response.totpSessionInfo = StartMfaEnrollmentResponse.TotpSession(
        sharedSecretKey: enrollment.secret, verificationCodeLength: TOTPRule.digits,
        hashingAlgorithm: "SHA1", periodSec: Int(TOTPRule.period),
        sessionInfo: enrollment.sealed,
        finalizeEnrollmentTime: enrollment.expiresAt.rfc3339)
    }
    return response
  }
}
