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
    var name: String?
    /// Nil for an id without a response to verify.
    var evidence: Evidence?

    struct Evidence: Sendable {
      var challenge: String
      var registration: Result<Registration, WebAuthnError>
    }
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
      evidence: try evidence(answer, in: context))
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

  /// Deletes the challenge: it is valid for one response, right or wrong.
  static func afterRefusal(_ prepared: Prepared, in context: OperationContext) -> Change? {
    guard let challenge = prepared.evidence?.challenge else { return nil }
    return { store in
      try context.drop(challenge: challenge, uid: prepared.idToken.uid, store)
    }
  }

  private static func evidence(
    _ answer: AuthenticatorRegistrationResponse, in context: OperationContext
  ) throws(APIError) -> Prepared.Evidence? {
    guard let response = answer.response else {
      try context.checkUnverifiable()
      return nil
    }
    do {
      let (ceremony, clientData) = try context.ceremony(
        answeredBy: response.clientDataJSON ?? response.clientDataJson)
      let registration = Result { () throws(WebAuthnError) in
        try Registration(
          of: ceremony, clientDataJSON: clientData,
          attestationObject: PasskeyRules.bytes(response.attestationObject, "attestationObject"))
      }
      return Prepared.Evidence(challenge: ceremony.challenge, registration: registration)
    } catch {
      throw context.refusedPasskey(error.message)
    }
  }

  private static func passkey(
    _ prepared: Prepared, of user: User, in context: OperationContext, _ store: WriteTransaction
  ) throws -> Passkey {
    var passkey = Passkey(credentialID: prepared.credentialID, createdAt: context.now)
    passkey.name = prepared.name
    guard let evidence = prepared.evidence else { return passkey }
    try context.finish(challenge: evidence.challenge, uid: user.uid, store)
    let registration = try evidence.registration
      .mapError { context.refusedPasskey($0.message) }.get()
    guard Base64URL.encode(registration.credentialID) == passkey.credentialID else {
      throw context.refusedPasskey("its id is not that of the credential inside")
    }
    passkey.publicKey = registration.publicKey
    passkey.signCount = registration.signCount
    passkey.isBackupEligible = registration.isBackupEligible
    return passkey
  }
}
