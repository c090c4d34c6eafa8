internal import EmuCrypto
internal import EmuModel
internal import EmuStore
internal import EmuWebAuthn

/// The rules that enrollment and sign-in with a passkey share.
enum PasskeyRules {
  /// A passkey replaces the password, so the authenticator must verify the user.
  static let userVerification = "required"
  /// The timeout for browsers in milliseconds.
  static let timeout = 60000

  /// - Throws: `INVALID_CREDENTIAL_ID`.
  static func credentialID(_ text: String?) throws(APIError) -> String {
    guard let id = text.flatMap(Passkey.id) else { throw APIError("INVALID_CREDENTIAL_ID") }
    return id
  }

  /// Decodes a member of an authenticator's response, in base64 of either alphabet.
  static func bytes(_ text: String?, _ member: String) throws(WebAuthnError) -> [UInt8] {
    guard let text, let bytes = Base64URL.decode(text, lenient: true), !bytes.isEmpty else {
      throw WebAuthnError("response.\(member) is missing or no base64")
    }
    return bytes
  }
}

extension OperationContext {
  /// - Parameter uid: the user who enrolls; nil for a sign-in.
  func newPasskeyChallenge(uid: String? = nil) -> PasskeyChallenge {
    // Letters and digits are the same in both alphabets of base64, and 44 of them need no padding.
    // So every client's decoding preserves the text.
    PasskeyChallenge(challenge: ids.alphanumeric(44), uid: uid, createdAt: now)
  }

  /// Returns the conditions that a response with this `clientDataJSON` must meet, and its bytes. The
  /// transaction checks that the challenge exists.
  func ceremony(
    answeredBy text: String?
  ) throws(WebAuthnError) -> (Ceremony, clientData: [UInt8]) {
    let clientData = try PasskeyRules.bytes(text, "clientDataJSON")
    let origins = project.passkeys.expectedOrigins ?? []
    let ceremony = Ceremony(
      challenge: try ClientData(json: clientData).challenge,
      relyingPartyID: project.passkeys.relyingPartyID,
      origins: origins.isEmpty ? .relyingParty : .listed(origins),
      needsUserVerification: true)
    return (ceremony, clientData)
  }

  /// Ends the ceremony of a challenge.
  ///
  /// - Throws: `INVALID_AUTHENTICATOR_RESPONSE` for a challenge that is unknown, of another user,
  ///   used, or expired.
  func finish(challenge text: String, uid: String? = nil, _ store: WriteTransaction) throws {
    guard let challenge = try store.reader.passkeyChallenge(text, in: scope),
      challenge.uid.isIdentical(to: uid)
    else {
      throw refusedPasskey("the challenge was not sent for this, or it was used before")
    }
    guard !challenge.isExpired(at: now) else {
      throw refusedPasskey("the challenge expired", .passkeyChallengeTimeout)
    }
    try store.delete(challenge, in: scope)
  }

  /// Ends a ceremony after a rejected response, unless it belongs to another user.
  func drop(challenge text: String, uid: String? = nil, _ store: WriteTransaction) throws {
    guard let challenge = try store.reader.passkeyChallenge(text, in: scope),
      challenge.uid.isIdentical(to: uid)
    else { return }
    try store.delete(challenge, in: scope)
  }

  func refusedPasskey(
    _ reason: String, _ error: APIError = .invalidAuthenticatorResponse
  ) -> APIError {
    refused(.passkey, "The authenticator's answer is refused: \(reason).", as: error)
  }

  /// - Throws: in production, `PASSKEY_NOT_ENABLED` for a project without a relying party.
  func checkPasskeysAreEnabled() throws(APIError) {
    try checkStrictly(
      project.setPasskeys != nil, reason: "passkeyConfig has no rpId",
      otherwise: APIError("PASSKEY_NOT_ENABLED"))
  }

  /// Accepts a response that is only an id, as the official emulator does, unless verification is
  /// required.
  ///
  /// - Throws: `INVALID_AUTHENTICATOR_RESPONSE` by the switch `verifyCredentials`.
  func checkUnverifiable() throws(APIError) {
    try check(
      .verifyCredentials, false,
      reason: "the authenticator's answer is an id alone, with nothing to verify",
      otherwise: .invalidAuthenticatorResponse)
  }
}
