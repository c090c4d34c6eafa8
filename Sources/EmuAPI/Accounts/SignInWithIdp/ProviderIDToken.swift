internal import EmuJOSE
internal import EmuModel
internal import EmuProviders
internal import EmuStore

/// The provider's ID token: the one that was presented, or the one that a code stands for.
///
/// The latter is signed only when it is told to somebody.
struct ProviderIDToken: Sendable {
  /// The token, or the claims of one that our issuer has yet to sign, as JSON text.
  let content: String
  /// The issuer that signs, and how; nil for a token that was presented.
  private let signer: (issuer: String, algorithm: JWSAlgorithm)?

  /// Nil when the provider gave no ID token.
  init?(_ credential: IdpCredential, in context: OperationContext) {
    if let idToken = credential.idToken {
      content = idToken
      signer = nil
      return
    }
    let provider = ProviderRegistry.provider(credential.profile.providerID)
    guard let claims = credential.issuedClaims,
      let algorithm = provider.issuer?.changed(
        by: context.services.store.settings(ofIssuer: provider.id)
      ).algorithms.first.flatMap(JWSAlgorithm.init(rawValue:))
    else { return nil }
    content = claims
    signer = (provider.id, algorithm)
  }

  /// - Throws: when the issuer's key cannot be made.
  func text(keys: KeyRing) throws -> String {
    guard let signer else { return content }
    let key = try keys.signingKey(of: signer.issuer, algorithm: signer.algorithm)
    return try JWTSigner.sign(claims: Array(content.utf8), key: key)
  }
}
