internal import EmuModel
internal import EmuProviders

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
  /// What follows it where the user has second factors.
  var next = Next.session
  /// The session of the ID token, when the credential is added to the account of one.
  var linkedFrom: Session?

  enum Next: Sendable {
    /// The second factor is asked for.
    case secondFactor
    /// The session: whoever vouches for the person knows what was asked for, or the first factor is
    /// strong enough alone.
    case session
    /// Nothing: production lets no second factor follow such a sign-in.
    case refusal
  }

  /// What is kept until the second factor is shown.
  private enum CodingKeys: CodingKey {
    case provider, method, claims, credential
  }

  static let anonymous = FirstFactor(provider: "anonymous", method: "anonymous")
  static let password = FirstFactor(
    provider: "password", method: "password", next: .secondFactor)
  static let emailLink = FirstFactor(
    provider: "password", method: "emailLink", next: .secondFactor)
  static let phone = FirstFactor(provider: "phone", method: "phone", next: .refusal)

  /// Whether blocking functions hear of such sign-ins: not of anonymous ones, nor of those that the
  /// app's own server vouches for.
  var asksFunctions: Bool { provider != "anonymous" && provider != "custom" }

  static func customToken(claims: String?) -> FirstFactor {
    FirstFactor(provider: "custom", method: "custom", claims: claims)
  }

  /// A passkey is something that one has, and is unlocked by something that one knows or is.
  static func passkey(claims: String? = nil) -> FirstFactor {
    FirstFactor(provider: "passkey", method: "passkey", claims: claims)
  }

  static func provider(
    _ provider: any IdentityProvider, _ credential: IdpCredential
  ) -> FirstFactor {
    let id = credential.profile.providerID
    let next: Next = provider.isFirstFactor ? .secondFactor : .refusal
    return FirstFactor(provider: id, method: id, credential: credential, next: next)
  }

  /// The same, added to the account of an ID token.
  func linking(to token: PresentedIDToken?) -> FirstFactor {
    var factor = self
    factor.linkedFrom = token?.session
    return factor
  }
}
