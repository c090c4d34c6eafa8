internal import EmuHTTP
internal import EmuIdentity
internal import EmuJOSE
internal import EmuModel

/// The provider's credential as a request presents it, unverified.
///
/// It is a form in `postBody`, or in the query or fragment of `requestUri`. iOS and C++ do not
/// escape its values, so decoding is lenient. A class, because a copy would cost a reference count
/// for each text.
final class IdpForm: Sendable {
  let providerID: String
  /// The sign-in that `createAuthUri` began, if any.
  let session: IdpSession?
  /// The redirect address without query and fragment.
  let redirectURI: String
  private let uri: String
  private let postBody: String?
  /// The fields of `postBody`, of the query and of the fragment.
  private let sources: [FormFields]

  /// - Throws: `INVALID_CREDENTIAL_OR_PROVIDER_ID`, `INVALID_PROVIDER_ID`.
  init(
    uri: String, postBody: String?, in context: OperationContext
  ) throws(APIError) {
    self.uri = uri
    self.postBody = postBody.given
    let address = Self.parts(of: uri)
    let sources = [postBody ?? "", address.query, address.fragment].map {
      FormFields(parsing: $0, decoding: .tolerant(keepingPlusIn: Self.unescaped))
    }
    self.sources = sources
    func field(_ name: String) -> String? { Self.field(name, of: sources) }
    redirectURI = address.base
    session = (field("state") ?? field("RelayState")).flatMap(IdpSession.init(sealed:))
    // INVALID_PROVIDER_ID means a provider that is not supported; another text is no provider's id.
    guard let providerID = field("providerId").map(context.providerID) ?? session?.providerID,
      ProviderID.isWellFormed(providerID)
    else { throw Self.refusal(of: uri, self.postBody) }
    guard ProviderID.isAcceptable(providerID) else { throw .invalidProviderID }
    self.providerID = providerID
  }

  private static func field(_ name: String, of sources: [FormFields]) -> String? {
    sources.lazy.compactMap { $0.filled(name) }.first
  }

  private subscript(name: String) -> String? { Self.field(name, of: sources) }

  var idToken: String? { self["id_token"] }
  var accessToken: String? { self["access_token"] }
  var tokenSecret: String? { self["oauth_token_secret"] }
  var code: String? { self["code"] }
  /// The token and verifier of an OAuth 1.0a callback.
  var requestToken: (token: String, verifier: String)? {
    guard let token = self["oauth_token"], let verifier = self["oauth_verifier"] else { return nil }
    return (token, verifier)
  }
  /// The provider's error, as it was returned.
  var failure: String? { self["error"] ?? self["denied"].map { _ in "access_denied" } }
  var nonce: String? { self["nonce"] }
  /// Apple's `user` text with the person's name.
  var user: String? { self["user"] }
  var samlResponse: String? { self["SAMLResponse"] }
  /// True if the credential is in the address rather than in `postBody`.
  var isInAddress: Bool { Self.carriers.allSatisfy { sources[0].first($0).given == nil } }

  /// The fields of which every credential has one.
  private static let carriers = ["id_token", "access_token", "code", "oauth_token", "SAMLResponse"]

  /// Values that clients send unescaped, in which a plus is a plus.
  private static let unescaped: Set<String> = [
    "id_token", "access_token", "user", "nonce", "code", "SAMLResponse",
  ]

  /// Splits an address by bytes, because its delimiters are ASCII.
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

  /// Returns an address whose empty path is `/`, as the official emulator quotes it.
  private static func withPath(_ uri: String) -> String {
    let base = parts(of: uri).base
    guard let authority = base.firstRange(of: "://")?.upperBound,
      authority < base.endIndex, !base[authority...].contains("/")
    else { return uri }
    return base + "/" + uri.dropFirst(base.count)
  }

  /// The refusal that quotes the presented credential.
  var refusal: APIError { Self.refusal(of: uri, postBody) }

  private static func refusal(of uri: String, _ body: String?) -> APIError {
    .invalidCredentialOrProviderID(
      quotation(of: withPath(uri), body), inProduction: quotation(of: uri, body))
  }

  /// Returns the quotation of the request. Secrets are truncated so that the error stays readable.
  private static func quotation(of uri: String, _ body: String?) -> String {
    let body = body.map { "?" + $0 } ?? ""
    return String((uri + body).prefix(200))
  }
}

extension IdpForm {
  /// Adds the name that some providers send once, beside the ID token or the code.
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
