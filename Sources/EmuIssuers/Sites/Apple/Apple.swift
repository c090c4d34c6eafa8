package import EmuJSON
package import EmuModel
package import EmuIdentity
internal import EmuJOSE

/// Sign in with Apple.
///
/// Source: docs/reference/apple.md#id-token and docs/reference/apple.md#apple-in-firebase.
package struct Apple: IdentityProvider {
  package static let providerID = "apple.com"

  package let id = Apple.providerID
  package let emailTrust = TrustRule.EmailTrust.trusted
  package let checksNonce = true
  package let relayDomain: String? = "@privaterelay.appleid.com"
  package let listing: ProviderListing? = ProviderListing("Apple", needsClient: false)
  package let oneTimeSharing: OneTimeSharing? = OneTimeSharing()
  package let signsClientSecrets = true
  /// A real device sends the raw nonce beside its token.
  package let checksForeignNonces = true
  package let hasPictures = false

  package let issuer: IssuerTraits? = IssuerTraits(
    productionIssuer: "https://appleid.apple.com", path: "/issuers/apple.com",
    algorithms: [.rs256], keysPerAlgorithm: 3, hashesRawNonce: true,
    idTokenLifetime: .seconds(86_400), accessTokenLifetime: .seconds(3600),
    codeLifetime: .seconds(300), clientAuthentication: [.post], redirect: Apple.redirect)

  package static let redirect = BackendRedirect(
    "/auth/authorize", scopes: ["email", "name"], responseMode: "form_post")

  package init() {}

  package func federatedID(rawID: String) -> String { "https://appleid.apple.com/\(rawID)" }

  /// Returns the profile. Apple's tokens have neither name nor picture, so these claims are
  /// ignored.
  package func profile(fromOwn claims: JSONObject) throws(ClaimError) -> IdpProfile {
    var profile = try ClaimReader(claims).profile(provider: self)
    profile.displayName = nil
    profile.fullName = nil
    profile.firstName = nil
    profile.lastName = nil
    profile.photoURL = nil
    return profile
  }

  package func sendsIDToken(for scopes: Scopes) -> Bool { true }

  package func idTokenClaims(for subject: TokenSubject) -> JSONObject {
    let options = subject.config?.appleIssuer ?? .current
    var claims = subject.baseClaims
    claims.setText("nonce", subject.nonce)
    claims["nonce_supported"] = Self.flag(true, options)
    if let email = subject.person.visibleEmail {
      claims["email"] = .string(email)
      claims["email_verified"] = Self.flag(subject.person.emailVerified, options)
      if subject.person.hideEmail { claims["is_private_email"] = Self.flag(true, options) }
    }
    claims["auth_time"] = .int(subject.authTime.seconds)
    if subject.isFirstNativeAuthorization { claims["real_user_status"] = .int(2) }
    claims.setText("at_hash", subject.accessTokenHash)
    claims.setText("c_hash", subject.codeHash)
    if let transfer = subject.person.transfer,
      subject.issuedAt.since(transfer.at) < PersonTransfer.lifetime
    {
      claims["transfer_sub"] = .string(transfer.subject)
    }
    return claims
  }

  /// Returns a flag in either of Apple's encodings.
  package static func flag(_ value: Bool, _ options: AppleIssuerOptions) -> JSON {
    options.flagsAsText ? .string(value ? "true" : "false") : .bool(value)
  }

  /// Returns six digits, 32 hexadecimal digits and four digits, joined by dots.
  package func newSubject(_ ids: IDGenerator) -> String {
    "\(ids.digits(6)).\(ids.hexadecimal(32)).\(ids.digits(4))"
  }

  // MARK: - The form of tokens

  package let tokenType: String? = nil

  /// A native sign-in returns a code beside the token.
  package let nativeBindings = TokenBindings.code

  /// Returns a letter for the kind, 32 hexadecimal digits, `0`, four letters, 22 characters.
  package func newSecret(
    _ kind: SecretKind, for person: Person, _ ids: IDGenerator
  ) -> String {
    let letter =
      switch kind {
      case .code: "c"
      case .accessToken: "a"
      case .refreshToken: "r"
      }
    return "\(letter)\(ids.hexadecimal(32)).0.\(ids.lowercaseLetters(4)).\(ids.urlSafe(22))"
  }

  package func newKeyID(_ ids: IDGenerator) -> String { ids.alphanumeric(10) }

  package func complete(_ person: inout Person, _ ids: IDGenerator) {
    if person.hideEmail, person.relayEmail == nil {
      person.relayEmail =
        ids.alphanumeric(10).lowercased() + (relayDomain ?? "")
    }
  }
}
