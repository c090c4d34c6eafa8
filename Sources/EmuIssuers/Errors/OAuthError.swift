internal import EmuControlCalls
package import EmuHTTP
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

/// An error response of an endpoint (RFC 6749 §5.2), or of an authorization request (RFC 6749
/// §4.1.2.1).
struct OAuthError: AnsweringError {
  /// The value of `error`; an open set, so compare with the members below.
  struct Code: Sendable, Hashable, ExpressibleByStringLiteral {
    let name: String
    let status: Status

    static let invalidRequest = Code(name: "invalid_request")
    static let invalidClient = Code(name: "invalid_client")
    /// The form of every provider except Apple.
    static let unauthenticatedClient = Code(name: "invalid_client", status: .unauthorized)
    static let invalidScope = Code(name: "invalid_scope")
    static let invalidGrant = Code(name: "invalid_grant")
    static let unsupportedGrantType = Code(name: "unsupported_grant_type")
    /// RFC 7009 §2.2.1.
    static let unsupportedTokenType = Code(name: "unsupported_token_type")
    /// RFC 6750 §3.1.
    static let noToken = Code(name: "invalid_request", status: .unauthorized)
    static let invalidToken = Code(name: "invalid_token", status: .unauthorized)
    static let insufficientScope = Code(name: "insufficient_scope", status: .forbidden)
    /// RFC 9449 §7.1.
    static let invalidProof = Code(name: "invalid_dpop_proof", status: .unauthorized)
    static let serverError = Code(name: "server_error", status: .internalServerError)
    static let temporarilyUnavailable = Code(
      name: "temporarily_unavailable", status: .serviceUnavailable)

    init(name: String, status: Status = .badRequest) {
      self.name = name
      self.status = status
    }

    init(stringLiteral name: String) { self.init(name: name) }
  }

  let code: Code
  /// `error_description`, if the provider sends one.
  let description: String?
  /// The precise reason, for the request log only.
  let reason: String?
  /// The problem, for providers with their own messages.
  let problem: RequestProblem?
  /// The nonce of the next proof (RFC 9449 §8).
  var nonce: String?
  /// The scheme of the access token that a resource refuses; nil for other refusals.
  var tokenScheme: String?
  /// True if an authorization error is always shown on the issuer's page.
  var staysOnPage = false
  /// The fields of an authorization error beside `error` and `error_description`.
  var moreFields = FormFields()

  init(
    _ code: Code, _ description: String? = nil, reason: String, problem: RequestProblem? = nil
  ) {
    self.code = code
    self.description = description
    self.reason = reason
    self.problem = problem
  }

  /// Creates an error whose description is its reason.
  init(_ code: Code, _ description: String, problem: RequestProblem? = nil) {
    self.init(code, description, reason: description, problem: problem)
  }

  static func invalidRequest(
    _ description: String, problem: RequestProblem? = nil
  ) -> OAuthError {
    OAuthError(.invalidRequest, description, problem: problem)
  }

  /// Returns the refusal of an access token, whose description is its reason.
  static func resource(
    _ code: Code, _ description: String, scheme: String = "Bearer"
  ) -> OAuthError {
    var error = OAuthError(code, description)
    error.tokenScheme = scheme
    return error
  }

  /// Returns the refusal of a proof, as that of the token that needs it.
  static func resource(_ proof: OAuthError) -> OAuthError {
    var error = resource(
      Code(name: proof.code.name, status: .unauthorized), proof.reason ?? "", scheme: "DPoP")
    error.nonce = proof.nonce
    return error
  }

  /// `{"error":"invalid_grant","error_description":"…"}`
  var response: Response {
    var body: JSONObject = ["error": .string(code.name)]
    body.setText("error_description", description)
    var response = Response.uncached(body, status: code.status)
    // RFC 9110 §15.5.2 requires one with every 401.
    if let tokenScheme {
      response.headers["WWW-Authenticate"] =
        code == .noToken ? tokenScheme : "\(tokenScheme) error=\"\(code.name)\""
    } else if code.status == .unauthorized {
      response.headers["WWW-Authenticate"] = "Basic realm=\"auth-emulator\""
    }
    if code.status == .serviceUnavailable { response.headers["Retry-After"] = "1" }
    return .offering(nonce, response)
  }
}

extension Response {
  static func json(_ document: JSON, status: Status = .ok) -> Response {
    .json(document.serializedBytes(), status: status)
  }

  static func json(_ members: JSONObject, status: Status = .ok) -> Response {
    .json(JSON.object(members), status: status)
  }

  static func form(_ fields: FormFields) -> Response {
    .bytes(Array(fields.encoded.utf8), type: "application/x-www-form-urlencoded")
  }

  /// Adds the nonce of the next proof, readable by pages of other origins (RFC 9449 §8).
  static func offering(_ nonce: String?, _ response: Response) -> Response {
    guard let nonce else { return response }
    var response = response
    response.headers["DPoP-Nonce"] = nonce
    response.headers["Access-Control-Expose-Headers"] = "DPoP-Nonce"
    return response
  }

  /// Returns a JSON response about a token.
  static func uncached(_ members: JSONObject, status: Status = .ok) -> Response {
    .uncached(.json(members, status: status))
  }

  /// Adds the headers that RFC 6749 §5.1 requires for every response about a token.
  static func uncached(_ response: Response) -> Response {
    var response = response
    response.headers["Cache-Control"] = "no-store"
    response.headers["Pragma"] = "no-cache"
    return response
  }
}

extension CodeRule.Refusal {
  var reason: String {
    switch self {
    case .unknown: "No issuer of this emulator made this code."
    case .otherIssuer(let issuer): "The issuer of \(issuer) made this code."
    case .expired: "The code has expired, or its consent was revoked."
    case .alreadyUsed: "The code was exchanged before."
    case .consentRevoked: "The person's consent was revoked after the code was made."
    case .otherClient(let client): "The code was made for the client \(client)."
    case .redirectMismatch:
      "The redirect URI is not the one that the code was made for; the code of a native sign-in "
        + "has none, and is exchanged without one."
    }
  }
}

/// The refusal of a request to an issuer before it reaches an endpoint.
package enum TransportRefusal {
  /// Returns true if a path is for OAuth clients, which expect RFC 6749 §5.2 and not Google's
  /// envelope.
  package static func concerns(_ path: String) -> Bool { path.hasPrefix("/issuers/") }

  /// Returns the refusal in the form of the API that the path belongs to, by default
  /// `{"error":"invalid_request","error_description":"…"}`.
  package static func response(_ sentence: String, at path: String, status: Status) -> Response {
    for issuer in ProviderSites.standard.issuers {
      let root = "/issuers/\(issuer.id)/"
      guard path.hasPrefix(root),
        let error = issuer.refusal(at: path.dropFirst(root.count), sentence, status)
      else { continue }
      var response = error.response
      response.status = status
      return response
    }
    return OAuthError(.init(name: "invalid_request", status: status), sentence).response
  }
}

extension ControlError: AnsweringError {}
