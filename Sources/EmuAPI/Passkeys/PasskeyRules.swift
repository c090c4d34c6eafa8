internal import EmuJOSE
internal import EmuModel
internal import EmuStore
internal import EmuWebAuthn

/// What enrolling and signing in with a passkey share.
enum PasskeyRules {
  /// A passkey stands alone in place of a password, so the authenticator verifies the person.
  static let userVerification = "required"
  /// What browsers are told to wait, in milliseconds.
  static let timeout = 60000

  /// - Throws: `INVALID_CREDENTIAL_ID`.
  static func credentialID(_ text: String?) throws(APIError) -> String {
    guard let text = ProfileInput.given(text) else { throw .invalidCredentialID }
    let id = Passkey.canonicalID(text)
    guard !id.isEmpty, id.utf8.count <= Passkey.longestID else { throw .invalidCredentialID }
    return id
  }

  /// A member of an authenticator's answer, in base64 of either alphabet.
  static func bytes(_ text: String?, _ member: String) throws(WebAuthnError) -> [UInt8] {
    guard let text, let bytes = Base64URL.decode(text, lenient: true), !bytes.isEmpty else {
      throw WebAuthnError(.malformed, "response.\(member) is missing or no base64")
    }
    return bytes
  }
}

extension OperationContext {
  var passkeys: PasskeyConfig { project.config.passkeys ?? .local }

  /// Begins a ceremony.
  ///
  /// - Parameter uid: who enrolls; nil for a sign-in.
  func newPasskeyChallenge(uid: String? = nil) -> PasskeyChallenge {
    // Letters and digits read the same in both alphabets of base64, and 44 of them need no padding:
    // whichever way a client decodes it, its client data carry the very text.
    PasskeyChallenge(challenge: ids.alphanumeric(44), uid: uid, createdAt: now)
  }

  /// What an answer with this challenge must fulfil. Whether the challenge was given out is for the
  /// transaction to ask.
  func ceremony(answeredBy clientData: [UInt8]) throws(WebAuthnError) -> Ceremony {
    let config = passkeys
    return Ceremony(
      challenge: try ClientData(json: clientData).challenge,
      relyingPartyID: config.relyingPartyID,
      origins: config.expectedOrigins.isEmpty ? .relyingParty : .listed(config.expectedOrigins),
      needsUserVerification: true)
  }

  /// The ceremony that a challenge belongs to, which ends with this call.
  ///
  /// - Throws: `INVALID_AUTHENTICATOR_RESPONSE` for one that was not given out here to this user, was
  ///   used, or has expired.
  func finish(challenge text: String, uid: String? = nil, _ store: Writer) throws {
    guard let challenge = try store.reader.passkeyChallenge(text, in: scope),
      challenge.uid.isIdentical(to: uid)
    else {
      throw refusedPasskey("the challenge was not given out for this, or it was used before")
    }
    guard !challenge.isExpired(at: now) else {
      throw refusedPasskey("the challenge expired")
    }
    try store.delete(challenge, in: scope)
  }

  /// Ends a ceremony whose answer was refused; that of another user goes on.
  func drop(challenge text: String, uid: String? = nil, _ store: Writer) throws {
    guard let challenge = try store.reader.passkeyChallenge(text, in: scope),
      challenge.uid.isIdentical(to: uid)
    else { return }
    try store.delete(challenge, in: scope)
  }

  func refusedPasskey(_ because: String) -> APIError {
    explain(.passkey, .refused, "The authenticator's answer is refused: \(because).")
    return .invalidAuthenticatorResponse
  }

  /// Lets an answer that is no more than an id pass, as the official emulator takes it, as long as
  /// nothing need be verifiable.
  ///
  /// - Throws: `INVALID_AUTHENTICATOR_RESPONSE` by the switch `verifyCredentials`.
  func checkUnverifiable() throws(APIError) {
    try check(
      .verifyCredentials, false,
      because: "the authenticator's answer is an id alone, with nothing to verify",
      otherwise: .invalidAuthenticatorResponse)
  }
}
