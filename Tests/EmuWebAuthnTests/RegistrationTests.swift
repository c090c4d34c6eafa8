import EmuCrypto
import EmuTestCBOR
import EmuWebAuthn
import Testing

@Suite struct `A registration` {
  @Test func `a registration has its vectors`() { #expect(Vector.all.count == 5) }

  @Test(arguments: Vector.accepted) func `a registration of the specification is verified`(
    _ vector: Vector
  ) throws {
    let registration = try vector.register()
    #expect(registration.credentialID == vector["credentialId"])
    #expect(registration.signCount == 0)
    #expect(registration.attestationFormat == (vector.name.contains("none") ? "none" : "packed"))
  }

  @Test func `a registration from a frame of another origin is rejected`() throws {
    let vector = try Vector.named("crossOrigin")
    #expect(throws: error(.wrongOrigin)) { try vector.register() }
  }

  /// A wrong expectation, or a wrong response to a correct one.
  private static let expectations: [(WebAuthnError.Code, @Sendable (inout Ceremony) -> Void)] = [
    (.wrongChallenge, { $0.challenge += "A" }),
    (
      .wrongRelyingParty,
      {
        $0.relyingPartyID = "example.com"
        $0.origins = .listed(["https://example.org"])
      }
    ),
    (.wrongOrigin, { $0.origins = .listed(["https://example.com", "https://example.org:8443"]) }),
    // The flags of 16.2 are 0x59: present, not verified, eligible, backed up, attested.
    (.userAbsent, { $0.needsUserVerification = true }),
  ]

  @Test(arguments: expectations) func `a registration for other expectations is rejected`(
    _ code: WebAuthnError.Code, _ change: @Sendable (inout Ceremony) -> Void
  ) throws {
    let vector = try Vector.named("16.2")
    var ceremony = vector.ceremony("registrationChallenge")
    change(&ceremony)
    #expect(throws: error(code)) { try vector.register(ceremony) }
  }

  @Test func `a registration of an algorithm that was not offered is rejected`() throws {
    let vector = try Vector.named("Ed25519")
    #expect(throws: error(.unsupportedAlgorithm)) {
      try vector.register(algorithms: [.es256, .rs256])
    }
  }

  @Test func `a registration with the client data of a sign-in is rejected`() throws {
    let vector = try Vector.named("16.2")
    #expect(throws: error(.wrongType)) {
      try vector.register(vector.ceremony("challenge"), clientData: vector["clientData"])
    }
  }

  @Test(arguments: ["", "[]", "{}", #"{"type":"webauthn.create","challenge":1,"origin":"x"}"#])
  func `a registration with unreadable client data is rejected`(_ text: String) throws {
    let vector = try Vector.named("16.2")
    #expect(throws: error(.malformed)) { try vector.register(clientData: Array(text.utf8)) }
  }

  /// The flag byte of 16.2 with another value.
  @Test(arguments: [
    (UInt8(0x58), WebAuthnError.Code.userAbsent), (0x51, .wrongBackupState), (0x19, .malformed),
    (0xd9, .malformed),
  ]) func `a registration with contradictory flags is rejected`(
    _ flags: UInt8, _ code: WebAuthnError.Code
  ) throws {
    let vector = try Vector.named("16.2")
    let object = try changed(vector["attestationObject"]) { $0[32] = flags }
    #expect(throws: error(code)) { try vector.register(object: object) }
  }

  @Test(arguments: ["16.3", "RS256", "Ed25519"])
  func `a registration with an attestation over other data is rejected`(_ name: String) throws {
    let vector = try Vector.named(name)
    // The first byte of the authenticator's model.
    let object = try changed(vector["attestationObject"]) { $0[37] ^= 1 }
    #expect(throws: error(.invalidSignature)) { try vector.register(object: object) }
  }

  private static let statements: [(String, CBOR, WebAuthnError.Code)] = [
    ("fido-u2f", .map([]), .unsupportedAttestation), ("none", ["alg": -7], .malformed),
    ("packed", .map([]), .malformed), ("packed", ["alg": -257, "sig": .bytes([1])], .malformed),
    ("packed", ["alg": -7, "sig": .bytes([1])], .invalidSignature),
    ("packed", ["alg": -7, "sig": .bytes([1]), "x5c": [.bytes([1])]], .malformed),
  ]

  @Test(arguments: statements) func `a registration with another statement is rejected`(
    _ format: String, _ statement: CBOR, _ code: WebAuthnError.Code
  ) throws {
    let vector = try Vector.named("16.2")
    let data = try #require(try CBOR.decode(vector["attestationObject"])["authData"])
    let object: CBOR = ["fmt": .text(format), "attStmt": statement, "authData": data]
    #expect(throws: error(code)) { try vector.register(object: object.encoded) }
  }

  @Test func `a registration truncated anywhere is rejected`() throws {
    let vector = try Vector.named("16.2")
    let object = try CBOR.decode(vector["attestationObject"])
    let data = try #require(object["authData"]?.bytes)
    for count in 0..<data.count {
      let cut: CBOR = [
        "fmt": "none", "attStmt": .map([]), "authData": .bytes(Array(data[..<count])),
      ]
      #expect(throws: (any Error).self) { try vector.register(object: cut.encoded) }
    }
  }

  /// Keys of another kind than their algorithm, or with a missing part.
  private static let keys: [(CBOR, WebAuthnError.Code)] = [
    (.map([]), .malformed), ([1: 2, 3: -7], .malformed),
    ([1: 2, 3: -7, -1: 2, -2: .bytes([1]), -3: .bytes([2])], .malformed),
    ([1: 3, 3: -257, -1: .bytes([1, 2, 3]), -2: .bytes([1, 0, 1])], .malformed),
    ([1: 1, 3: -8, -1: 6, -2: .bytes([1])], .malformed), ([1: 2, 3: -36], .unsupportedAlgorithm),
  ]

  @Test(arguments: keys) func `a registration with an invalid key is rejected`(
    _ key: CBOR, _ code: WebAuthnError.Code
  ) { #expect(throws: error(code)) { try CredentialKey(cose: key.encoded) } }

  private func changed(_ bytes: [UInt8], _ change: (inout [UInt8]) -> Void) throws -> [UInt8] {
    let object = try CBOR.decode(bytes)
    let format = try #require(object["fmt"])
    let statement = try #require(object["attStmt"])
    var data = try #require(object["authData"]?.bytes)
    change(&data)
    return (["fmt": format, "attStmt": statement, "authData": .bytes(data)] as CBOR).encoded
  }
}
