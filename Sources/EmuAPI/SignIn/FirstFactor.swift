internal import EmuModel
internal import EmuIdentity

/// The proof of identity that a sign-in is completed with.
struct FirstFactor: Sendable, Codable {
  /// `firebase.sign_in_provider` of the tokens.
  var provider: String
  /// The sign-in method, which is more precise than the provider: `emailLink` is a `password`
  /// sign-in.
  var method: String
  /// The claims of a custom token, as JSON text.
  var claims: String?
  /// The provider's credential: profile, attributes, and the provider's tokens.
  var credential: IdpCredential?
  /// The next step for a user with second factors.
  var next = Next.session
  /// The session of the ID token, if the credential is added to its account.
  var linkedFrom: Session?

  enum Next: Sendable {
    case secondFactor
    /// The session: the first factor is sufficient, or its issuer is responsible for a second one.
    case session
    /// A refusal: production allows no second factor after such a sign-in.
    case refusal
  }

  /// The members that a pending credential stores.
  private enum CodingKeys: CodingKey {
    case provider, method, claims, credential
  }

  static let anonymous = FirstFactor(provider: "anonymous", method: "anonymous")
  static let password = FirstFactor(
    provider: "password", method: "password", next: .secondFactor)
  static let emailLink = FirstFactor(
    provider: "password", method: "emailLink", next: .secondFactor)
  static let phone = FirstFactor(provider: "phone", method: "phone", next: .refusal)

  /// True if blocking functions are called: not for anonymous sign-ins and custom tokens.
  var callsFunctions: Bool { provider != "anonymous" && provider != "custom" }

  static func customToken(claims: String?) -> FirstFactor {
    FirstFactor(provider: "custom", method: "custom", claims: claims)
  }

  /// Creates the factor of a passkey, which combines possession with knowledge or biometrics.
  static func passkey(claims: String? = nil) -> FirstFactor {
    FirstFactor(provider: "passkey", method: "passkey", claims: claims)
  }

  /// Returns the same factor, added to the account of an ID token.
  func linking(to token: PresentedIDToken?) -> FirstFactor {
    var factor = self
    factor.linkedFrom = token?.session
    return factor
  }
}

extension OperationContext {
  /// Returns the factor of a provider's credential.
  func factor(_ credential: IdpCredential) -> FirstFactor {
    let id = credential.profile.providerID
    return FirstFactor(
      provider: id, method: id, credential: credential,
      next: provider(id).isFirstFactor ? .secondFactor : .refusal)
  }
}
