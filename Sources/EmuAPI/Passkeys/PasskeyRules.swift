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

/// An authenticator's response with the conditions that it must meet. The transaction checks that
/// the challenge exists.
struct PasskeyAnswer<Response: Sendable>: Sendable {
  let response: Response
  let clientData: [UInt8]
  let ceremony: Ceremony
}

extension OperationContext {
  /// - Parameter uid: the user who enrolls; nil for a sign-in.
  func newPasskeyChallenge(uid: String? = nil) -> PasskeyChallenge {
    // Letters and digits are the same in both alphabets of base64, and 44 of them need no padding.
    // So every client's decoding preserves the text.
    PasskeyChallenge(challenge: ids.alphanumeric(44), uid: uid, createdAt: now)
  }

  /// Returns an authenticator's response with its ceremony; nil for an id without a response, as the
  /// official emulator accepts it.
  ///
  /// - Throws: `INVALID_AUTHENTICATOR_RESPONSE`; for an id alone by the switch `verifyCredentials`.
  func passkeyAnswer<Response>(
    _ response: Response?, clientData: (Response) -> String?
  ) throws(APIError) -> PasskeyAnswer<Response>? {
    guard let response else {
      try check(
        .verifyCredentials, false,
        reason: "the authenticator's answer is an id alone, with nothing to verify",
        otherwise: .invalidAuthenticatorResponse)
      return nil
    }
    do {
      let clientData = try PasskeyRules.bytes(clientData(response), "clientDataJSON")
      let ceremony = Ceremony(
        challenge: try ClientData(json: clientData).challenge,
        relyingPartyID: project.passkeys.relyingPartyID,
        origins: project.passkeys.expectedOrigins ?? [], needsUserVerification: true)
      return PasskeyAnswer(response: response, clientData: clientData, ceremony: ceremony)
    } catch {
      throw refusedPasskey(error.message)
    }
  }

  /// Ends a ceremony.
  ///
  /// - Parameter uid: the user who enrolls; nil for a sign-in.
  ///
  /// - Throws: `INVALID_AUTHENTICATOR_RESPONSE` for a challenge that is unknown, of another user,
  ///   used, or expired.
  func finish(_ ceremony: Ceremony, of uid: String? = nil, _ store: WriteTransaction) throws {
    guard let challenge = try openChallenge(of: ceremony, uid, store.reader) else {
      throw refusedPasskey("the challenge was not sent for this, or it was used before")
    }
    guard !challenge.isExpired(at: now) else {
      throw refusedPasskey("the challenge expired", .passkeyChallengeTimeout)
    }
    try store.delete(challenge, in: scope)
  }

  /// Returns the change that ends a ceremony after a refusal: its challenge is valid for one
  /// response, right or wrong. A ceremony of another user stays open.
  func dropping(_ ceremony: Ceremony?, of uid: String? = nil) -> WriteOperation.Change? {
    guard let ceremony else { return nil }
    return { [self] store in
      guard let challenge = try openChallenge(of: ceremony, uid, store.reader) else { return }
      try store.delete(challenge, in: scope)
    }
  }

  private func openChallenge(
    of ceremony: Ceremony, _ uid: String?, _ store: ReadTransaction
  ) throws -> PasskeyChallenge? {
    try store.passkeyChallenge(ceremony.challenge, in: scope).flatMap { challenge in
      challenge.uid.isIdentical(to: uid) ? challenge : nil
    }
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
}
