internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

extension OperationContext {
  /// True if the configured state of second factors applies. The official emulator uses a tenant's
  /// state, and treats a project's as enabled.
  var secondFactorStateApplies: Bool {
    tenant == nil ? switches.isOn(.mfaState) : switches[.mfaState] != .off
  }

  /// The scope of the configuration, for sentences.
  var whereConfigured: String {
    tenant.map { "for tenant \($0.id)" } ?? "for project \(project.id)"
  }

  /// Checks that a kind of second factor may be enrolled and used.
  ///
  /// - Throws: `OPERATION_NOT_ALLOWED`, by the switch `mfaState`.
  func checkAllowed(_ kind: SecondFactorName) throws(APIError) {
    let config = project.secondFactors
    let refusal = APIError.operationNotAllowed("\(kind.rawValue) based MFA not enabled.")
    // A tenant's state applies unless the switch is off.
    let rule = tenant == nil ? RuleName.switch(.mfaState) : .secondFactor
    if secondFactorStateApplies, !config.isOn {
      throw refused(rule, "Second factors are disabled \(whereConfigured).", as: refusal)
    }
    // The official emulator uses a tenant's `enabledProviders`; it has no authenticator apps.
    if secondFactorStateApplies, tenant != nil, kind == .phone, !config.allowsPhone {
      throw refused(
        rule, "PHONE_SMS is not among the enabledProviders \(whereConfigured).", as: refusal)
    }
    let words: Reason = kind == .phone ? "A text message" : "An authenticator app"
    let isAllowed = config.isOn && (kind == .phone ? config.allowsPhone : config.allowsTOTP)
    try check(
      .mfaState, isAllowed,
      reason: "\(words) is not enabled as a second factor \(whereConfigured)",
      otherwise: refusal)
  }

  /// Checks that a kind of second factor may follow a pending credential.
  ///
  /// A request that omits the credential's tenant is checked in that tenant, by
  /// ``pendingSignIn(_:for:_:)``.
  ///
  /// - Throws: `OPERATION_NOT_ALLOWED`, by the switch `mfaState`.
  func checkAllowed(
    _ kind: SecondFactorName, after pendingCredential: String?
  ) throws(APIError) {
    let pending = pendingCredential.flatMap(PendingSecondFactor.init(sealed:))
    guard tenant != nil || pending?.tenantID == nil else { return }
    try checkAllowed(kind)
  }

  /// - Throws: `UNSUPPORTED_FIRST_FACTOR`, `UNVERIFIED_EMAIL`.
  func checkMayEnrol(_ token: PresentedIDToken, _ user: User) throws(APIError) {
    let provider = token.session.provider
    guard SecondFactorRule.isFirstFactor(provider: provider),
      self.provider(provider).isFirstFactor
    else {
      throw refused(
        .secondFactor, "A second factor cannot follow \(provider).", as: .unsupportedFirstFactor)
    }
    guard user.email != nil, user.emailVerified else {
      throw refused(
        .secondFactor,
        "The e-mail address of user \(user: user) must be verified before a second factor is added.",
        as: .unverifiedEmail)
    }
  }

  /// - Throws: by the switch `quotas`, `SECOND_FACTOR_LIMIT_EXCEEDED`.
  func checkCount(
    _ count: Int, otherwise error: APIError = .secondFactorLimitExceeded
  ) throws(APIError) {
    try check(
      .quotas, count <= SecondFactorRule.most,
      reason: "a user has at most \(SecondFactorRule.most) second factors", otherwise: error)
  }

  /// - Throws: by the switch `quotas`, `SECOND_FACTOR_LIMIT_EXCEEDED`.
  func checkAppCount(of user: User) throws(APIError) {
    let apps = user.secondFactors.filter { $0.name == "totp" }.count
    try check(
      .quotas, apps < SecondFactorRule.mostApps,
      reason: "user \(user: user) has an authenticator app already",
      otherwise: .tooManyTotpFactors)
  }

  /// - Throws: `SECOND_FACTOR_EXISTS`.
  func checkIsNew(_ kind: SecondFactor.Kind, for user: User) throws(APIError) {
    guard let known = user.secondFactors.first(where: { $0.kind == kind }) else { return }
    throw refused(.secondFactor, "It is enrolled already, as \(known.id).", as: .secondFactorExists)
  }

  /// Returns the time step of an authenticator app's code.
  ///
  /// - Throws: `INVALID_CODE`; for a used code by the switch `replayProtection`.
  func verifiedStep(
    of code: String, secret: String, lastStep: Int64?
  ) throws(APIError) -> Int64 {
    switch verdict(on: code, secret: secret, lastStep: lastStep) {
    case .right(let step): return step
    case .replayed(let newest):
      try check(
        .replayProtection, false,
        reason: "this code of the authenticator app, or a newer one, was used before",
        otherwise: .invalidCode)
      return newest
    case .wrong:
      throw refused(
        .totp,
        "The authenticator app shows another code; GET /emulator/v1/projects/\(project.id)/totpCodes"
          + " returns it.",
        as: .invalidCode)
    }
  }

  /// Compares a code with those of the secret around the current time.
  func verdict(on code: String, secret: String, lastStep: Int64?) -> TOTPRule.Verdict {
    let bytes = Base32.decode(secret) ?? []
    return TOTPRule.verdict(
      on: code, at: now, window: project.secondFactors.adjacentIntervals, lastStep: lastStep
    ) { step in OneTimeCode.code(secret: bytes, counter: step, digits: TOTPRule.digits) }
  }
}

/// The kinds of second factors, without a number or secret.
///
/// The raw value is the name in production's messages.
enum SecondFactorName: String {
  case phone = "SMS"
  case totp = "TOTP"
}

extension Oneof {
  /// The proofs of a second factor.
  static let verificationInfo = Oneof(
    "verification_info", ["phoneVerificationInfo", "totpVerificationInfo"])
}
