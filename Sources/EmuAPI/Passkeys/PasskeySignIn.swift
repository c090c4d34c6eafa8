internal import EmuModel
internal import EmuStore
internal import EmuWebAuthn

/// `accounts/passkeySignIn:start`: the options for a sign-in of any user.
enum StartPasskeySignIn: WriteOperation {
  static func run(
    _ input: StartPasskeySignInRequest, in context: OperationContext, _ store: WriteTransaction
  ) throws -> StartPasskeySignInResponse {
    try context.checkPasskeysAreEnabled()
    let challenge = context.newPasskeyChallenge()
    try store.insert(challenge, in: context.scope)
    return StartPasskeySignInResponse(
      credentialRequestOptions: CredentialRequestOptions(
        challenge: challenge.challenge, rpId: context.project.passkeys.relyingPartyID,
        userVerification: PasskeyRules.userVerification))
  }
}

/// `accounts/passkeySignIn:finalize`: signs in the owner of the passkey.
enum FinalizePasskeySignIn: WriteOperation {
  struct Prepared: Sendable {
    var credentialID: String
    /// Nil for an id without a response to verify.
    var evidence: Evidence?

    struct Evidence: Sendable {
      var challenge: String
      /// The passkey as it was before the transaction.
      var passkey: Passkey?
      /// The result of the verification with it.
      var assertion: Result<Assertion, WebAuthnError>
    }
  }

  static func prepare(
    _ input: FinalizePasskeySignInRequest, in context: OperationContext
  ) throws -> Prepared {
    guard let answer = input.authenticatorAuthenticationResponse else {
      throw APIError.missingAuthenticatorResponse
    }
    let id = try PasskeyRules.credentialID(answer.id)
    return Prepared(credentialID: id, evidence: try evidence(answer, id: id, in: context))
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> FinalizePasskeySignInResponse {
    if let evidence = prepared.evidence { try context.finish(challenge: evidence.challenge, store) }
    guard
      let original = try store.reader.user(passkey: prepared.credentialID, in: context.scope),
      let index = original.passkeys.firstIndex(where: {
        $0.credentialID == prepared.credentialID
      })
    else {
      throw context.refused(.passkey, "No user has this passkey.", as: .passkeyCredentialNotFound)
    }
    guard !original.disabled else { throw APIError.userDisabled }
    var user = original
    user.passkeys[index].signCount = try signCount(
      prepared.evidence, by: original.passkeys[index], in: context)
    let outcome = try context.completeSignIn(user, from: original, by: .passkey(), store)
    context.explain(.passkey, .chose, "User \(user: user) signs in with a passkey.")
    let tokens = try outcome.tokens()
    return FinalizePasskeySignInResponse(
      idToken: tokens.idToken, refreshToken: tokens.refreshToken)
  }

  /// Deletes the challenge: it is valid for one response, right or wrong.
  static func afterRefusal(_ prepared: Prepared, in context: OperationContext) -> Change? {
    guard let challenge = prepared.evidence?.challenge else { return nil }
    return { store in try context.drop(challenge: challenge, store) }
  }

  private static func evidence(
    _ answer: AuthenticatorAuthenticationResponse, id: String, in context: OperationContext
  ) throws -> Prepared.Evidence? {
    guard let response = answer.response else {
      try context.checkUnverifiable()
      return nil
    }
    let owner = try context.services.store.read { reader in
      try reader.user(passkey: id, in: context.scope)
    }
    let passkey = owner?.passkeys.first { $0.credentialID == id }
    do {
      let (ceremony, clientData) = try context.ceremony(
        answeredBy: response.clientDataJSON ?? response.clientDataJson)
      let assertion = Result { () throws(WebAuthnError) in
        try assert(ceremony, response, clientData, by: passkey, of: owner)
      }
      return Prepared.Evidence(
        challenge: ceremony.challenge, passkey: passkey, assertion: assertion)
    } catch {
      throw context.refusedPasskey(error.message)
    }
  }

  private static func assert(
    _ ceremony: Ceremony, _ response: AuthenticatorAuthenticationResponse.Assertion,
    _ clientData: [UInt8], by passkey: Passkey?, of owner: User?
  ) throws(WebAuthnError) -> Assertion {
    guard let passkey, let owner, let publicKey = passkey.publicKey else {
      throw WebAuthnError(
        "the passkey was enrolled by its id alone, so nothing can be verified")
    }
    if let handle = response.userHandle.given {
      guard try PasskeyRules.bytes(handle, "userHandle") == Array(owner.uid.utf8) else {
        throw WebAuthnError("the user handle is not the passkey's owner")
      }
    }
    return try Assertion(
      of: ceremony,
      by: Assertion.Credential(
        publicKey: publicKey, signCount: passkey.signCount,
        isBackupEligible: passkey.isBackupEligible), clientDataJSON: clientData,
      authenticatorData: PasskeyRules.bytes(response.authenticatorData, "authenticatorData"),
      signature: PasskeyRules.bytes(response.signature, "signature"))
  }

  /// Returns the passkey's counter after this sign-in.
  ///
  /// - Throws: `INVALID_AUTHENTICATOR_RESPONSE`.
  private static func signCount(
    _ evidence: Prepared.Evidence?, by passkey: Passkey, in context: OperationContext
  ) throws -> UInt32 {
    guard let evidence else {
      guard passkey.publicKey == nil else {
        throw context.refusedPasskey("the passkey has a key, and the answer is an id alone")
      }
      return passkey.signCount
    }
    guard evidence.passkey == passkey else {
      throw context.refusedPasskey("the passkey was used elsewhere at the same time")
    }
    return try evidence.assertion.mapError { context.refusedPasskey($0.message) }.get().signCount
  }
}
