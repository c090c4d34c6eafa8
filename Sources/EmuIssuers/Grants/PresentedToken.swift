internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// A token that a client presents as a grant or as its subject.
///
/// One under a name or with a key of this emulator must be signed by that issuer. One of another server
/// is accepted with any signature, since its keys are unknown, and the log says so.
struct PresentedToken {
  var subject: String
  var claims: JSONObject
  /// The types that it may have (RFC 8693 §3), without their prefix.
  var types = ["access_token", "id_token", "jwt"]

  /// - Parameters:
  ///   - field: the name of the form's field.
  ///   - subject: the name of the claim with the subject.
  ///   - audiences: those of an assertion (RFC 7523 §3), which is always a signed token; nil for others.
  ///   - clientKeys: the keys of a client that issues the assertion; nil for none.
  ///
  /// - Throws: `invalid_grant` for an assertion, `invalid_request` for another token (RFC 8693
  ///   §2.2.2), with the reason.
  init(
    _ text: String, field: String, subject claim: String = "sub", audiences: [String]? = nil,
    clientKeys: [VerificationKey]? = nil,
    _ issuer: any FakeIssuer, _ call: IssuerCall
  ) throws {
    func refuse(_ reason: String) -> OAuthError {
      audiences == nil
        ? OAuthError(.invalidRequest, reason: reason)
        : issuer.deadToken(reason: reason)
    }
    let own = try call.services.store.read { reader in
      try audiences == nil ? reader.validAccessToken(text, of: issuer.id, now: call.now) : nil
    }
    if let own {
      subject = own.person.subject
      claims = ["scope": .string(own.token.scope)]
      types = ["access_token"]
      return
    }
    guard let token = try? CompactJWT(text), let claims = token.claims,
      let subject = claims[claim]?.string, !subject.isEmpty
    else {
      throw refuse(
        "The \(field) is not a valid token of \(issuer.id), nor a JSON web token with \(claim).")
    }
    let registered = RegisteredClaims(claims)
    guard !registered.isExpired(now: call.now.seconds) else {
      throw refuse("The \(field) has expired, or has no exp.")
    }
    if let start = registered.notBefore, start > call.now.seconds {
      throw refuse("The \(field) is not good yet: nbf is \(start).")
    }
    if let audiences, !registered.isFor(anyOf: audiences) {
      throw refuse("aud of the \(field) must be \(audiences.joined(separator: " or ")).")
    }
    let signer = try call.signer(of: token, claims, at: issuer)
    let keys = signer.map(call.services.keys.verificationKeys) ?? clientKeys
    guard JWTVerifier.accepts(token, keys: keys) else {
      throw refuse(
        token.isUnsigned
          ? "The \(field) is unsigned (alg is none)."
          : "The signature of the \(field) does not verify.")
    }
    if let signer { try Self.check(claims, of: signer, call, refuse) }
    if keys == nil {
      call.explanation.add(
        .operation(call.route.name), .allowed,
        "The \(field) is of a server whose keys are unknown here, so it is accepted unverified.")
    }
    self.subject = subject
    self.claims = claims
  }

  /// Checks the claims of a token with the key of an issuer of this emulator.
  private static func check(
    _ claims: JSONObject, of signer: String, _ call: IssuerCall, _ refuse: (String) -> OAuthError
  ) throws {
    guard !RegisteredClaims(claims).isPremature(now: call.now.seconds) else {
      throw refuse("The token is not good yet: iat is in the future.")
    }
    guard signer != KeyRing.secureToken else { return }
    guard try call.isName(claims["iss"]?.string, of: call.services.sites.issuer(signer)) else {
      throw refuse("\(signer) signed the token, and its iss is another issuer.")
    }
  }

  /// The grant type of an assertion (RFC 7523 §2.1).
  static let assertionGrant = "urn:ietf:params:oauth:grant-type:jwt-bearer"

  /// Returns the issuer of an assertion: a client need not authenticate beside it (RFC 7523 §2.1).
  static func issuer(ofAssertionIn form: TokenRequestForm) -> String? {
    form["assertion"].flatMap { try? CompactJWT($0) }?.claims?["iss"]?.string
  }
}

extension FakeIssuer {
  /// Returns the audiences of an assertion as a grant: the issuer and its token endpoint.
  func grantAudiences(_ call: IssuerCall) throws -> [String] {
    let site = IssuerSite(self, call)
    return [try issuerName(at: site)] + [paths.token].compactMap { $0.map(site.url) }
  }
}
