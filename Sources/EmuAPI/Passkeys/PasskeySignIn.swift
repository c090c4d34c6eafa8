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
    var answer: PasskeyAnswer<AuthenticatorAuthenticationResponse.Assertion>?
  }

  static func prepare(
    _ input: FinalizePasskeySignInRequest, in context: OperationContext
  ) throws -> Prepared {
    guard let answer = input.authenticatorAuthenticationResponse else {
      throw APIError.missingAuthenticatorResponse
    }
    return Prepared(
      credentialID: try PasskeyRules.credentialID(answer.id),
      answer: try context.passkeyAnswer(answer.response) {
        $0.clientDataJSON ?? $0.clientDataJson
      })
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> FinalizePasskeySignInResponse {
    if let answer = prepared.answer { try context.finish(answer.ceremony, store) }
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
    do throws(WebAuthnError) {
      try use(&user.passkeys[index], of: original, with: prepared.answer)
    } catch {
      throw context.refusedPasskey(error.message)
    }
    let outcome = try context.completeSignIn(user, from: original, by: .passkey(), store)
    context.explain(.passkey, .chose, "User \(user: user) signs in with a passkey.")
    let tokens = try outcome.tokens()
    return FinalizePasskeySignInResponse(
      idToken: tokens.idToken, refreshToken: tokens.refreshToken)
  }

  static func afterRefusal(_ prepared: Prepared, in context: OperationContext) -> Change? {
    context.dropping(prepared.answer?.ceremony)
  }

  /// Verifies the response, and stores its counter in the passkey.
  private static func use(
    _ passkey: inout Passkey, of owner: User,
    with answer: PasskeyAnswer<AuthenticatorAuthenticationResponse.Assertion>?
  ) throws(WebAuthnError) {
    guard let answer else {
      guard passkey.publicKey == nil else {
        throw WebAuthnError("the passkey has a key, and the answer is an id alone")
      }
      return
    }
    let response = answer.response
    if let handle = response.userHandle.given {
      guard try PasskeyRules.bytes(handle, "userHandle") == Array(owner.uid.utf8) else {
        throw WebAuthnError("the user handle is not the passkey's owner")
      }
    }
    passkey.signCount = try Assertion(
      of: answer.ceremony, by: passkey, clientDataJSON: answer.clientData,
      authenticatorData: PasskeyRules.bytes(response.authenticatorData, "authenticatorData"),
      signature: PasskeyRules.bytes(response.signature, "signature")
    ).signCount
  }
}
