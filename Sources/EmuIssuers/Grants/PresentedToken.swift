internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// A signed assertion that a client presents as a grant (RFC 7523 §2.1).
///
/// One under a name or with a key of this emulator must be signed by that issuer. One of another server
/// is accepted with any signature, since its keys are unknown, and the log says so.
struct PresentedToken {
  let subject: String
  let claims: JSONObject

  /// - Parameters:
  ///   - subject: the name of the claim with the subject.
  ///   - audiences: those that it may have (RFC 7523 §3).
  ///   - clientKeys: the keys of a client that issues the assertion; nil for none.
  ///
  /// - Throws: `invalid_grant` with the reason.
  init(
    _ text: String, subject claim: String = "sub", audiences: [String],
    clientKeys: [VerificationKey]? = nil, _ issuer: any FakeIssuer, _ call: IssuerCall
  ) throws {
    func refused(_ reason: String) -> OAuthError { issuer.deadToken(reason: reason) }
    guard let token = try? CompactJWT(text), let claims = token.claims,
      let subject = claims[claim]?.string, !subject.isEmpty
    else { throw refused("The assertion is not a JSON web token with \(claim).") }
    let registered = RegisteredClaims(claims)
    guard !registered.isExpired(now: call.now.seconds) else {
      throw refused("The assertion has expired, or has no exp.")
    }
    if let start = registered.notBefore, start > call.now.seconds {
      throw refused("The assertion is not good yet: nbf is \(start).")
    }
    guard registered.isFor(anyOf: audiences) else {
      throw refused("aud of the assertion must be \(audiences.joined(separator: " or ")).")
    }
    let signer = try call.signer(of: token, claims, at: issuer)
    let keys = signer.map(call.services.keys.verificationKeys) ?? clientKeys
    guard JWTVerifier.accepts(token, keys: keys) else {
      throw refused(
        token.isUnsigned
          ? "The assertion is unsigned (alg is none)."
          : "The signature of the assertion does not verify.")
    }
    if signer != nil, registered.isPremature(now: call.now.seconds) {
      throw refused("The assertion is not good yet: iat is in the future.")
    }
    if let signer, signer != KeyRing.secureToken,
      try !call.isName(claims["iss"]?.string, of: call.services.sites.issuer(signer))
    {
      throw refused("\(signer) signed the assertion, and its iss is another issuer.")
    }
    if keys == nil {
      call.explanation.add(
        .operation(call.route.name), .allowed,
        "The assertion is of a server whose keys are unknown here, so it is accepted unverified.")
    }
    self.subject = subject
    self.claims = claims
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
