internal import EmuIdentity
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

// The tokens that the issuers of this emulator have signed.
extension IssuerCall {
  /// The names under which the backend signs ID tokens and session cookies.
  private static let backendNames = [
    "https://securetoken.google.com/", "https://session.firebase.google.com/",
    "https://identitytoolkit.google.com/",
  ]

  /// Returns claims signed as a token; never call it on the writer's thread.
  ///
  /// - Parameters:
  ///   - algorithm: nil for the issuer's first.
  ///   - person: the one that the token is about; nil for an app alone.
  func signed(
    _ claims: JSONObject, by issuer: any FakeIssuer, _ algorithm: JWSAlgorithm? = nil,
    for person: Person? = nil, type: String?
  ) throws -> String {
    let algorithm = try algorithm ?? issuer.algorithm(named: nil)
    let key = try services.keys.signingKey(
      of: issuer.id, algorithm: algorithm,
      usesLast: person.map(issuer.provider.usesLastKey) ?? false)
    return try JWTSigner.sign(
      claims: JSON.object(claims).serializedBytes(), key: key, type: type)
  }

  /// Returns the claims of a token that an issuer signed under one of its names, valid or expired; nil
  /// for any other text.
  func claims(of text: String, signedBy issuer: any FakeIssuer) throws -> JSONObject? {
    guard let token = try? CompactJWT(text), let claims = token.claims,
      JWTVerifier.verifies(token, keys: services.keys.verificationKeys(of: issuer.id)),
      try isName(claims["iss"]?.string, of: issuer)
    else { return nil }
    return claims
  }

  /// Returns the issuer whose key a token must have: the one that `iss` names, otherwise the owner of
  /// the key that `kid` names; nil for a token of another server.
  ///
  /// - Parameter issuer: the issuer that reads the token.
  func signer(
    of token: CompactJWT, _ claims: JSONObject, at issuer: any FakeIssuer
  ) throws -> String? {
    let name = claims["iss"]?.string ?? ""
    if Self.backendNames.contains(where: name.hasPrefix) { return KeyRing.secureToken }
    if let id = services.sites.providers.localIssuer(named: name) { return id }
    let own = ([issuer.id] + services.store.issuersWithOptions).first { id in
      let options = services.store.options(ofIssuer: id)
      return IssuerName.isOwn(name, options)
        || options.issuer == "production"
          && IssuerName.matches(name, of: services.sites.providers.provider(id))
    }
    if let own { return own }
    if try clients(of: issuer).expects(name: name) {
      return issuer.id
    }
    return (try? token.header().kid).flatMap(services.keys.owner(ofKey:))
  }

  /// Returns true for a name under which an issuer signs: the local or the real one, that of its
  /// options, or one that a project expects.
  func isName(_ name: String?, of issuer: any FakeIssuer) throws -> Bool {
    guard let name = name.map(issuer.nameOfLatestVersion) else { return false }
    return try IssuerName.matches(name, of: issuer.provider)
      || IssuerName.isOwn(name, services.store.options(ofIssuer: issuer.id))
      || clients(of: issuer).expects(name: name)
  }
}
