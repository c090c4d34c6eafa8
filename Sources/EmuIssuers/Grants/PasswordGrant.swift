internal import EmuIdentity
internal import EmuModel
internal import EmuStore

/// Issues the tokens of a person by name and password (RFC 6749 §4.3).
///
/// The issuer keeps no passwords: any is right for an account, and `emulator_fail` refuses.
enum PasswordGrant: GrantType {
  static let name = "password"
  static let field = "username"
  static let namesPerson = true

  static func redeem(
    _ name: String, _ redemption: RedemptionContext, _ writer: WriteTransaction
  ) throws -> Result<Redemption, OAuthError> {
    _ = try redemption.form.required("password")
    guard let person = try redemption.person(subjectOrEmail: name, writer.reader) else {
      let (issuer, shown) = (redemption.issuer, String(name.prefix(128)))
      throw issuer.deadToken(
        reason: "\(issuer.id) has no account \(shown) in \(redemption.project?.id ?? ""); "
          + "POST /emulator/v1/issuers/\(issuer.id)/accounts makes it.", .unknownPerson(shown))
    }
    return .success(try redemption.redemption(of: person, writer))
  }
}
