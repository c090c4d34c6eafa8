internal import EmuHTTP
internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// A token that a client presents as a grant or as its subject.
///
/// One of this emulator's issuers must be valid. One of another server is accepted, since its keys are
/// unknown, and the log says so.
struct PresentedToken {
  var subject: String
  var claims: JSONObject

  /// - Parameters:
  ///   - field: the name of the form's field.
  ///   - subject: the name of the claim with the subject.
  ///
  /// - Throws: `invalid_grant`, with the reason.
  init(
    _ text: String, field: String, subject claim: String = "sub", keys: String? = nil,
    _ issuer: any FakeIssuer, _ call: IssuerCall
  ) throws {
    func refuse(_ reason: String) -> OAuthError { issuer.deadToken(reason: reason) }
    let own = try call.services.store.read { reader in
      try reader.validToken(text, of: issuer.id, now: call.now)
    }
    if let own {
      subject = own.person.subject
      claims = ["scope": .string(own.token.scope)]
      return
    }
    guard let token = try? CompactJWT(text), let claims = token.claims,
      let subject = claims[claim]?.string, !subject.isEmpty
    else {
      throw refuse(
        "The \(field) is no valid token of \(issuer.id), and no JSON web token with \(claim).")
    }
    let registered = RegisteredClaims(claims)
    guard registered.expirationProblem(now: call.now.seconds) == nil else {
      throw refuse("The \(field) has expired.")
    }
    if let start = registered.notBefore, start > call.now.seconds {
      throw refuse("The \(field) is not good yet: nbf is \(start).")
    }
    let known = try Self.keys(of: token, configured: keys, call)
    if let known {
      guard JWTVerifier.verify(token, keys: known).isValid else {
        throw refuse("The signature of the \(field) does not verify.")
      }
    } else {
      call.explanation.add(
        .operation(call.operation), .allowed,
        "The \(field) is of a server whose keys are unknown here, so it is accepted unverified.")
    }
    self.subject = subject
    self.claims = claims
  }

  /// The grant type of an assertion (RFC 7523 §2.1).
  static let assertionGrant = "urn:ietf:params:oauth:grant-type:jwt-bearer"

  /// Returns the issuer of an assertion: a client need not authenticate beside it (RFC 7523 §2.1).
  static func issuer(ofAssertionIn form: TokenForm) -> String? {
    form["assertion"].flatMap { try? CompactJWT($0) }?.claims?["iss"]?.string
  }

  /// Returns the keys that must have signed a token; nil where none are known.
  private static func keys(
    of token: CompactJWT, configured: String?, _ call: IssuerCall
  ) throws -> [VerificationKey]? {
    if let owner = (try? token.header().kid).flatMap(call.services.keys.owner(ofKey:)) {
      return call.services.keys.verificationKeys(of: owner)
    }
    return configured.flatMap { try? JWKSet(parsing: Array($0.utf8)) }?.verificationKeys
  }
}
