internal import EmuCrypto
internal import EmuModel
internal import EmuStore
internal import EmuWebAuthn

/// `accounts/passkeyEnrollment:finalize`: verifies the authenticator's response, and stores the
/// passkey.
enum FinalizePasskeyEnrollment: WriteOperation {
  struct Prepared: Sendable {
    var idToken: PresentedIDToken
    var credentialID: String
    var name: String
    /// Nil for an id without a response to verify.
    var answer: PasskeyAnswer<AuthenticatorRegistrationResponse.Attestation>?
  }

  static func prepare(
    _ input: FinalizePasskeyEnrollmentRequest, in context: OperationContext
  ) throws -> Prepared {
    let idToken = try ProfileInput.idToken(input.idToken)
    guard let answer = input.authenticatorRegistrationResponse else {
      throw APIError.missingAuthenticatorResponse
    }
    let name = try ProfileInput.displayName(
      input.name.given ?? input.displayName.given ?? "Unnamed Passkey")
    return Prepared(
      idToken: try context.presented(idToken: idToken),
      credentialID: try PasskeyRules.credentialID(answer.id), name: name,
      answer: try context.passkeyAnswer(answer.response) {
        $0.clientDataJSON ?? $0.clientDataJson
      })
  }

  static func run(
    _ prepared: Prepared, in context: OperationContext, _ store: WriteTransaction
  ) throws -> FinalizePasskeyEnrollmentResponse {
    let original = try context.user(of: prepared.idToken, store.reader)
    let passkey = try passkey(prepared, of: original, in: context, store)
    if let owner = try store.reader.user(passkey: passkey.credentialID, in: context.scope) {
      throw context.refused(
        .passkey, "User \(user: owner) has this passkey already.", as: .passkeyExists)
    }
    var user = original
    user.passkeys.append(passkey)
    let outcome = try context.completeSignIn(
      user, from: original,
      by: .passkey(claims: prepared.idToken.session(of: original, in: context).claims).linking(
        to: prepared.idToken), store)
    context.explain(.passkey, .chose, "User \(user: user) has a new passkey.")
    let tokens = try outcome.tokens()
    return FinalizePasskeyEnrollmentResponse(
      localId: user.uid, idToken: tokens.idToken, refreshToken: tokens.refreshToken)
  }

  static func afterRefusal(_ prepared: Prepared, in context: OperationContext) -> Change? {
    context.dropping(prepared.answer?.ceremony, of: prepared.idToken.uid)
  }

  private static func passkey(
    _ prepared: Prepared, of user: User, in context: OperationContext, _ store: WriteTransaction
  ) throws -> Passkey {
    var passkey = Passkey(credentialID: prepared.credentialID, createdAt: context.now)
    passkey.name = prepared.name
    guard let answer = prepared.answer else { return passkey }
    try context.finish(answer.ceremony, of: user.uid, store)
    do throws(WebAuthnError) {
      let registration = try Registration(
        of: answer.ceremony, clientDataJSON: answer.clientData,
        attestationObject: PasskeyRules.bytes(
          answer.response.attestationObject, "attestationObject"))
      guard Base64URL.encode(registration.credentialID) == passkey.credentialID else {
        throw WebAuthnError("its id is not that of the credential inside")
      }
      passkey.publicKey = registration.publicKey
      passkey.signCount = registration.signCount
      passkey.isBackupEligible = registration.isBackupEligible
    } catch {
      throw context.refusedPasskey(error.message)
    }
    return passkey
  }
}
