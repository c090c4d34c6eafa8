/// A valid code of an e-mail link.
public struct OobCode: Sendable, Hashable, Decodable {
  /// The address that the mail was sent to.
  public let email: String
  /// The address that the account gets, of a change of the address.
  public let newEmail: String?
  /// `EMAIL_SIGNIN`, `PASSWORD_RESET`, `VERIFY_EMAIL`, `VERIFY_AND_CHANGE_EMAIL` or
  /// `RECOVER_EMAIL`.
  public let requestType: String
  /// The code, as `applyActionCode` and `confirmPasswordReset` accept it.
  public let oobCode: String
  /// The link of the mail.
  public let oobLink: String
}

/// A valid code of a text message.
public struct SMSCode: Sendable, Hashable, Decodable {
  /// The number, as E.164.
  public let phoneNumber: String
  /// The session that the app received when it sent the message.
  public let sessionInfo: String
  /// Six digits.
  public let code: String
}

/// The current code of an authenticator app.
public struct TOTPCode: Sendable, Hashable, Decodable {
  /// The user's id.
  public let localId: String
  /// The id of the second factor.
  public let mfaEnrollmentId: String
  /// Its name.
  public let displayName: String?
  /// Six digits.
  public let code: String
  /// Until when, as RFC 3339.
  public let validUntil: String
}
