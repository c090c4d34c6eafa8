internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel

// The authentication of clients, for providers without special rules.
extension FakeIssuer {
  func authenticate(
    _ client: ClientCredentials, _ config: ProviderConfig?, _ call: IssuerCall
  ) throws(OAuthError) {
    let secret = config?.clientID == client.id ? config?.clientSecret : nil
    let method = client.method
    if let only = options.client(client.id)?.authentication, only != method.rawValue {
      throw clientRefusal(
        reason: "The client is registered for \(only), and sent \(method.rawValue).")
    }
    if lacksAssertion(client, config) {
      throw clientRefusal(
        reason:
          "The client has clientKeys and no clientSecret, so it shows a client_assertion that "
          + "one of the keys signed (private_key_jwt), and sent \(method.rawValue).")
    }
    switch client.proof {
    case .none:
      guard secret == nil else {
        throw clientRefusal(reason: "The client has a secret configured, and sent none.")
      }
    case .secret(let sent):
      guard secret.map(sent.contains) ?? true else {
        throw clientRefusal(reason: "The client secret is not the configured one.")
      }
    case .assertion(let token):
      if let problem = problem(ofAssertion: token, client.id, config, secret: secret, call) {
        throw clientRefusal(reason: problem)
      }
    }
  }

  /// Returns the client that introspects or revokes a token.
  func presentedClient(_ form: TokenRequestForm, _ call: IssuerCall) throws(OAuthError)
    -> ClientCredentials
  {
    do {
      return try ClientCredentials(form, call.request, methods: clientAuthentication)
    } catch  where tokenRules.refusesNamelessClients && error.problem == .missing("client_id") {
      throw clientRefusal(
        reason: "No client shows who it is: send client_id and client_secret, a Basic header, or "
          + "a client_assertion.")
    }
  }

  /// Returns true if a client with keys and without a secret did not authenticate with an
  /// assertion. Keys have no effect if assertions are not accepted.
  func lacksAssertion(_ client: ClientCredentials, _ config: ProviderConfig?) -> Bool {
    if case .assertion = client.proof { return false }
    return config?.clientID == client.id && config?.clientKeys != nil
      && config?.clientSecret == nil && clientAuthentication.contains(.privateKey)
  }
}

extension FakeIssuer {
  /// Returns the problem of a client's authentication token; nil if it is valid.
  func problem(
    ofAssertion assertion: String, _ clientID: String, _ config: ProviderConfig?,
    secret: String? = nil, _ call: IssuerCall
  ) -> String? {
    let site = IssuerSite(self, call)
    let name = (try? issuerName(at: site)).map { [$0] } ?? []
    let endpoints = [
      paths.token, paths.revocation, paths.introspection, paths.pushedRequests, paths.device,
    ].compactMap(\.self)
    return ClientCredentials.problem(
      ofAssertion: assertion, of: clientID, audiences: name + endpoints.map(site.url),
      keys: config?.keys(secret: secret), now: call.now.seconds)
  }
}

extension ClientCredentials {
  /// Returns the problem of a client's authentication token (RFC 7523 §3) as a sentence; nil if it is
  /// valid.
  ///
  /// - Parameters:
  ///   - audiences: the issuer and its endpoints.
  ///   - keys: the client's; nil for a client without any, of which any signature is accepted.
  static func problem(
    ofAssertion assertion: String, of clientID: String, audiences: [String],
    keys: [VerificationKey]?, now: Int64
  ) -> String? {
    guard let token = try? CompactJWT(assertion), let payload = token.claims else {
      return "client_assertion is not a JSON web token."
    }
    let claims = RegisteredClaims(payload)
    guard claims.issuer == clientID, claims.subject == clientID else {
      return "iss and sub of the assertion must both be \(clientID)."
    }
    guard claims.isFor(anyOf: audiences) else {
      return "aud of the assertion must be \(audiences.joined(separator: " or "))."
    }
    guard !claims.isExpired(now: now) else {
      return "The assertion has expired, or has no exp."
    }
    if let start = claims.notBefore, start > now {
      return "The assertion is not good yet: nbf is \(start), and it is \(now)."
    }
    guard payload["jti"]?.string?.isEmpty == false else { return "The assertion has no jti." }
    return signatureProblem(of: token, keys)
  }

  private static func signatureProblem(
    of token: CompactJWT, _ keys: [VerificationKey]?
  ) -> String? {
    guard !JWTVerifier.accepts(token, keys: keys) else { return nil }
    let name = (try? token.header())?.algorithmName.prefix(16) ?? "absent"
    if name.hasPrefix("HS"), name != "HS256" {
      return "The assertion is sealed by \(name); discovery announces HS256, and no other."
    }
    guard let keys else { return "The assertion has no signature (alg is \(name))." }
    let isSealed = name == "HS256"
    guard keys.contains(where: { $0.isSecret == isSealed }) else {
      return isSealed
        ? "The client has clientKeys and no secret for HS256, so its assertions are signed."
        : "The client has a secret and no clientKeys, so its assertions are signed by HS256."
    }
    return isSealed
      ? "The assertion is not sealed with the client's secret."
      : "The assertion is not signed with a key of clientKeys."
  }

  /// The record of an assertion, by client and `jti`, with its expiry; nil without one.
  var mark: (digest: String, expiresAt: Timestamp)? {
    guard case .assertion(let assertion) = proof,
      let claims = (try? CompactJWT(assertion))?.claims, let id = claims["jti"]?.string,
      let client = claims["sub"]?.string, let expiry = RegisteredClaims(claims).expiration
    else { return nil }
    return (
      Digest.sha256.hex(Array("\(client)\n\(id)".utf8)),
      // The expiry of an unverified token may be any 64-bit number.
      Timestamp(seconds: min(expiry, 253_402_300_799))
    )
  }
}

extension ProviderConfig {
  /// Returns the keys of a client's tokens: its `clientKeys`, and its secret where that may be one; nil
  /// for a client without any.
  func keys(secret: String?) -> [VerificationKey]? {
    guard clientKeys != nil || secret != nil else { return nil }
    let set = clientKeys.flatMap { try? JWKSet(parsing: Array($0.utf8)) }
    return (set?.verificationKeys ?? [])
      + (secret.map { [VerificationKey(secret: Array($0.utf8))] } ?? [])
  }
}
