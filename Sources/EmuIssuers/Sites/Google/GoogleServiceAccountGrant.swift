internal import EmuCrypto
internal import EmuHTTP
internal import EmuIdentity
internal import EmuJSON
internal import EmuModel

/// A token of a service account for its signed assertion (RFC 7523 §2.1).
///
/// With the claim `target_audience` it is an ID token, otherwise an opaque access token.
struct GoogleServiceAccountGrant: ClientGrant {
  let name = PresentedToken.assertionGrant
  let authenticatesClients = false

  /// The audiences that Google's libraries write, whatever address they call.
  private static let realAudiences = [
    "https://oauth2.googleapis.com/token", "https://www.googleapis.com/oauth2/v4/token",
    "https://accounts.google.com/o/oauth2/token", "https://accounts.google.com",
  ]

  func response(to request: RedemptionContext, _ call: IssuerCall) throws -> Response {
    let issuer = request.issuer
    let assertion = try PresentedToken(
      request.form.required("assertion"), field: "assertion", subject: "iss",
      audiences: issuer.grantAudiences(call) + Self.realAudiences, issuer, call)
    let address = assertion.subject
    guard let audience = assertion.claims["target_audience"]?.string else {
      let answer = call.nextAnswer(of: issuer)
      return .uncached([
        "access_token": .string("ya29.c.\(call.services.ids.urlSafe(43))"), "token_type": "Bearer",
        "expires_in": .int(answer?.expiresInSeconds ?? 3599),
      ])
    }
    var account = Person(issuer: issuer.id, subject: Self.subject(of: address), email: address)
    account.emailVerified = true
    var draft = IDTokenDraft(
      issuer: issuer.tokens, person: account, scopes: Scopes(["openid", "email"]),
      clientID: audience, baseURL: call.baseURL, issuedAt: call.now, authTime: call.now)
    draft.extraClaims = ["azp": .string(address)]
    draft.answer = call.nextAnswer(of: issuer)
    let token = try draft.meetingFaults(call).sign(with: call.services).token
    return .uncached(["id_token": .string(token)])
  }

  /// Returns the numeric id of a service account, the same for the same address.
  private static func subject(of address: String) -> String {
    let digits = Digest.sha256.hash(Array(address.utf8)).prefix(20).map { String($0 % 10) }
    return "1" + digits.joined()
  }
}
