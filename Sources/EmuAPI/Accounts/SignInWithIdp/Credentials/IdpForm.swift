internal import EmuHTTP
internal import EmuIssuance
internal import EmuModel
internal import EmuProviders
internal import EmuWire

/// The provider's credential as a request presents it, before anything of it is believed.
///
/// It comes as a form in `postBody` or in the query or fragment of `requestUri`. iOS and C++ do not
/// escape what they put there, so decoding must forgive.
struct IdpForm: Sendable {
  var providerID: String
  var idToken: String?
  var accessToken: String?
  var tokenSecret: String?
  var code: String?
  /// OAuth 1.0a: what the callback was given.
  var requestToken: (token: String, verifier: String)?
  /// The provider's own refusal, as it came back.
  var failure: String?
  /// The sign-in that `createAuthUri` began, where it did.
  var session: IdpSession?
  var nonce: String?
  /// Apple's `user` text with the person's name.
  var user: String?
  var samlResponse: String?
  /// Whether the credential came back in the address, rather than in `postBody`.
  var isInAddress: Bool
  /// Where the provider sent the browser, without what it carried.
  var redirectURI: String
  /// What was presented, as production quotes it in errors.
  var presented: String

  /// - Throws: `INVALID_CREDENTIAL_OR_PROVIDER_ID`, `INVALID_PROVIDER_ID`.
  init(uri: String, postBody: String?) throws(APIError) {
    let sources = [
      postBody ?? "", Self.part(of: uri, after: "?", until: "#"),
      Self.part(of: uri, after: "#", until: nil),
    ]
    .map { FormFields(parsing: $0, decoding: .tolerant(keepingPlusIn: Self.unescaped)) }
    func field(_ name: String) -> String? {
      for source in sources {
        if let value = ProfileInput.given(source.first(name)) { return value }
      }
      return nil
    }

    redirectURI = String(uri.prefix { $0 != "?" && $0 != "#" })
    presented = Self.quotation(uri: uri, body: ProfileInput.given(postBody))
    session = field("state").flatMap(IdpSession.init(sealed:))
    guard let providerID = field("providerId")?.lowercased() ?? session?.providerID else {
      throw .invalidCredentialOrProviderID(presented)
    }
    // INVALID_PROVIDER_ID would tell apps that a provider is not supported; this is none at all.
    guard ProviderID.isWellFormed(providerID) else {
      throw .invalidCredentialOrProviderID(presented)
    }
    guard ProviderID.isAcceptable(providerID) else { throw .invalidProviderID }
    self.providerID = providerID
    idToken = field("id_token")
    accessToken = field("access_token")
    tokenSecret = field("oauth_token_secret")
    code = field("code")
    if let token = field("oauth_token"), let verifier = field("oauth_verifier") {
      requestToken = (token, verifier)
    }
    failure = field("error") ?? field("denied").map { _ in "access_denied" }
    nonce = field("nonce")
    user = field("user")
    samlResponse = field("SAMLResponse")
    isInAddress = Self.carriers.allSatisfy { ProfileInput.given(sources[0].first($0)) == nil }
  }

  /// The fields one of which every credential has.
  private static let carriers = ["id_token", "access_token", "code", "oauth_token", "SAMLResponse"]

  /// Values that clients send raw, in which a plus is a plus.
  private static let unescaped: Set<String> = [
    "id_token", "access_token", "user", "nonce", "code", "SAMLResponse",
  ]

  private static func part(of uri: String, after start: Character, until end: Character?) -> String
  {
    guard let first = uri.firstIndex(of: start) else { return "" }
    let rest = uri[uri.index(after: first)...]
    return String(end.map { end in rest.prefix { $0 != end } } ?? rest[...])
  }

  /// Production quotes the request; secrets are cut so that the error stays readable.
  private static func quotation(uri: String, body: String?) -> String {
    let body = body.map { "?" + $0 } ?? ""
    return String((uri + body).prefix(200))
  }
}

extension IdpForm {
  /// The profile with the name that some providers send once, beside the ID token or the code.
  func named(_ profile: IdpProfile, by provider: any IdentityProvider) -> IdpProfile {
    guard let sharing = provider.oneTimeSharing, let name = user.flatMap(sharing.name(in:)) else {
      return profile
    }
    var profile = profile
    profile.displayName = profile.displayName ?? name.display
    profile.fullName = profile.fullName ?? name.display
    profile.firstName = profile.firstName ?? name.given
    profile.lastName = profile.lastName ?? name.family
    profile.sharesName = true
    return profile
  }
}
