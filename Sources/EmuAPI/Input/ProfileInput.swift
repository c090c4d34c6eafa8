internal import EmuModel

/// Parses the texts of a profile, each within its limit.
enum ProfileInput {
  /// Returns an address in its stored form.
  ///
  /// - Throws: `INVALID_EMAIL`.
  static func email(_ text: String) throws(APIError) -> String {
    guard EmailAddress.isPlausible(text) else { throw .invalidEmail }
    return EmailAddress.canonical(text)
  }

  /// - Throws: `WEAK_PASSWORD`, `PASSWORD_DOES_NOT_MEET_REQUIREMENTS`.
  static func password(
    _ text: String, shortest: Int = AccountLimits.shortestPassword
  ) throws(APIError) -> String {
    guard text.utf16.count >= shortest else { throw .weakPassword }
    guard AccountLimits.fits(text, AccountLimits.password) else { throw .passwordTooLong }
    return text
  }

  /// Returns a phone number in its stored form.
  ///
  /// - Throws: `INVALID_PHONE_NUMBER`.
  static func phoneNumber(
    _ text: String, in context: OperationContext
  ) throws(APIError) -> String {
    guard let number = context.phoneNumber(text) else {
      throw .malformedPhoneNumber.inProduction(detail: PhoneNumber.problem(of: text))
    }
    return number
  }

  /// - Throws: `INVALID_EMAIL`.
  static func newEmail(
    _ text: String, in context: OperationContext
  ) throws(APIError) -> String {
    guard context.rules.isEmail(text) else { throw .invalidEmail }
    if !EmailAddress.hasValidLocalPart(text) {
      context.explain(
        .inputCheck,
        "the part before @ in \(text) has misplaced dots or special characters without quotes; "
          + "production answers INVALID_EMAIL", production: "INVALID_EMAIL")
    } else if !ProfileRules.production.isEmail(text) {
      context.explain(
        .mailDomain, "the domain of \(text) has no dot; production answers INVALID_EMAIL",
        production: "INVALID_EMAIL")
    }
    return EmailAddress.canonical(text)
  }

  /// The empty address of a new account, which is none to production.
  ///
  /// - Throws: `INVALID_EMAIL`.
  static func checkEmptyEmail(in context: OperationContext) throws(APIError) {
    guard !context.rules.acceptsEmptyEmail else { return }
    context.explain(
      .emptyEmail, "production creates the account without an address", production: "accepts")
    throw .invalidEmail
  }

  static func displayName(_ text: String) throws(APIError) -> String {
    guard AccountLimits.fits(text, AccountLimits.displayName) else { throw .displayNameTooLong }
    return text
  }

  static func photoURL(_ text: String) throws(APIError) -> String {
    try limited(text, "photo_url", AccountLimits.photoURL)
  }

  static func rawID(_ text: String) throws(APIError) -> String {
    try limited(text, "raw_id", AccountLimits.rawID)
  }

  static func uid(_ text: String) throws(APIError) -> String {
    try limited(text, "local_id", AccountLimits.uid)
  }

  /// Checks a time in seconds since the epoch.
  ///
  /// - Throws: `INVALID_ARGUMENT` for a time outside the supported range, with which sums could
  ///   overflow.
  static func seconds(_ value: Int64, _ field: String) throws(APIError) -> Int64 {
    guard Timestamp.secondsRange.contains(value) else { throw implausible(field, value) }
    return value
  }

  /// Converts milliseconds since the epoch to a time.
  ///
  /// - Throws: `INVALID_ARGUMENT` for a time outside the supported range.
  static func moment(_ value: Int64, _ field: String) throws(APIError) -> Timestamp {
    let moment = Timestamp(milliseconds: value)
    guard Timestamp.range.contains(moment) else { throw implausible(field, value) }
    return moment
  }

  private static func implausible(_ field: String, _ value: Int64) -> APIError {
    APIError(
      "Invalid value at '\(field)' (TYPE_INT64), \(value) is not a valid time",
      status: "INVALID_ARGUMENT")
  }

  /// - Throws: `MISSING_ID_TOKEN`; in production `INVALID_ID_TOKEN` for an empty text.
  static func idToken(_ text: String?) throws(APIError) -> String {
    guard let text = given(text) else { throw text == nil ? .missingIDToken : .emptyIDToken }
    return text
  }

  /// Returns nil for an absent or empty text: both mean that no value is sent.
  static func given(_ text: String?) -> String? {
    guard let text, !text.isEmpty else { return nil }
    return text
  }

  private static func limited(
    _ text: String, _ field: String, _ limit: Int
  ) throws(APIError) -> String {
    guard AccountLimits.fits(text, limit) else {
      throw APIError(
        "Invalid value at '\(field)' (TYPE_STRING), longer than \(limit) characters",
        status: "INVALID_ARGUMENT")
    }
    return text
  }
}

extension OperationContext {
  /// A telephone number as it is stored; nil for a text that is rejected.
  func phoneNumber(_ text: String) -> String? {
    let number = rules.phoneNumber(text)
    let other = ProfileRules.production.phoneNumber(text)
    // All of a long import may have the same.
    guard let number, number != other, explanation.count < 100 else { return number }
    explain(
      .phoneNumberForm,
      other.map { "production stores \(text) as \($0)" }
        ?? "\(text) has no form in E.164; production answers INVALID_PHONE_NUMBER",
      production: other.map { "stores \($0)" } ?? "INVALID_PHONE_NUMBER")
    return number
  }
}
