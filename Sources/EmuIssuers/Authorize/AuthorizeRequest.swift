internal import EmuCrypto
internal import EmuHTTP
internal import EmuJSON
internal import EmuModel

/// A valid authorization request.
struct AuthorizeRequest: Sendable {
  let types: Set<ResponseType>
  let mode: ResponseMode
  let scopes: Scopes
  let nonce: String?
  let challenge: CodeChallenge?
  let prompts: Set<String>
  let maxAge: Int64?
  /// True if the ID token must have `auth_time` (OpenID Connect Core §3.1.2.1, §5.5).
  let requestsAuthTime: Bool
  let requestsOfflineAccess: Bool
  /// The thumbprint of the key that the exchange of the code must prove (RFC 9449 §10).
  let keyThumbprint: String?
  let pushedID: String?
  /// Claims of the tokens of this sign-in alone (`emulator_claims`).
  let claims: JSONObject?

  /// - Throws: `OAuthError` for the client.
  init(_ parameters: FormFields, rules: AuthorizeRules) throws(OAuthError) {
    if let problem = parameters.problem {
      throw .invalidRequest(problem, problem: .malformed)
    }
    for (name, error) in Self.unsupported where parameters.filled(name) != nil {
      throw OAuthError(.init(name: error), "The parameter \(name) is not supported.")
    }
    types = try Self.types(parameters, rules)
    scopes = try Self.scopes(parameters, rules.scopes)
    mode = try Self.mode(parameters, rules, types, scopes)
    nonce = parameters.filled("nonce")
    if rules.needsNonce, types.contains(.idToken), nonce == nil {
      throw .invalidRequest(
        "An ID token is sent only where the parameter nonce is.", problem: .missing("nonce"))
    }
    challenge = try rules.pkce.flatMap { rules throws(OAuthError) in
      try rules.challenge(parameters)
    }
    if rules.pkce?.isRequired == true, types.contains(.code), challenge == nil {
      throw .invalidRequest(
        "The parameter code_challenge is missing (RFC 7636).", problem: .missing("code_challenge"))
    }
    prompts = try Self.prompts(parameters, rules)
    maxAge = try Self.maxAge(parameters)
    // As `{"id_token":{"auth_time":…}}`.
    let all = parameters.filled("claims").map { (try? JSON(parsing: $0))?.object }
    if rules.readsClaims, let all, all == nil {
      throw .invalidRequest(
        "claims is not a JSON object (OpenID Connect Core §5.5).", problem: .malformed)
    }
    let requested = all??["id_token"]?.object
    requestsAuthTime = maxAge != nil || requested?.keys.contains("auth_time") == true
    requestsOfflineAccess = parameters.filled("access_type") == "offline"
    keyThumbprint = parameters.filled("dpop_jkt")
    if let keyThumbprint, Base64URL.decode(keyThumbprint)?.count != 32 {
      throw .invalidRequest(
        "dpop_jkt is the SHA-256 thumbprint of a key, 43 characters of base64url (RFC 9449 §10).")
    }
    pushedID = parameters.filled(PushedRequest.mark)
    claims = try SignInClaims.read(parameters.filled(SignInClaims.parameter))
  }

  private static let unsupported = [
    ("request", "request_not_supported"), ("request_uri", "request_uri_not_supported"),
    ("registration", "registration_not_supported"),
  ]

  private static func types(
    _ parameters: FormFields, _ rules: AuthorizeRules
  ) throws(OAuthError) -> Set<ResponseType> {
    guard let text = parameters.filled("response_type") ?? rules.responses.implied else {
      throw .invalidRequest(
        "The parameter response_type is missing.", problem: .missing("response_type"))
    }
    let words = text.split(separator: " ").map { ResponseType(rawValue: String($0)) }
    let types = Set(words.compactMap(\.self))
    guard types.count == words.count, rules.responses.allow(types) else {
      throw OAuthError(
        .init(name: rules.responses.unknown),
        "response_type may be \(rules.responses.types.joined(separator: ", ")), not "
          + "\(text.prefix(128)).", problem: .responseType(String(text.prefix(128))))
    }
    return types
  }

  private static func scopes(
    _ parameters: FormFields, _ rules: ScopeRules
  ) throws(OAuthError) -> Scopes {
    let requested = try rules.named(
      parameters.filled("scope"), resource: parameters.filled("resource"))
    if let known = rules.known,
      let unknown = requested.first(where: { !known.contains($0) })
    {
      throw OAuthError(
        "invalid_scope",
        "There is no scope \(unknown.prefix(128)); there are "
          + "\(known.sorted().joined(separator: ", ")).",
        problem: .scope(String(unknown.prefix(128))))
    }
    return rules.completed(requested.isEmpty ? rules.ofNone : requested)
  }

  private static func mode(
    _ parameters: FormFields, _ rules: AuthorizeRules, _ types: Set<ResponseType>,
    _ scopes: Scopes
  ) throws(OAuthError) -> ResponseMode {
    let isFront = types != [.code]
    let requested = parameters.filled("response_mode")
    let mode = requested.map(ResponseMode.init(rawValue:)) ?? (isFront ? .fragment : .query)
    guard let mode, !(isFront && mode == .query) else {
      throw .invalidRequest(
        isFront && mode != nil
          ? "Invalid response mode: tokens are never put into a query."
          : "Invalid response mode: it may be query, fragment or form_post.",
        problem: .responseMode)
    }
    if rules.scopes.requireForm, !scopes.sharing.isEmpty, mode != .formPost {
      throw .invalidRequest(
        "response_mode must be form_post when name or email scope is requested.",
        problem: .responseMode)
    }
    return mode
  }

  private static func prompts(
    _ parameters: FormFields, _ rules: AuthorizeRules
  ) throws(OAuthError) -> Set<String> {
    let prompts = Set(Scopes(parameters.filled("prompt") ?? "").names)
    if prompts.contains("none"), prompts.count > 1 {
      throw .invalidRequest(
        "prompt=none cannot be combined with other values (OpenID Connect Core §3.1.2.1).",
        problem: .prompt)
    }
    if let known = rules.prompts.known, let other = prompts.first(where: { !known.contains($0) }) {
      throw .invalidRequest(
        "prompt may be \(known.sorted().joined(separator: ", ")), not \(other.prefix(64)).",
        problem: .prompt)
    }
    return prompts
  }

  private static func maxAge(
    _ parameters: FormFields
  ) throws(OAuthError) -> Int64? {
    guard let text = parameters.filled("max_age") else { return nil }
    guard let seconds = Int64(text), seconds >= 0 else {
      throw .invalidRequest("max_age is a number of seconds.")
    }
    return seconds
  }
}

extension FormFields {
  /// The response mode of an error, before the request is known to be valid.
  var modeOfErrors: ResponseMode {
    let words = Scopes(filled("response_type") ?? "").names
    let isFront = words.contains("token") || words.contains("id_token")
    let requested = filled("response_mode").flatMap(ResponseMode.init(rawValue:))
    guard let requested, !(isFront && requested == .query) else {
      return isFront ? .fragment : .query
    }
    return requested
  }
}
