internal import EmuCrypto
internal import EmuHTTP
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuOutbound
internal import EmuIdentity
internal import EmuStore

/// An issuer on another server that a project has configured by its address.
struct ExternalIssuer {
  let context: OperationContext
  let provider: any IdentityProvider
  let config: ProviderConfig
  /// The issuer string, which is also its address.
  let name: String

  /// - Returns: nil if the project's issuer for the provider is local.
  init?(_ provider: any IdentityProvider, in context: OperationContext) {
    guard provider.family == .oidc, let config = context.project.providers[provider.id],
      let name = config.issuer, AbsoluteURL.isWeb(name)
    else { return nil }
    let options = context.services.store.options(ofIssuer: provider.id)
    guard !name.hasPrefix(context.baseURL + "/issuers/"),
      name != provider.issuer?.productionIssuer, !IssuerName.isOwn(name, options)
    else { return nil }
    self.context = context
    self.provider = provider
    self.config = config
    self.name = name
  }

  /// - Throws: `CallOut` if the keys must be fetched; `INVALID_IDP_RESPONSE`.
  func checkSignature(_ token: CompactJWT?) throws {
    guard let token, !token.isUnsigned else { throw APIError.unverifiedSignature }
    let keys = try issuer(kid: try? token.header().kid).keys
    guard JWTVerifier.verifies(token, keys: keys) else {
      throw context.refused(
        .externalIssuer,
        "None of the \(keys.count) keys that \(name) publishes made the signature.",
        as: .unverifiedSignature)
    }
  }

  /// Returns the issuer's metadata, cached or fetched.
  private func issuer(kid: String?) throws -> ExternalIssuers.Issuer {
    let cache = context.services.externalIssuers
    if let known = cache.issuer(name, kid: kid, now: context.now) { return known }
    let issuer = try fetched()
    cache.keep(issuer, for: name)
    return issuer
  }

  private func refusal(_ reason: String) -> APIError {
    context.refused(.externalIssuer, Reason(reason), as: .issuerUnreachable)
  }

  /// - Throws: `CallOut`; `INVALID_IDP_RESPONSE`.
  private func fetched() throws -> ExternalIssuers.Issuer {
    let root = name.hasSuffix("/") ? String(name.dropLast()) : name
    let discovery = try document("\(root)/.well-known/openid-configuration")
    guard discovery["issuer"]?.string == name else {
      throw refusal(
        "The discovery document of \(name) calls the issuer "
          + "\(discovery["issuer"]?.string?.prefix(256) ?? "nothing"); the two must be equal to the "
          + "letter, so configure the issuer as it calls itself.")
    }
    guard let address = discovery["jwks_uri"]?.string, AbsoluteURL.isWeb(address) else {
      throw refusal("The discovery document of \(name) has no jwks_uri.")
    }
    let set: JWKSet
    let keys = try document(address).serializedBytes()
    do {
      set = try JWKSet(parsing: keys)
    } catch {
      throw refusal("\(address) holds no key set: \(error.message).")
    }
    let methods = discovery["token_endpoint_auth_methods_supported"]?.array?.compactMap(\.string)
    return ExternalIssuers.Issuer(
      authorizationEndpoint: discovery["authorization_endpoint"]?.string,
      tokenEndpoint: discovery["token_endpoint"]?.string,
      scopes: discovery["scopes_supported"]?.array?.compactMap(\.string) ?? [],
      sendsSecretInForm: methods.map {
        $0.contains("client_secret_post") && !$0.contains("client_secret_basic")
      } ?? false,
      keys: set.verificationKeys, fetchedAt: context.now)
  }

  private func document(_ address: String) throws -> JSON {
    let answer = try context.answer(
      to: CallOut.Key(name: "externalIssuer", subject: address)
    ) {
      var request = OutboundRequest(.get, address, headers: ["Accept": "application/json"])
      request.followsRedirects = true
      return Self.limited(request)
    }
    let response = try answer.mapError { refusal($0.message) }.get()
    guard response.status == .ok else {
      throw refusal("\(address) answered with the status \(response.status.rawValue).")
    }
    guard let document = try? JSON(parsing: response.body), document.object != nil else {
      throw refusal("\(address) answered with something that is not a JSON object.")
    }
    return document
  }

  // MARK: Codes

  /// Returns the address of the sign-in page.
  ///
  /// - Throws: `CallOut`; `INVALID_IDP_RESPONSE`.
  func authorizationEndpoint() throws -> String {
    guard let endpoint = try issuer(kid: nil).authorizationEndpoint, AbsoluteURL.isWeb(endpoint)
    else { throw refusal("The discovery document of \(name) has no authorization_endpoint.") }
    return endpoint
  }

  /// The scopes that the issuer lists; nil where the profile does not read them.
  func listedScopes() throws -> [String]? {
    context.rules.shape == .production ? try issuer(kid: nil).scopes : nil
  }

  struct Tokens {
    var idToken: String
    var accessToken: String?
    var refreshToken: String?
    var expiresIn: Int?
  }

  /// Exchanges a code at the issuer's token endpoint, as the backend does after a redirect.
  ///
  /// - Throws: `CallOut`; `INVALID_IDP_RESPONSE` with the issuer's answer in the detail.
  func exchange(_ code: String, redirectURI: String) throws -> Tokens {
    let issuer = try issuer(kid: nil)
    guard let endpoint = issuer.tokenEndpoint, AbsoluteURL.isWeb(endpoint) else {
      throw refusal("The discovery document of \(name) has no token_endpoint.")
    }
    let request = tokenRequest(endpoint, code, redirectURI, inForm: issuer.sendsSecretInForm)
    let answer = try context.answer(
      to: CallOut.Key(name: "codeExchange", subject: "\(endpoint)\n\(code)")
    ) { request }
    let response = try answer.mapError { refusal($0.message) }.get()
    let body = try? JSON(parsing: response.body)
    guard response.status == .ok, let idToken = body?["id_token"]?.string else {
      context.explain(
        .authorizationCode, .refused,
        "The token endpoint of \(name) answered with the status \(response.status.rawValue)"
          + (body?["error_description"]?.string.map { ": \($0.prefix(256))" } ?? "."))
      throw APIError.refusedExchange(
        at: String(endpoint.prefix { $0 != "?" }),
        error: String((body?["error"]?.string ?? "invalid_response").prefix(64)),
        redirectURI: redirectURI, status: response.status.rawValue)
    }
    return Tokens(
      idToken: idToken, accessToken: body?["access_token"]?.string,
      refreshToken: body?["refresh_token"]?.string,
      expiresIn: body?["expires_in"]?.int.map(Int.init))
  }

  private func tokenRequest(
    _ endpoint: String, _ code: String, _ redirectURI: String, inForm: Bool
  ) -> OutboundRequest {
    var form: FormFields = [
      "grant_type": "authorization_code", "code": code, "redirect_uri": redirectURI,
    ]
    var headers: Headers = [
      "Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded",
    ]
    let client = config.clientID ?? ""
    if let secret = config.clientSecret, !inForm {
      // Both parts are form-encoded first (RFC 6749 §2.3.1).
      let pair = [client, secret].map(PercentEncoding.queryComponent).joined(separator: ":")
      headers["Authorization"] = "Basic " + Base64URL.encodePadded(Array(pair.utf8))
    } else {
      form.add("client_id", client)
      if let secret = config.clientSecret { form.add("client_secret", secret) }
    }
    return Self.limited(
      OutboundRequest(.post, endpoint, headers: headers, body: Array(form.encoded.utf8)))
  }

  private static func limited(_ request: OutboundRequest) -> OutboundRequest {
    var request = request
    request.timeout = .seconds(5)
    request.connectTimeout = .seconds(3)
    request.maximumResponseBytes = 512 << 10
    return request
  }
}
