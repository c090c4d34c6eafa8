internal import EmuModel
internal import EmuStore
internal import EmuWire

/// `accounts/passkeySignIn:start`: the options for a sign-in of any user.
enum StartPasskeySignIn: WriteOperation {
  static func run(
    _ input: StartPasskeySignInRequest, in context: OperationContext, _ store: WriteTransaction
  ) throws -> StartPasskeySignInResponse {
    let challenge = context.newPasskeyChallenge()
    try store.insert(challenge, in: context.scope)
    return StartPasskeySignInResponse(
      credentialRequestOptions: CredentialRequestOptions(
        challenge: challenge.challenge, rpId: context.passkeys.relyingPartyID,
        userVerification: PasskeyRules.userVerification))
  }
}
