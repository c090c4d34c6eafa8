internal import EmuIdentity
internal import EmuStore

/// Tokens of a work account by name and password (RFC 6749 §4.3).
///
/// The issuer keeps no passwords: any is right, and `emulator_fail=50126` refuses.
enum MicrosoftPasswordGrant: GrantType {
  static let name = "password"
  static let field = "username"
  static let namesPerson = true

  static func redeem(
    _ name: String, _ redemption: RedemptionContext, _ writer: WriteTransaction
  ) throws -> Result<Redemption, OAuthError> {
    _ = try redemption.form.required("password")
    guard let person = try redemption.person(subjectOrEmail: name, writer.reader) else {
      throw MicrosoftError(
        50034, ["account": String(name.prefix(128))],
        reason:
          "The project has no such account; POST /emulator/v1/issuers/microsoft.com/accounts "
          + "makes it.")
    }
    return .success(try redemption.redemption(of: person, writer))
  }
}
