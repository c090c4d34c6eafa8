internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity
internal import EmuStore

/// Verifies a provider's ID token.
///
/// A token is local if its header names a key of this emulator, or its issuer is below `/issuers/`
/// of an emulator. The signature, times, issuer and audience of a local token must be valid. If the
/// project's issuer is on another server, its keys are requested. Any other token is accepted
/// unverified, unless the project requires verification.
struct IdpTokenVerifier {
  let context: OperationContext
  let provider: any IdentityProvider

  struct Token {
    var claims: JSONObject
    var isOurs: Bool
    /// True if the signature is valid: by a local issuer, or by the project's external one.
    var isVerified: Bool
    var expiresAt: Timestamp
  }

  /// Returns the claims of a JSON text or of a token's payload; nil for any other text.
  static func claims(of text: String) -> JSONObject? {
    if isJSON(text) { return (try? JSON(parsing: text))?.object }
    return (try? CompactJWT(text))?.claims
  }

  private func parsingRefusal(of text: String) -> APIError {
    .invalidIdpResponse("Unable to parse the ID Token.")
      .inProduction(detail: provider.parsingRefusal(of: text))
  }

  private static func isJSON(_ text: String) -> Bool { text.utf8.first == UInt8(ascii: "{") }

  /// - Throws: `INVALID_IDP_RESPONSE` with production's wording; `CallOut` during a request to
  ///   another server.
  func verify(_ text: String) throws -> Token {
    guard let claims = Self.claims(of: text) else {
      throw context.refused(
        .credential,
        "The \(provider: provider.id) credential is neither a JWT (three parts of base64url with dots between) nor "
          + "a JSON object of claims, so it names no user. \(advice.token)",
        as: parsingRefusal(of: text))
    }
    let token = Self.isJSON(text) ? nil : try? CompactJWT(text)
    let keyOwner = (try? token?.header().kid).flatMap(context.services.keys.owner(ofKey:))
    let external = keyOwner == nil ? ExternalIssuer(provider, in: context) : nil
    let isOurs =
      keyOwner != nil
      || claims["iss"]?.string.map { isOurName($0) && $0 != external?.name } ?? false
    var result = Token(
      claims: claims, isOurs: isOurs, isVerified: isOurs,
      expiresAt: Timestamp(seconds: claims["exp"]?.int ?? context.now.seconds + 3600))
    guard isOurs else {
      if let external, isWorthARequest(token, claims, external) {
        result.isVerified = try verify(token, claims, of: external)
      } else {
        try checkForeign(
          token == nil ? parsingRefusal(of: text) : .unverifiedSignature,
          namesPerson: claims["sub"]?.string != nil)
      }
      return result
    }
    try check(claims)
    try IssuerOutage.of(claims, context: context, provider: provider).meetKeys()
    try checkSignature(token)
    context.explain(
      .switch(.verifyCredentials), .allowed,
      "Our \(provider: provider.id) issuer signed the token, and it is valid.")
    return result
  }

  /// Checks all but the signature of a local issuer's token: of one that is presented, and of one that
  /// the issuer returns for a code.
  func check(_ claims: JSONObject) throws(APIError) {
    try checkIssuer(claims)
    try checkAudience(claims)
    try checkTimes(claims)
  }

  /// Returns true if another server is to be called.
  ///
  /// Without required verification, only a signed token of the configured issuer is worth a call.
  private func isWorthARequest(
    _ token: CompactJWT?, _ claims: JSONObject, _ external: ExternalIssuer
  ) -> Bool {
    guard let token else { return false }
    return context.switches.isOn(.verifyCredentials)
      || !token.isUnsigned && claims["iss"]?.string == external.name
        && context.switches[.verifyCredentials] != .off
  }

  /// Returns true if the token is valid. An invalid one is rejected or reported, by switch.
  private func verify(
    _ token: CompactJWT?, _ claims: JSONObject, of external: ExternalIssuer
  ) throws -> Bool {
    do {
      let issuer = claims["iss"]?.string ?? ""
      guard issuer == external.name else { throw Self.wrongIssuer(issuer, external.name) }
      try checkAudience(claims)
      try checkTimes(claims)
      try external.checkSignature(token)
    } catch let refusal as APIError {
      try context.check(
        .verifyCredentials, false,
        reason: "the token is not a valid one of the issuer \(external.name)",
        isDecisive: claims["sub"]?.string != nil, otherwise: refusal)
      return false
    }
    context.explain(
      .switch(.verifyCredentials), .allowed,
      "The issuer \(external.name) signed the token with a key that it publishes.")
    return true
  }

  /// Rejects an unverifiable credential if the project requires verification.
  ///
  /// - Parameters:
  ///   - error: production's error.
  ///   - namesPerson: true if the credential is enough unverified.
  func checkForeign(_ error: APIError, namesPerson: Bool) throws(APIError) {
    try context.check(
      .verifyCredentials, false,
      reason:
        "no issuer of this emulator signed the \(provider: provider.id) credential, so nothing in it "
        + "can be verified; \(advice.verifiable)",
      isDecisive: namesPerson, otherwise: error)
  }

  private var advice: CredentialAdvice { CredentialAdvice(provider: provider, context: context) }

  private var options: IssuerOptions {
    context.services.store.options(ofIssuer: provider.id)
  }

  private func isOurName(_ issuer: String) -> Bool {
    context.services.providers.localIssuer(named: issuer) != nil
      || IssuerName.isOwn(issuer, options)
  }

  private func checkIssuer(_ claims: JSONObject) throws(APIError) {
    let issuer = claims["iss"]?.string ?? ""
    let named = context.project.providers[provider.id]?.issuer
    // A mode means the local issuer, under either of its names.
    let configured = named.flatMap { IssuerName.isMode($0) ? nil : $0 }
    let expected = IssuerName.name(
      of: provider, tenant: "{tenant}", IssuerOptions(), configured: named,
      baseURL: context.baseURL)
    let isExpected =
      configured == issuer || configured == nil && IssuerName.isOwn(issuer, options)
      || (configured.map { IssuerName.matches($0, of: provider) } ?? true)
        && IssuerName.matches(issuer, of: provider)
    guard !isExpected else { return }
    explainIssuer(issuer)
    throw Self.wrongIssuer(issuer, expected)
  }

  /// Explains the issuer of a token: a token of another provider is a common mistake.
  private func explainIssuer(_ issuer: String) {
    let owner = context.services.providers.issuers.first { other in
      IssuerName.matches(issuer, of: other)
    }?.id
    let whose =
      owner.map { "of \($0)" } ?? (issuer.isEmpty ? "of no issuer" : "of \(issuer.prefix(256))")
    let change = owner.map { $0 == provider.id ? "" : "Send providerId=\($0) with it, or: " } ?? ""
    context.explain(
      .credential, .refused,
      "The ID token is \(whose), and the request names \(provider: provider.id). \(change)\(advice.token)"
    )
  }

  private static func wrongIssuer(_ issuer: String, _ expected: String) -> APIError {
    .invalidIdpResponse(
      "The issuer in ID Token \(issuer) does not match the expected one in config: \(expected).")
  }

  /// Checks the audience. Without configured clients, any client is accepted unless credentials must
  /// be verified.
  private func checkAudience(_ claims: JSONObject) throws(APIError) {
    let registered = RegisteredClaims(claims)
    let expected = context.project.providers[provider.id]?.audiences ?? []
    let acceptsAny = expected.isEmpty && !context.switches.isOn(.verifyCredentials)
    let isExpected =
      acceptsAny
      ? registered.audience.contains { $0 != Defect.foreignAudience }
      : registered.isFor(anyOf: expected)
    guard !isExpected else { return }
    let shown = registered.audience.joined(separator: ", ")
    let reason: Reason =
      if acceptsAny {
        "The ID token was made with a wrong audience (\(shown.isEmpty ? "none" : shown)). Any other client "
          + "is accepted, since none is configured for \(provider: provider.id)."
      } else if expected.isEmpty {
        "No client id is configured for \(provider: provider.id), so no audience can be right. Seed "
          + "\"providers\": {\"\(provider: provider.id)\": {\"clientId\": …}}."
      } else {
        "The ID token was made for \(shown.isEmpty ? "no client" : String(shown.prefix(256))), and the "
          + "project's clients of \(provider: provider.id) are \(expected.joined(separator: ", ")). Configure that "
          + "client too, or make a token for one of these."
      }
    context.explain(.credential, .refused, reason)
    let client = acceptsAny ? IssuerTraits.unconfiguredClient : expected.first ?? ""
    throw .invalidIdpResponse(provider.audienceRefusal(presented: shown, expected: client))
  }

  private func checkTimes(_ claims: JSONObject) throws(APIError) {
    let registered = RegisteredClaims(claims)
    let issuedAt = registered.issuedAt
    let now = context.now.seconds
    let isFresh =
      !registered.isExpired(now: now) && issuedAt.map { $0 <= now } == true
    guard isFresh else {
      context.explain(
        .credential, .refused,
        "By the emulator's clock (\(context.now.rfc3339)) the ID token is not valid: iat is "
          + "\(Self.moment(issuedAt)), exp is \(Self.moment(registered.expiration)). GET "
          + "/emulator/v1/clock shows whether the clock was moved.")
      throw .invalidIdpResponse(
        "ID Token issued at \(issuedAt.map(String.init) ?? "") is stale to sign-in.")
    }
  }

  private static func moment(_ seconds: Int64?) -> String {
    seconds.map { Timestamp(seconds: $0).rfc3339 } ?? "missing"
  }

  private func checkSignature(_ token: CompactJWT?) throws(APIError) {
    let keys = context.services.keys.verificationKeys(of: provider.id)
    guard let token, JWTVerifier.verifies(token, keys: keys) else {
      throw context.refused(
        .credential,
        "The ID token names our \(provider: provider.id) issuer, and none of its keys made the signature. GET "
          + "/emulator/v1/issuers shows the keys; \(advice.verifiable)",
        as: .unverifiedSignature)
    }
  }
}
