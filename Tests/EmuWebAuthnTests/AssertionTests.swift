import EmuCrypto
import EmuModel
import EmuTestCBOR
import EmuWebAuthn
import Testing

@Suite struct `An assertion` {
  @Test(arguments: Vector.accepted) func `an assertion of the specification is verified`(
    _ vector: Vector
  ) throws { #expect(try vector.assert().signCount == 0) }

  @Test(arguments: Vector.accepted) func `an assertion with a changed byte is rejected`(
    _ vector: Vector
  ) throws {
    var signature = vector["signature"]
    signature[signature.count - 1] ^= 1
    #expect(throws: WebAuthnError("the signature is not the passkey's")) {
      try vector.assert(signature: signature)
    }
    var data = vector["authenticatorData"]
    data[36] ^= 1
    #expect(throws: WebAuthnError("the signature is not the passkey's")) {
      try vector.assert(data: data)
    }
  }

  @Test func `an assertion by another credential is rejected`() throws {
    let vector = try Vector.named("16.2")
    let other = try Vector.named("RS256").credential()
    #expect(throws: WebAuthnError("the signature is not the passkey's")) {
      try vector.assert(credential: other)
    }
  }

  @Test func `an assertion for another challenge, domain or type is rejected`() throws {
    let vector = try Vector.named("16.2")
    #expect(throws: WebAuthnError("the client data carry another challenge")) {
      try vector.assert(vector.ceremony("registrationChallenge"))
    }
    var ceremony = vector.ceremony("challenge")
    ceremony.relyingPartyID = "localhost"
    ceremony.origins = ["https://example.org"]
    #expect(throws: WebAuthnError("the authenticator answers for another domain than localhost")) {
      try vector.assert(ceremony)
    }
    #expect(
      throws: WebAuthnError("the client data are of the type webauthn.create, not webauthn.get")
    ) {
      try vector.assert(
        vector.ceremony("registrationChallenge"), clientData: vector["registrationClientData"])
    }
  }

  @Test func `an assertion with another backup eligibility is rejected`() throws {
    let vector = try Vector.named("16.2")
    var credential = try vector.credential()
    credential.isBackupEligible.toggle()
    #expect(
      throws: WebAuthnError("whether the passkey can be backed up differs from its registration")
    ) { try vector.assert(credential: credential) }
  }

  /// The counter stored before, the one that comes, and the result (WebAuthn §7.2, step 22).
  @Test(arguments: [
    (UInt32(0), UInt32(0), true), (0, 1, true), (1, 2, true), (1, 1, false), (2, 1, false),
    (1, 0, false), (.max, .max, false),
  ]) func `an assertion increases the counter`(_ stored: UInt32, _ next: UInt32, _ isAccepted: Bool)
    throws
  {
    let key = try PrivateKey.generate(.ed25519)
    let cose: CBOR = [1: 1, 3: -8, -1: 6, -2: .bytes(key.publicKey.x)]
    let counter = (0..<4).map { UInt8(truncatingIfNeeded: next >> (24 - 8 * $0)) }
    let data = Digest.sha256.hash(Array("example.org".utf8)) + [1] + counter
    let clientData = Array(
      #"{"type":"webauthn.get","challenge":"AAAA","origin":"https://example.org"}"#.utf8)
    let signature = try key.sign(data + Digest.sha256.hash(clientData))
    var passkey = Passkey(credentialID: "a", createdAt: Timestamp(seconds: 0))
    passkey.publicKey = cose.encoded
    passkey.signCount = stored
    let result = Result { () throws(WebAuthnError) in
      try Assertion(
        of: Ceremony(challenge: "AAAA", relyingPartyID: "example.org"), by: passkey,
        clientDataJSON: clientData, authenticatorData: data, signature: signature)
    }
    switch result {
    case .success(let assertion): #expect(isAccepted && assertion.signCount == next)
    case .failure(let refusal):
      #expect(!isAccepted && refusal.message.hasSuffix("the passkey was copied"))
    }
  }
}
