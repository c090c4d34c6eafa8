internal import EmuCrypto
internal import EmuHTTP
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// A client's proof of its key for one request (RFC 9449 §4).
struct DPoPProof: Sendable {
  struct Target: Sendable {
    var method: String
    /// Without query and fragment.
    var url: String
    var accessToken: String?
    /// The emulator's time, and the machine's: a client knows only the latter.
    var times: [Timestamp]
  }

  let thumbprint: String
  let nonce: String?
  /// Identifies the proof among those of its key.
  fileprivate let digest: String

  /// The tolerance for `iat`, in both directions, in seconds.
  private static let leeway: Int64 = 300

  /// Checks a proof as RFC 9449 §4.3 lists it, without its nonce and earlier uses.
  init(_ text: String, for target: Target) throws(OAuthError) {
    func wrong(_ reason: String) -> OAuthError { .invalidProof(reason) }
    guard let token = try? CompactJWT(text), let header = try? token.header(),
      let claims = token.claims
    else { throw wrong("The DPoP header is not one JSON web token.") }
    guard header.type == "dpop+jwt" else { throw wrong("typ of the DPoP proof must be dpop+jwt.") }
    guard let member = header.key, let key = try? JWK(member) else {
      throw wrong("The DPoP proof has no jwk, a public key of kty RSA, EC or OKP (Ed25519).")
    }
    guard member["d"] == nil else { throw wrong("jwk of the DPoP proof has the private key.") }
    let verification = VerificationKey(
      kid: nil, publicKey: key.publicKey, algorithms: key.algorithm.map { [$0] })
    guard JWTVerifier.verifies(token, keys: [verification]) else {
      throw wrong("The DPoP proof is not signed by its jwk with an algorithm that discovery lists.")
    }
    guard let id = claims["jti"]?.string, !id.isEmpty else {
      throw wrong("The DPoP proof has no jti.")
    }
    guard claims["htm"]?.string == target.method else {
      throw wrong("htm of the DPoP proof must be \(target.method).")
    }
    let url = claims["htu"]?.string?.prefix { $0 != "?" && $0 != "#" }
    guard url.map(String.init) == target.url else {
      throw wrong(
        "htu of the DPoP proof must be \(target.url), and is \(url?.prefix(256) ?? "absent").")
    }
    guard let start = RegisteredClaims(claims).issuedAt,
      target.times.map(\.seconds).contains(where: {
        ($0 - Self.leeway...$0 + Self.leeway).contains(start)
      })
    else {
      throw wrong("iat of the DPoP proof must be at most \(Self.leeway) seconds from now.")
    }
    if let access = target.accessToken,
      claims["ath"]?.string != Base64URL.encode(Digest.sha256.hash(Array(access.utf8)))
    {
      throw wrong("ath of the DPoP proof is not the hash of the access token.")
    }
    thumbprint = key.thumbprint
    nonce = claims["nonce"]?.string
    digest = Digest.sha256.hex(Array("\(thumbprint)\n\(id)".utf8))
  }
}

extension IssuerCall {
  /// Returns the valid proof of the request; nil without one, and at an issuer that reads none.
  func proof(
    at issuer: any FakeIssuer, for accessToken: String? = nil
  ) throws(OAuthError) -> DPoPProof? {
    guard issuer.tokenRules.acceptsDPoP else { return nil }
    let sent = request.headers.all("DPoP")
    guard let text = sent.first else { return nil }
    guard sent.count == 1 else {
      throw .invalidProof("There is more than one DPoP header; send one proof.")
    }
    let proof = try DPoPProof(
      text,
      for: DPoPProof.Target(
        method: request.method.rawValue, url: baseURL + request.path, accessToken: accessToken,
        times: [now, services.clock.machineNow]))
    let nonces = sealedForm("proof \(issuer.id)", lifetime: .seconds(300))
    guard
      issuer.options.requiresDPoPNonce != true
        || proof.nonce.flatMap({ nonces.open($0) }) != nil
    else {
      throw .invalidProof(
        "The issuer requires a nonce in the DPoP proof: that of the header DPoP-Nonce.",
        nonce: nonces.seal(FormFields()))
    }
    return proof
  }
}

extension OAuthError {
  /// Returns the refusal of a proof.
  ///
  /// - Parameter nonce: the one that the next proof must have; nil if another mistake is the reason.
  static func invalidProof(_ reason: String, nonce: String? = nil) -> OAuthError {
    var error = OAuthError(
      nonce == nil ? "invalid_dpop_proof" : "use_dpop_nonce", reason)
    error.nonce = nonce
    return error
  }
}

extension WriteTransaction {
  /// Records a proof, which is valid for one use.
  ///
  /// - Returns: the refusal of a used one.
  func spend(
    _ proof: DPoPProof?, at issuer: any FakeIssuer, now: Timestamp
  ) throws -> OAuthError? {
    guard let proof,
      try markUsed(
        digest: "\(issuer.id) \(proof.digest)", in: nil, now: now,
        expiresAt: now + .seconds(3600))
    else { return nil }
    return .invalidProof("The DPoP proof was presented before; each request needs a new jti.")
  }
}
