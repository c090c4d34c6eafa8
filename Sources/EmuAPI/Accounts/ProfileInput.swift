internal import EmuModel

/// Reads the texts of a profile, each within its limit.
enum ProfileInput {
  /// An address in the form in which it is stored.
  ///
  /// - Throws: `INVALID_EMAIL`.
  static func email(_ text: String) throws(APIError) -> String {
    guard EmailAddress.isPlausible(text) else { throw .invalidEmail }
    return EmailAddress.canonical(text)
  }

  /// The length counts UTF-16 units, as the SDKs and the official emulator count it.
  ///
  /// - Throws: `WEAK_PASSWORD`, or `INVALID_ARGUMENT` for one that is absurdly long.
  static func password(_ text: String) throws(APIError) -> String {
    guard text.utf16.count >= AccountLimits.shortestPassword else { throw .weakPassword }
    return try limited(text, "password", AccountLimits.password)
  }

  /// - Throws: `INVALID_PHONE_NUMBER`.
  static func phoneNumber(_ text: String) throws(APIError) -> String {
    guard PhoneNumber.isPlausible(text) else { throw .invalidPhoneNumber }
    return text
  }

  static func displayName(_ text: String) throws(APIError) -> String {
    try limited(text, "display_name", AccountLimits.displayName)
  }

  static func photoURL(_ text: String) throws(APIError) -> String {
    try limited(text, "photo_url", AccountLimits.photoURL)
  }

  static func uid(_ text: String) throws(APIError) -> String {
    try limited(text, "local_id", AccountLimits.uid)
  }

  /// Nothing for an absent or empty text, which both mean "not given".
  static func given(_ text: String?) -> String? {
    guard let text, !text.isEmpty else { return nil }
    return text
  }

  private static func limited(
    _ text: String, _ field: String, _ limit: Int
  ) throws(APIError) -> String {
    guard text.unicodeScalars.count <= limit else {
      throw APIError(
        "Invalid value at '\(field)' (TYPE_STRING), longer than \(limit) characters",
        status: "INVALID_ARGUMENT")
    }
    return text
  }
}
