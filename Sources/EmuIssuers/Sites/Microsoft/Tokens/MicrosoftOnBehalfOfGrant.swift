internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// Tokens of a person for a service that was called with an access token of the person.
///
/// The assertion is a signed token for an API, for any audience: an app's ids are not configured.
enum MicrosoftOnBehalfOfGrant: GrantType {
  static let name = PresentedToken.assertionGrant
  static let field = "assertion"
  static let namesPerson = true

  static func redeem(
    _ assertion: String, _ redemption: RedemptionContext, _ writer: WriteTransaction
  ) throws -> Result<Redemption, OAuthError> {
    guard redemption.form["requested_token_use"] == "on_behalf_of" else {
      throw OAuthError(
        .invalidRequest, reason: "requested_token_use must be on_behalf_of.",
        problem: .missing("requested_token_use"))
    }
    if try redemption.namedScopes() == nil {
      _ = try redemption.form.required(redemption.issuer.authorizeRules.scopes.field)
    }
    guard redemption.client.proofLevel != nil else {
      throw MicrosoftError(
        7_000_218, ["client": redemption.clientID],
        reason: "A service that acts for a person needs a secret or a key.")
    }
    guard let claims = redemption.claims, let id = claims["oid"]?.string,
      let person = try redemption.person(subjectOrEmail: id, writer.reader)
    else {
      throw MicrosoftError(
        50013,
        reason: "The assertion is not a valid access token for an API, signed by microsoft.com "
          + "for a person of this project. Tokens for Graph are not for other services.")
    }
    let registered = RegisteredClaims(claims)
    guard !registered.isExpired(now: redemption.now.seconds),
      !registered.isPremature(now: redemption.now.seconds)
    else {
      throw MicrosoftError(
        500_133, reason: "The assertion is expired, or not valid yet, by the emulator's clock.")
    }
    return .success(try redemption.redemption(of: person, writer))
  }
}
