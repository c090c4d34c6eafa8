internal import EmuModel
internal import EmuStore

extension OperationContext {
  /// Opens a session and sends its code, unless the number is a test number.
  ///
  /// - Parameter user: the user whose second factor the number is or becomes.
  ///
  /// - Throws: by the switches `attemptLimits` and `quotas`, `TOO_MANY_ATTEMPTS_TRY_LATER` and
  ///   `QUOTA_EXCEEDED`; `OPERATION_NOT_ALLOWED` for a blocked region; the error of
  ///   `beforeSendSms`.
  func issueVerificationCode(
    to phoneNumber: String, for purpose: VerificationCode.Purpose, of user: User? = nil,
    _ store: WriteTransaction
  ) throws -> VerificationCode {
    let testCode = project.testCode(of: phoneNumber)
    try checkRegion(phoneNumber)
    if testCode == nil {
      try checkLimits(phoneNumber, store.reader)
      _ = try callFunction(
        for: .beforeSendSms, BlockingRequest(sms: purpose, to: phoneNumber, user, in: self))
    }
    let code = VerificationCode(
      session: ids.urlSafe(120), phoneNumber: phoneNumber, code: testCode ?? ids.digits(6),
      createdAt: now, purpose: purpose)
    try store.insert(code, in: scope)
    if testCode == nil {
      send(.code(code), after: store)
    } else {
      explain(
        .testPhoneNumber, .chose, "\(phoneNumber) is a test number: its code is the fixed one.")
    }
    return code
  }

  private func checkRegion(_ phoneNumber: String) throws(APIError) {
    try check(
      .quotas, project.smsRegions.contains(phoneNumber),
      reason: "smsRegionConfig \(whereConfigured) leaves the region "
        + "\(PhoneRegion.code(of: phoneNumber) ?? "of \(phoneNumber)") out",
      otherwise: .operationNotAllowed(
        "SMS unable to be sent until this region enabled by the app developer."))
  }

  private func checkLimits(_ phoneNumber: String, _ store: ReadTransaction) throws {
    if switches[.attemptLimits] != .off {
      let sent = try store.verificationCodeCount(
        phoneNumber: phoneNumber, since: now - CodeLimits.sendingWindow, in: scope,
        limit: CodeLimits.sendsPerRecipient)
      try check(
        .attemptLimits, sent < CodeLimits.sendsPerRecipient,
        reason: "\(sent) codes went to \(phoneNumber) within the hour",
        otherwise: .tooManyAttempts)
    }
    if switches[.quotas] != .off {
      let sent = try store.verificationCodeCount(
        since: now - .seconds(24 * 3600), of: scope, limit: CodeLimits.messagesPerDay)
      try check(
        .quotas, sent < CodeLimits.messagesPerDay,
        reason: "the project sent \(sent) text messages within a day", otherwise: .quotaExceeded)
    }
  }

  /// Finds the session of a code and checks the code.
  ///
  /// - Parameter isFor: returns true for the purposes that the call accepts.
  ///
  /// - Throws: `INVALID_SESSION_INFO`, `INVALID_CODE`; by the switch `codeExpiry`
  ///   `SESSION_EXPIRED`, by `attemptLimits` `TOO_MANY_ATTEMPTS_TRY_LATER`.
  func verifiedCode(
    session: String, code: String, _ store: ReadTransaction,
    isFor: (VerificationCode.Purpose) -> Bool
  ) throws -> VerificationCode {
    guard let stored = try store.verificationCode(session: session, in: scope) else {
      throw refused(
        .verificationCode, "No such session was opened here for this project.",
        as: .invalidSessionInfo)
    }
    guard isFor(stored.purpose) else {
      throw refused(
        .verificationCode, "The session was opened for something else.", as: .invalidSessionInfo)
    }
    // The code of a test number is fixed, so it may be used again.
    let isTestNumber = project.testCode(of: stored.phoneNumber) != nil
    let staysGood = isTestNumber && !rules.consumesCredentials
    if let usedAt = stored.usedAt, !staysGood {
      if isTestNumber {
        explain(
          .testNumberCode, "production accepts the code of a test number again",
          production: "accepts")
      }
      throw refused(
        .verificationCode, "The session's code was used at \(usedAt.rfc3339).",
        as: .invalidSessionInfo)
    }
    let expiresAt = stored.createdAt + CodeLimits.verificationCodeLifetime
    try check(
      .codeExpiry, isTestNumber || now < expiresAt,
      reason: "the code expired at \(expiresAt.rfc3339)",
      otherwise: .sessionExpired)
    try check(
      .attemptLimits, isTestNumber || stored.wrongAttempts < CodeLimits.wrongAttempts,
      reason: "\(stored.wrongAttempts) wrong codes were presented in this session",
      otherwise: .tooManyAttempts)
    guard stored.code == code else {
      throw refused(.verificationCode, "The session's code is another one.", as: .invalidCode)
    }
    return stored
  }

  /// Counts a wrong code, so that the rejection does not roll back the count.
  func countIfWrong(session: String, code: String, _ store: WriteTransaction) throws {
    guard let stored = try store.reader.verificationCode(session: session, in: scope),
      stored.usedAt == nil, stored.code != code
    else { return }
    try store.countWrongAttempt(session: session, in: scope)
  }
}
