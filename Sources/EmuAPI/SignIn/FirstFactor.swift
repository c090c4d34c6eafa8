internal import EmuModel

/// How a person showed who they are: what a sign-in is completed with.
struct FirstFactor: Sendable, Codable {
  /// `firebase.sign_in_provider` of the tokens.
  var provider: String
  /// What tells sign-ins apart where the provider does not: `emailLink` is a `password` sign-in.
  var method: String
  /// The claims of a custom token, as JSON text.
  var claims: String?
  /// The provider's credential: profile, attributes, and the provider's own tokens.
  var credential: IdpCredential?
  /// Whether a second factor is due after it, where the user has one.
  var asksSecondFactor = false
  /// The session of the ID token, when the credential is added to the account of one.
  var linkedFrom: Session?

  /// What is kept until the second factor is shown.
  private enum CodingKeys: CodingKey {
    case provider, method, claims, credential
  }

  static let anonymous = FirstFactor(provider: "anonymous", method: "anonymous")
  static let password = FirstFactor(
    provider: "password", method: "password", asksSecondFactor: true)
  static let emailLink = FirstFactor(
    provider: "password", method: "emailLink", asksSecondFactor: true)
  static let phone = FirstFactor(provider: "phone", method: "phone")

  /// Whether blocking functions hear of such sign-ins: not of anonymous ones, nor of those that the
  /// app's own server vouches for.
  var asksFunctions: Bool { provider != "anonymous" && provider != "custom" }

  static func customToken(claims: String?) -> FirstFactor {
    FirstFactor(provider: "custom", method: "custom", claims: claims)
  }

  static func passkey(claims: String? = nil) -> FirstFactor {
    FirstFactor(provider: "passkey", method: "passkey", claims: claims)
  }

  static func provider(_ credential: IdpCredential) -> FirstFactor {
    let id = credential.profile.providerID
    return FirstFactor(
      provider: id, method: id, credential: credential,
      asksSecondFactor: SecondFactorRule.isFirstFactor(provider: id))
  }

  /// The same, added to the account of an ID token.
  func linking(to token: PresentedIDToken?) -> FirstFactor {
    var factor = self
    factor.linkedFrom = token?.session
    return factor
  }
}
