internal import EmuCrypto
internal import EmuModel

/// Parses the second factors that an administrator sets.
struct EnrolledFactors {
  enum Problem: Error {
    case phoneNumber(String)
    /// An authenticator app without a secret that is unknown for the user.
    case totp
    case secret
    case missingID
    case repeatedID(String)
    case displayName
    case tooMany
  }

  /// The user's current factors; an authenticator app keeps its secret by its enrollment id.
  var known: [SecondFactor] = []
  /// True to generate missing enrollment ids.
  let generatesIDs: Bool
  let context: OperationContext

  /// Returns the list in order. A repeated number counts once, before its id is checked, as on the
  /// official emulator.
  func read(_ enrollments: [MfaEnrollment]) throws(Problem) -> [SecondFactor] {
    guard enrollments.count <= AccountLimits.list else { throw .tooMany }
    var factors: [SecondFactor] = []
    for enrollment in enrollments {
      let old = known.first { $0.id.isIdentical(to: enrollment.mfaEnrollmentId) }
      let kind = try kind(of: enrollment, from: old)
      guard !factors.contains(where: { $0.kind == kind }) else { continue }
      var factor = SecondFactor(
        id: try id(of: enrollment), kind: kind,
        enrolledAt: enrolledAt(enrollment) ?? old?.enrolledAt ?? context.now)
      factor.displayName = try displayName(enrollment)
      guard !factors.contains(where: { $0.id.isIdentical(to: factor.id) }) else {
        throw .repeatedID(factor.id)
      }
      factor.lastStep = known.first { $0.kind == kind }?.lastStep
      factors.append(factor)
    }
    return factors
  }

  private func id(of enrollment: MfaEnrollment) throws(Problem) -> String {
    if let id = enrollment.mfaEnrollmentId.given { return id }
    guard generatesIDs else { throw .missingID }
    return context.ids.uuid()
  }

  private func kind(
    of enrollment: MfaEnrollment, from old: SecondFactor?
  ) throws(Problem) -> SecondFactor.Kind {
    guard enrollment.totpInfo != nil || enrollment.emulatorTotpSecret != nil else {
      let given = enrollment.phoneInfo ?? ""
      guard let number = context.phoneNumber(given) else { throw .phoneNumber(given) }
      return .phone(number)
    }
    if let secret = enrollment.emulatorTotpSecret.given {
      guard Base32.isSecret(secret) else { throw .secret }
      return .totp(secret: secret)
    }
    guard let old, case .totp = old.kind else { throw .totp }
    return old.kind
  }

  private func displayName(_ enrollment: MfaEnrollment) throws(Problem) -> String? {
    guard let name = enrollment.displayName.given else { return nil }
    guard AccountLimits.fits(name, AccountLimits.displayName) else { throw .displayName }
    return name
  }

  private func enrolledAt(_ enrollment: MfaEnrollment) -> Timestamp? {
    let given = enrollment.enrolledAt.flatMap(Timestamp.init(rfc3339:))
    return given.flatMap { Timestamp.range.contains($0) ? $0 : nil }
  }
}

extension OperationContext {
  /// Returns the second factors that an administrator sets.
  ///
  /// - Parameter original: nil for a new account, whose ids are generated. Otherwise production
  ///   generates missing ids (its documentation for Node says so), and the official emulator rejects
  ///   them.
  ///
  /// - Throws: `INVALID_MFA_PHONE_NUMBER`, `INVALID_MFA_ENROLLMENT_ID`,
  ///   `DUPLICATE_MFA_ENROLLMENT_ID`, `INVALID_ARGUMENT`; by the switch `quotas`
  ///   `SECOND_FACTOR_LIMIT_EXCEEDED`.
  func enrolled(
    _ enrollments: [MfaEnrollment], of original: User? = nil
  ) throws(APIError) -> [SecondFactor] {
    var enrollments = enrollments
    if original == nil {
      for index in enrollments.indices { enrollments[index].mfaEnrollmentId = nil }
    }
    let factors: [SecondFactor]
    do {
      factors = try EnrolledFactors(
        known: original?.secondFactors ?? [],
        generatesIDs: original == nil || rules.generatesFactorIDs, context: self
      ).read(enrollments)
    } catch {
      switch error {
      case .missingID:
        explain(.factorID, "production gives the second factor an id", production: "accepts")
        throw .missingFactorID
      case .phoneNumber(let text): throw .invalidSecondFactorNumber(text)
      case .totp:
        throw refused(
          .secondFactor,
          "An administrator enrols an authenticator app with emulatorTotpSecret, which only emulators "
            + "have; without it only an enrollment that the user has is kept.",
          as: .unsupportedSecondFactor)
      case .secret: throw .invalidArgument("emulatorTotpSecret must be Base32.")
      case .repeatedID: throw APIError("DUPLICATE_MFA_ENROLLMENT_ID")
      case .displayName:
        throw .invalidArgument(
          "displayName is longer than \(AccountLimits.displayName) characters.")
      case .tooMany:
        throw .userListExceedsLimit("A user has at most \(AccountLimits.list) second factors.")
      }
    }
    try checkCount(factors.count)
    return factors
  }

  /// Checks that a user can have second factors.
  ///
  /// A phone number as a first factor is accepted: the Admin SDK's tests enroll such users.
  ///
  /// - Throws: by the switch `mfaState`, `UNVERIFIED_EMAIL`.
  func checkCanHaveSecondFactors(_ user: User) throws(APIError) {
    try check(
      .mfaState, user.email != nil && user.emailVerified,
      reason: "a user with second factors has a verified e-mail address",
      otherwise: .unverifiedEmail)
  }
}
