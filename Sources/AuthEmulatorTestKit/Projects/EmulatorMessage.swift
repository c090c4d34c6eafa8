/// An e-mail, a text message or a silent push of the emulator.
public struct EmulatorMessage: Sendable, Hashable, Decodable {
  /// `email`, `text` or `push`.
  public let kind: String
  /// The recipient: an address, a number as E.164, or the token of a device.
  public let to: String
  /// `EMAIL_SIGNIN`, `PASSWORD_RESET`, `VERIFY_EMAIL`, `VERIFY_AND_CHANGE_EMAIL` or
  /// `RECOVER_EMAIL` of an e-mail.
  public let requestType: String?
  /// The code of the link, or six digits.
  public let code: String
  /// The link of an e-mail.
  public let link: String?
  /// The time at which the code was used, as RFC 3339; nil until then.
  public let usedAt: String?
}
