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

  /// Checks a time since the epoch, in seconds or milliseconds.
  ///
  /// - Throws: `INVALID_ARGUMENT` for a time outside the supported range, with which sums could
  ///   overflow.
  static func checkTime(
    _ value: Int64?, _ field: String, inMilliseconds: Bool = false
  ) throws(APIError) {
    guard let value else { return }
    let seconds = inMilliseconds ? Timestamp(milliseconds: value).seconds : value
    guard Timestamp.secondsRange.contains(seconds) else {
      throw APIError(
        "Invalid value at '\(field)' (TYPE_INT64), \(value) is not a valid time",
        status: "INVALID_ARGUMENT")
    }
  }

  /// - Throws: `MISSING_ID_TOKEN`; in production `INVALID_ID_TOKEN` for an empty text.
  static func idToken(_ text: String?) throws(APIError) -> String {
    try text.given(otherwise: text == nil ? .missingIDToken : .emptyIDToken)
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

extension String? {
  /// The text; nil for an absent or empty one: both mean that no value is sent.
  var given: String? { self?.isEmpty == false ? self : nil }

  /// - Throws: the error, if no text is sent.
  func given(otherwise error: @autoclosure () -> APIError) throws(APIError) -> String {
    guard let given else { throw error() }
    return given
  }
}

extension OperationContext {
  /// - Throws: `INVALID_EMAIL`.
  func newEmail(_ text: String) throws(APIError) -> String {
    guard rules.isEmail(text) else { throw .invalidEmail }
    if !EmailAddress.hasValidLocalPart(text) {
      explain(
        .inputCheck,
        "the part before @ in \(text) has misplaced dots or special characters without quotes",
        otherwise: .invalidEmail)
    } else if !ProfileRules.production.isEmail(text) {
      explain(.mailDomain, "the domain of \(text) has no dot", otherwise: .invalidEmail)
    }
    return EmailAddress.canonical(text)
  }

  /// The empty address of a new account, which is none to production.
  ///
  /// - Throws: `INVALID_EMAIL`.
  func checkEmptyEmail() throws(APIError) {
    guard !rules.acceptsEmptyEmail else { return }
    explain(.emptyEmail, "production creates the account without an address", production: "accepts")
    throw .invalidEmail
  }

  /// Returns a phone number in its stored form.
  ///
  /// - Throws: `INVALID_PHONE_NUMBER`.
  func validPhoneNumber(_ text: String) throws(APIError) -> String {
    guard let number = phoneNumber(text) else {
      throw .malformedPhoneNumber.inProduction(detail: PhoneNumber.problem(of: text))
    }
    return number
  }

  /// A telephone number as it is stored; nil for a text that is rejected.
  func phoneNumber(_ text: String) -> String? {
    let number = rules.phoneNumber(text)
    let other = ProfileRules.production.phoneNumber(text)
    // All of a long import may have the same.
    guard let number, number != other, explanation.count < 100 else { return number }
    if let other {
      explain(
        .phoneNumberForm, "production stores \(text) as \(other)", production: "stores \(other)")
    } else {
      explain(
        .phoneNumberForm, "\(text) has no form in E.164",
        otherwise: .malformedPhoneNumber(PhoneNumber.problem(of: text)))
    }
    return number
  }
}
