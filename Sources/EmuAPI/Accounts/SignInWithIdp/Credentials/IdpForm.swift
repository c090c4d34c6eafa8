internal import EmuHTTP
internal import EmuIssuance
internal import EmuModel
internal import EmuProviders
internal import EmuWire

/// The provider's credential as a request presents it, before anything of it is believed.
///
/// It comes as a form in `postBody` or in the query or fragment of `requestUri`. iOS and C++ do not
/// escape what they put there, so decoding must forgive. A class, since many steps pass it on: a copy of
/// its texts would cost a reference count for each.
final class IdpForm: Sendable {
  let providerID: String
  let idToken: String?
  let accessToken: String?
  let tokenSecret: String?
  let code: String?
  /// OAuth 1.0a: what the callback was given.
  let requestToken: (token: String, verifier: String)?
  /// The provider's own refusal, as it came back.
  let failure: String?
  /// The sign-in that `createAuthUri` began, where it did.
  let session: IdpSession?
  let nonce: String?
  /// Apple's `user` text with the person's name.
  let user: String?
  let samlResponse: String?
  /// Whether the credential came back in the address, rather than in `postBody`.
  let isInAddress: Bool
  /// Where the provider sent the browser, without what it carried.
  let redirectURI: String
  private let uri: String
  private let postBody: String?

  /// - Throws: `INVALID_CREDENTIAL_OR_PROVIDER_ID`, `INVALID_PROVIDER_ID`.
  init(uri: String, postBody: String?) throws(APIError) {
    self.uri = uri
    self.postBody = ProfileInput.given(postBody)
    let address = Self.parts(of: uri)
    let sources = [postBody ?? "", address.query, address.fragment].map {
      FormFields(parsing: $0, decoding: .tolerant(keepingPlusIn: Self.unescaped))
    }
    func field(_ name: String) -> String? {
      for source in sources {
        if let value = ProfileInput.given(source.first(name)) { return value }
      }
      return nil
    }

    redirectURI = address.base
    session = field("state").flatMap(IdpSession.init(sealed:))
    guard let providerID = field("providerId")?.lowercased() ?? session?.providerID else {
      throw .invalidCredentialOrProviderID(Self.quotation(of: uri, self.postBody))
    }
    // INVALID_PROVIDER_ID would tell apps that a provider is not supported; this is none at all.
    guard ProviderID.isWellFormed(providerID) else {
      throw .invalidCredentialOrProviderID(Self.quotation(of: uri, self.postBody))
    }
    guard ProviderID.isAcceptable(providerID) else { throw .invalidProviderID }
    self.providerID = providerID
    idToken = field("id_token")
    accessToken = field("access_token")
    tokenSecret = field("oauth_token_secret")
    code = field("code")
    if let token = field("oauth_token"), let verifier = field("oauth_verifier") {
      requestToken = (token, verifier)
    } else {
      requestToken = nil
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

  /// The parts of an address, by bytes, since their marks are ASCII.
  private static func parts(of uri: String) -> (base: String, query: String, fragment: String) {
    let bytes = Array(uri.utf8)
    let (mark, hash) = (UInt8(ascii: "?"), UInt8(ascii: "#"))
    func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    return (
      base: text(bytes.prefix { $0 != mark && $0 != hash }),
      query: text(bytes.drop { $0 != mark }.dropFirst().prefix { $0 != hash }),
      fragment: text(bytes.drop { $0 != hash }.dropFirst())
    )
  }

  /// What was presented, as production quotes it in errors.
  var presented: String { Self.quotation(of: uri, postBody) }

  /// Production quotes the request; secrets are cut so that the error stays readable.
  private static func quotation(of uri: String, _ body: String?) -> String {
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
