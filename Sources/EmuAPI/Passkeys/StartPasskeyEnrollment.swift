internal import EmuCrypto
internal import EmuModel
internal import EmuStore
internal import EmuWebAuthn

/// `accounts/passkeyEnrollment:start`: the options for creating a passkey.
enum StartPasskeyEnrollment: WriteOperation {
  static func prepare(
    _ input: StartPasskeyEnrollmentRequest, in context: OperationContext
  ) throws -> PresentedIDToken {
    try context.presented(idToken: ProfileInput.idToken(input.idToken))
  }

  static func run(
    _ token: PresentedIDToken, in context: OperationContext, _ store: WriteTransaction
  ) throws -> StartPasskeyEnrollmentResponse {
    try context.checkPasskeysAreEnabled()
    let user = try context.user(of: token, store.reader)
    try context.checkStrictly(
      user.passkeys.count < AccountLimits.list,
      reason: "user \(user: user) has \(AccountLimits.list) passkeys",
      otherwise: APIError("PASSKEY_LIMIT_EXCEEDED"))
    let challenge = context.newPasskeyChallenge(uid: user.uid)
    try store.insert(challenge, in: context.scope)
    let relyingParty = context.project.passkeys.relyingPartyID
    let known = user.passkeys.map { CredentialCreationOptions.Descriptor(id: $0.credentialID) }
    return StartPasskeyEnrollmentResponse(
      credentialCreationOptions: CredentialCreationOptions(
        rp: .init(name: relyingParty, id: relyingParty),
        // The authenticator shows the names to a user with several accounts.
        user: .init(
          id: Base64URL.encodePadded(Array(user.uid.utf8)),
          name: user.email ?? user.phoneNumber ?? user.uid,
          displayName: user.displayName ?? "User"),
        challenge: challenge.challenge,
        pubKeyCredParams: SignatureAlgorithm.allCases.map { .init(alg: Int($0.rawValue)) },
        timeout: PasskeyRules.timeout, excludeCredentials: known.isEmpty ? nil : known,
        authenticatorSelection: .init(
          residentKey: "required", requireResidentKey: true,
          userVerification: PasskeyRules.userVerification)))
  }
}
