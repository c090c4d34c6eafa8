internal import EmuCrypto
internal import EmuHTTP
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

/// The credentials of a client at the token, revocation or introspection endpoint.
struct ClientCredentials: Sendable {
  enum Proof: Sendable {
    case none
    /// The candidates: for a header that was not form-encoded, also its raw text.
    case secret([String])
    /// A token signed with the client's key or secret.
    case assertion(String)
  }

  var id: String
  var proof: Proof
  var isInHeader = false
  /// The thumbprint of the key that the request proves (RFC 9449); nil for none.
  var keyThumbprint: String?

  init(id: String, proof: Proof) {
    self.id = id
    self.proof = proof
  }

  static let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

  /// Reads the credentials from the header, the form or an assertion.
  ///
  /// - Throws: `invalid_request` for a missing value, or for two kinds of credentials.
  init(
    _ form: TokenRequestForm, _ request: Request, methods: [ClientAuthentication]
  ) throws(OAuthError) {
    let header = methods.contains(.basic) ? try Self.basic(request) : nil
    let assertion =
      [.privateKey, .secretToken].contains(where: methods.contains)
      ? form["client_assertion"] : nil
    let secret = form["client_secret"]
    guard [header != nil, assertion != nil, secret != nil].count(where: \.self) < 2 else {
      throw OAuthError(
        .invalidRequest, reason: "The client authenticates in two ways in one request.")
    }
    if let header {
      id = header.id
      isInHeader = true
      proof = .secret(header.secrets)
      guard form["client_id"].map({ $0 == id }) ?? true else {
        throw OAuthError(
          .invalidRequest, reason: "client_id is not the client of the Authorization header.")
      }
    } else if let assertion {
      guard form["client_assertion_type"] == Self.assertionType else {
        throw OAuthError(
          .invalidRequest, reason: "client_assertion_type must be \(Self.assertionType).")
      }
      // The assertion names the client, so the form need not (RFC 7521 §4.2).
      let subject = (try? CompactJWT(assertion))?.claims?["sub"]?.string
      if let named = form["client_id"] ?? subject {
        id = named
      } else {
        id = try form.required("client_id")
      }
      proof = .assertion(assertion)
    } else {
      id = try form.required("client_id")
      proof =
        methods.contains(.none) && secret == nil
        ? .none : .secret([try form.required("client_secret")])
    }
  }

  /// Returns the credentials of a Basic header. Both parts should be form-encoded (RFC 6749
  /// §2.3.1), but many libraries do not encode them.
  static func basic(
    _ request: Request
  ) throws(OAuthError) -> (id: String, secrets: [String])? {
    guard let header = request.headers["Authorization"],
      header.prefix(6).lowercased() == "basic "
    else { return nil }
    guard let bytes = Base64URL.decode(header.dropFirst(6).filter { $0 != " " }, lenient: true),
      let text = String(validating: bytes, as: UTF8.self), let colon = text.firstIndex(of: ":")
    else {
      throw OAuthError(
        .unauthenticatedClient, malformedHeader, problem: .malformed)
    }
    let secret = String(text[text.index(after: colon)...])
    return (decoded(String(text[..<colon])), [decoded(secret), secret])
  }

  private static let malformedHeader =
    "The Authorization header is not a Basic base64(id:secret); encode the two with a colon between."

  var method: ClientAuthentication {
    switch proof {
    case .none: .none
    case .secret: isInHeader ? .basic : .post
    case .assertion(let token):
      // Any HMAC algorithm, accepted or not.
      (try? CompactJWT(token).header().algorithmName.hasPrefix("HS")) == true
        ? .secretToken : .privateKey
    }
  }

  private static func decoded(_ text: String) -> String {
    PercentEncoding.decode(text.replacing("+", with: " "))
  }
}
