internal import EmuCrypto
internal import EmuJSON
internal import EmuModel
internal import EmuStore

/// Resolves presented codes and tokens to a credential with data of the store.
struct CredentialResolver {
  let context: OperationContext
  let store: WriteTransaction

  /// - Throws: `INVALID_PENDING_TOKEN`, `MISSING_OR_INVALID_NONCE`, `INVALID_IDP_RESPONSE`,
  ///   `OPERATION_NOT_ALLOWED`.
  func resolve(_ presented: PresentedCredential) throws -> IdpCredential {
    switch presented {
    case .token(let credential, let nonce):
      if let nonce { try check(nonce) }
      return credential
    case .pending(let token):
      return try pending(token)
    case .code(let code, let form):
      return try IssuerExchange(context: context, store: store, form: form).redeem(code: code)
    case .verifier(let token, let verifier, let form):
      return try IssuerExchange(context: context, store: store, form: form)
        .redeem(requestToken: token, verifier: verifier)
    case .opaque(let token, let form):
      return try IssuerExchange(context: context, store: store, form: form)
        .resolve(accessToken: token)
    }
  }

  /// Checks in production's order: a missing nonce, a replayed token, a wrong nonce.
  private func check(_ nonce: NoncePresentation) throws {
    if nonce.claim != nil, nonce.raw == nil {
      try refuse(nonce, "Nonce is missing in the request.")
    }
    try checkReplay(nonce)
    guard nonce.enforcement != nil else { return }
    guard let claim = nonce.claim else {
      return context.explain(.switch(.checkNonce), .allowed, "the token carries no nonce")
    }
    guard let raw = nonce.raw else { return }
    guard claim == Digest.sha256.hex(raw) else {
      return try refuse(
        nonce,
        "The nonce in ID Token \"\(claim)\" does not match the SHA256 hash of the raw nonce "
          + "\"\(raw)\" in the request.")
    }
    context.explain(
      .switch(.checkNonce), .allowed, "the token's nonce is the SHA-256 of the raw nonce")
  }

  private func refuse(_ nonce: NoncePresentation, _ detail: String) throws {
    let error = APIError.missingOrInvalidNonce(detail)
    switch nonce.enforcement {
    case .off: return
    case .warn:
      context.explain(
        .switch(.checkNonce), .warned, "\(detail) Production answers \(error.message)",
        production: ProductionDifference(.check(.checkNonce), .refusal(error.code)))
    default:
      throw context.refused(.switch(.checkNonce), Reason(detail), as: error)
    }
  }

  private func checkReplay(_ nonce: NoncePresentation) throws {
    guard let digest = nonce.digest, context.switches[.replayProtection] != .off else { return }
    let wasSeen = try store.markUsed(
      digest: digest, in: context.scope, now: context.now, expiresAt: nonce.expiresAt)
    try context.check(
      .replayProtection, !wasSeen,
      reason: "this ID token was presented before, and one with a nonce is good for one use; go "
        + "on with the pending token of the first answer",
      otherwise: .missingOrInvalidNonce(
        "Duplicate credential received. Please try again with a new credential."))
  }

  private func pending(_ token: String) throws -> IdpCredential {
    guard
      let text = try store.reader.pendingCredential(
        token: token, in: context.scope, at: context.now)
    else {
      throw context.refused(
        .pendingToken,
        "No credential waits under this pending token: it was used, replaced, or is over an hour "
          + "old.", as: .invalidPendingToken)
    }
    let credential = try JSONDecoding.decode(IdpCredential.self, from: Array(text.utf8))
    try context.checkConfigured(credential.profile.providerID)
    return credential
  }
}
