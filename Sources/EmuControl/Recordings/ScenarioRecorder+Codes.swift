internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

// Codes from text messages, e-mails and authenticator apps. An inserted step reads them from the
// emulator.

extension ScenarioRecorder {
  /// Returns the variable of a code; nil for another text or a wrong code, which stays.
  mutating func code(
    _ text: String, _ name: String, in exchange: RecordedExchange, beside: JSON
  ) -> RecordedTemplate? {
    switch name {
    case "oobCode": return linkCode(text, exchange)
    case "code" where beside["sessionInfo"] != nil:
      return messageCode(text, beside, exchange)
    case "verificationCode": return appCode(text, beside, exchange)
    default: return nil
    }
  }

  private mutating func messageCode(
    _ text: String, _ beside: JSON, _ exchange: RecordedExchange
  ) -> RecordedTemplate? {
    guard !exchange.isRefused, !values.isConstant(text),
      let info = beside["sessionInfo"]?.string.flatMap({ values.variable(for: $0) })
    else { return nil }
    return fetched(
      text, "The code of the text message", list: "verificationCodes", exchange,
      path: "verificationCodes.[sessionInfo=${\(info)}].code", as: "code")
  }

  private mutating func linkCode(
    _ text: String, _ exchange: RecordedExchange
  ) -> RecordedTemplate? {
    let isUnknown = exchange.answer.tree["error"]?["message"] == "INVALID_OOB_CODE"
    guard !isUnknown, text.utf8.count >= 16 else { return nil }
    let answer = exchange.answer.tree
    let type = answer["requestType"]?.string ?? Self.requestType(exchange.request)
    let sent = exchanges.reversed().lazy.compactMap(\.self).first { sent in
      guard sent.operation.hasSuffix("sendOobCode"), case .json(let body) = sent.body else {
        return false
      }
      let email = answer["email"] ?? sent.answer.tree["email"]
      return (type == nil || body["requestType"]?.string == type)
        && sent.answer.tree["email"] == email
    }
    var conditions: [String] = []
    if let sent, case .json(let body) = sent.body {
      if let type = body["requestType"]?.string { conditions.append("requestType=\(type)") }
      if let email = sent.answer.tree["email"]?.string, values.isConstant(email) {
        conditions.append("email=\(email)")
      }
    } else if let type {
      conditions.append("requestType=\(type)")
    }
    guard !conditions.isEmpty else { return nil }
    return fetched(
      text, "The code of the e-mail", list: "oobCodes", exchange,
      path: "oobCodes.[\(conditions.joined(separator: "&"))].oobCode", as: "oobCode")
  }

  /// Returns the type of the code in an e-mail's link.
  private static func requestType(_ request: Request) -> String? {
    if request.path.hasSuffix("signInWithEmailLink") { return "EMAIL_SIGNIN" }
    return switch request.query.first("mode") {
    case "resetPassword": "PASSWORD_RESET"
    case "verifyEmail": "VERIFY_EMAIL"
    case "signIn": "EMAIL_SIGNIN"
    case "recoverEmail": "RECOVER_EMAIL"
    case "verifyAndChangeEmail": "VERIFY_AND_CHANGE_EMAIL"
    case "revertSecondFactorAddition": "REVERT_SECOND_FACTOR_ADDITION"
    default: nil
    }
  }

  /// Returns the code of an authenticator app, enrolled or being enrolled.
  private mutating func appCode(
    _ text: String, _ beside: JSON, _ exchange: RecordedExchange
  ) -> RecordedTemplate? {
    guard !exchange.isRefused, case .json(let body) = exchange.body else { return nil }
    if let session = beside["sessionInfo"]?.string {
      guard let secret = values.variable(beside: session, named: "sharedSecretKey") else {
        return nil
      }
      waitForNextCode(exchange)
      return .variable("totp:\(secret)")
    }
    guard let factor = body["mfaEnrollmentId"]?.string else { return nil }
    waitForNextCode(exchange)
    let id = values.variable(for: factor).map { "${\($0)}" } ?? factor
    return fetched(
      text, "The code of the authenticator app", list: "totpCodes", exchange,
      path: "totpCodes.[mfaEnrollmentId=\(id)].code", as: "verificationCode")
  }

  /// Inserts a pause: a code is valid once, so the next period must begin.
  private mutating func waitForNextCode(_ exchange: RecordedExchange) {
    let step = TOTPRule.step(at: exchange.entry.time)
    defer { lastTOTP = (step, steps.count) }
    guard let last = lastTOTP, last.step != step else { return }
    let passed = steps[last.position...].reduce(0) { $0 + ($1.secondsOfPause ?? 0) }
    // The scenario may begin at another position in a period than the recording.
    if passed < TOTPRule.period { append(RecordedClock.pause(of: TOTPRule.period - passed)) }
  }

  /// Inserts a step that reads a list of codes.
  private mutating func fetched(
    _ text: String, _ about: String, list: String, _ exchange: RecordedExchange, path: String,
    as name: String
  ) -> RecordedTemplate {
    var tenant = ""
    if case .json(let body) = exchange.body, let id = body["tenantId"]?.string {
      tenant = "/tenants/" + (values.variable(for: id).map { "${\($0)}" } ?? id)
    }
    let number = append(
      ScenarioDocument.Step(about, "GET", control: "projects/${project}\(tenant)/\(list)"))
    let variable = values.capture(path, of: number, as: name)
    values.set(variable, for: text)
    return .variable(variable)
  }
}
