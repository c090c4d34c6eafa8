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

  static func rawID(_ text: String) throws(APIError) -> String {
    try limited(text, "raw_id", AccountLimits.rawID)
  }

  static func uid(_ text: String) throws(APIError) -> String {
    try limited(text, "local_id", AccountLimits.uid)
  }

  /// Seconds since the epoch.
  ///
  /// - Throws: `INVALID_ARGUMENT` for a time that no calendar has, with which no sum may be made.
  static func seconds(_ value: Int64, _ field: String) throws(APIError) -> Int64 {
    guard plausibleSeconds.contains(value) else { throw implausible(field, value) }
    return value
  }

  /// A moment in milliseconds since the epoch.
  ///
  /// - Throws: `INVALID_ARGUMENT` for a time that no calendar has.
  static func moment(_ value: Int64, _ field: String) throws(APIError) -> Timestamp {
    let moment = Timestamp(milliseconds: value)
    guard isPlausible(moment) else { throw implausible(field, value) }
    return moment
  }

  /// From 1970 to the end of the year 9999, the last that RFC 3339 can write.
  static let plausibleSeconds: ClosedRange<Int64> = 0...253_402_300_799

  static func isPlausible(_ moment: Timestamp) -> Bool {
    plausibleSeconds.contains(moment.milliseconds / 1000) && moment.milliseconds >= 0
  }

  private static func implausible(_ field: String, _ value: Int64) -> APIError {
    APIError(
      "Invalid value at '\(field)' (TYPE_INT64), \(value) is no time", status: "INVALID_ARGUMENT")
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
