import EmuCrypto
import EmuWebAuthn
import Testing

@Suite struct `An assertion` {
  @Test(arguments: Vector.accepted) func `an assertion of the specification is verified`(
    _ vector: Vector
  ) throws {
    #expect(try vector.assert().signCount == 0)
  }

  @Test(arguments: Vector.accepted) func `an assertion with a changed byte is rejected`(
    _ vector: Vector
  ) throws {
    var signature = vector["signature"]
    signature[signature.count - 1] ^= 1
    #expect(throws: error(.invalidSignature)) { try vector.assert(signature: signature) }
    var data = vector["authenticatorData"]
    data[36] ^= 1
    #expect(throws: error(.invalidSignature)) { try vector.assert(data: data) }
  }

  @Test func `an assertion by another credential is rejected`() throws {
    let vector = try Vector.named("16.2")
    let other = try Vector.named("RS256").credential()
    #expect(throws: error(.invalidSignature)) { try vector.assert(credential: other) }
  }

  @Test func `an assertion for another challenge, domain or type is rejected`() throws {
    let vector = try Vector.named("16.2")
    #expect(throws: error(.wrongChallenge)) {
      try vector.assert(vector.ceremony("registrationChallenge"))
    }
    var ceremony = vector.ceremony("challenge")
    ceremony.relyingPartyID = "localhost"
    ceremony.origins = .listed(["https://example.org"])
    #expect(throws: error(.wrongRelyingParty)) { try vector.assert(ceremony) }
    #expect(throws: error(.wrongType)) {
      try vector.assert(
        vector.ceremony("registrationChallenge"), clientData: vector["registrationClientData"])
    }
  }

  @Test func `an assertion that contradicts the registration's backup eligibility is rejected`()
    throws
  {
    let vector = try Vector.named("16.2")
    var credential = try vector.credential()
    credential.isBackupEligible.toggle()
    #expect(throws: error(.wrongBackupState)) { try vector.assert(credential: credential) }
  }

  /// The counter stored before, the one that comes, and the result (WebAuthn §7.2, step 22).
  @Test(arguments: [
    (UInt32(0), UInt32(0), true), (0, 1, true), (1, 2, true), (1, 1, false), (2, 1, false),
    (1, 0, false), (.max, .max, false),
  ])
  func `an assertion increases the counter`(_ stored: UInt32, _ next: UInt32, _ isAccepted: Bool)
    throws
  {
    let authenticator = try SoftKey(relyingParty: "example.org")
    let (data, clientData, signature) = try authenticator.assert(count: next)
    let credential = Assertion.Credential(
      publicKey: authenticator.coseKey, signCount: stored, isBackupEligible: false)
    let result = Result { () throws(WebAuthnError) in
      try Assertion(
        of: Ceremony(challenge: "Y2hhbGxlbmdl", relyingPartyID: "example.org"), by: credential,
        clientDataJSON: clientData, authenticatorData: data, signature: signature)
    }
    switch result {
    case .success(let assertion): #expect(isAccepted && assertion.signCount == next)
    case .failure(let refusal): #expect(!isAccepted && refusal == error(.counterRegressed))
    }
  }
}

/// An authenticator's key on the edges that the specification's examples leave out.
private struct SoftKey {
  let relyingParty: String
  private let key: ECPrivateKey

  init(relyingParty: String) throws {
    self.relyingParty = relyingParty
    key = try ECPrivateKey.generate()
  }

  var coseKey: [UInt8] {
    [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32] + key.publicKey.x + [0x22, 0x58, 32]
      + key.publicKey.y
  }

  func assert(count: UInt32) throws -> (data: [UInt8], clientData: [UInt8], signature: [UInt8]) {
    let counter = (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
    let data = Digest.sha256.hash(Array(relyingParty.utf8)) + [1] + counter
    let clientData = Array(
      #"{"type":"webauthn.get","challenge":"Y2hhbGxlbmdl","origin":"https://\#(relyingParty)"}"#
        .utf8)
    let raw = try key.sign(data + Digest.sha256.hash(clientData))
    return (data, clientData, Self.der(raw))
  }

  /// Two INTEGERs in a SEQUENCE.
  private static func der(_ raw: [UInt8]) -> [UInt8] {
    let numbers = [raw[..<32], raw[32...]].flatMap { half -> [UInt8] in
      let digits = Array(half.drop { $0 == 0 })
      let number = (digits.first ?? 0x80) >= 0x80 ? [0] + digits : digits
      return [2, UInt8(number.count)] + number
    }
    return [0x30, UInt8(numbers.count)] + numbers
  }
}
