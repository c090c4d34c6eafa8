internal import EmuCrypto
internal import EmuJOSE
internal import EmuJSON
internal import EmuModel
internal import EmuIdentity

/// The rules for Apple's client secret: a short-lived token that the team's key signs.
///
/// Source: docs/reference/apple.md#token-endpoint. Apple has one error for all mistakes; the
/// request log has a sentence for each.
struct AppleClientSecret {
  let team: ProviderConfig.AppleCodeFlow
  let clientID: String

  /// Six months in seconds, from the server's time.
  static let longestLife: Int64 = 15_777_000

  /// - Returns: the problem as a sentence; nil for a valid secret.
  func problem(of secret: String, now: Timestamp) -> String? {
    guard let token = try? CompactJWT(secret), let header = try? token.header(),
      let payload = token.claims
    else { return "it is not a JSON web token." }
    return headerProblem(header) ?? claimProblem(payload, now: now.seconds)
      ?? signatureProblem(token)
  }

  private func headerProblem(_ header: JWSHeader) -> String? {
    guard header.algorithm == .es256 else {
      return "alg is \(header.algorithmName.prefix(32)), not ES256."
    }
    guard header.kid == team.keyId else {
      return "kid is \(header.kid?.prefix(64) ?? "absent"), not the key id \(team.keyId)."
    }
    return nil
  }

  private func claimProblem(_ payload: JSONObject, now: Int64) -> String? {
    func shown(_ name: String) -> String { payload[name]?.serialized() ?? "absent" }
    guard payload["iss"]?.string == team.teamId else {
      return "iss is \(shown("iss")), not the team id \(team.teamId)."
    }
    guard payload["sub"]?.string == clientID else {
      return "sub is \(shown("sub")), not the client_id \(clientID)."
    }
    // Libraries that read the discovery document use the emulator's issuer string.
    guard let audience = payload["aud"]?.string, IssuerName.matches(audience, of: Apple()) else {
      return "aud is \(shown("aud")), not the text \"https://appleid.apple.com\"."
    }
    guard let expiry = payload["exp"]?.int else { return "exp is \(shown("exp")), no number." }
    guard expiry > now else { return "it expired at \(expiry), and it is \(now)." }
    guard expiry <= now.addingReportingOverflow(Self.longestLife).partialValue else {
      return "exp lies more than six months (\(Self.longestLife) s) after the emulator's now."
    }
    return nil
  }

  private func signatureProblem(_ token: CompactJWT) -> String? {
    guard let key = try? PrivateKey(pem: team.privateKey), key.kind == .ec(.p256) else {
      return "the project's configured private key for apple.com is not an EC key in PEM; seed the "
        + "text of the .p8 file."
    }
    let signature = (try? token.signature()) ?? []
    guard signature.count == 64 else {
      return "the signature has \(signature.count) bytes, not the 64 of r and s side by side"
        + (signature.first == 0x30 ? "; it looks like DER." : ".")
    }
    let verification = VerificationKey(
      kid: team.keyId, publicKey: key.publicKey, algorithms: [.es256])
    return JWTVerifier.verifies(token, keys: [verification])
      ? nil : "the signature is not the configured key's."
  }
}
