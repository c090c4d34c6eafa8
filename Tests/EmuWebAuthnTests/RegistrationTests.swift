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
  }

  @Test func `a registration from a frame of another origin is rejected`() throws {
    let vector = try Vector.named("crossOrigin")
    #expect(
      throws: WebAuthnError(
        "a frame of the origin https://example.org inside another origin's page asked")
    ) { try vector.register() }
  }

  /// A wrong expectation, or a wrong response to a correct one.
  private static let expectations: [(String, @Sendable (inout Ceremony) -> Void)] = [
    ("the client data carry another challenge", { $0.challenge += "A" }),
    (
      "the authenticator answers for another domain than example.com",
      {
        $0.relyingPartyID = "example.com"
        $0.origins = ["https://example.org"]
      }
    ),
    (
      "the origin https://example.org may not use passkeys of example.org",
      { $0.origins = ["https://example.com", "https://example.org:8443"] }
    ),
    // The flags of 16.2 are 0x59: present, not verified, eligible, backed up, attested.
    ("the user-verified flag is not set", { $0.needsUserVerification = true }),
  ]

  @Test(arguments: expectations) func `a registration for other expectations is rejected`(
    _ message: String, _ change: @Sendable (inout Ceremony) -> Void
  ) throws {
    let vector = try Vector.named("16.2")
    var ceremony = vector.ceremony("registrationChallenge")
    change(&ceremony)
    #expect(throws: WebAuthnError(message)) { try vector.register(ceremony) }
  }

  @Test func `a registration with the client data of a sign-in is rejected`() throws {
    let vector = try Vector.named("16.2")
    #expect(
      throws: WebAuthnError("the client data are of the type webauthn.get, not webauthn.create")
    ) {
      try vector.register(vector.ceremony("challenge"), clientData: vector["clientData"])
    }
  }

  @Test(arguments: ["", "[]", "{}", #"{"type":"webauthn.create","challenge":1,"origin":"x"}"#])
  func `a registration with unreadable client data is rejected`(_ text: String) throws {
    let vector = try Vector.named("16.2")
    #expect(
      throws: WebAuthnError("clientDataJSON is not a JSON object with type, challenge and origin")
    ) { try vector.register(clientData: Array(text.utf8)) }
  }

  /// The flag byte of 16.2 with another value.
  @Test(arguments: [
    (UInt8(0x58), "the user-present flag is not set"),
    (0x51, "a passkey that cannot be backed up says that it is"),
    (0x19, "bytes follow the authenticator data"), (0xd9, "the extensions cannot be read"),
  ]) func `a registration with contradictory flags is rejected`(
    _ flags: UInt8, _ problem: String
  ) throws {
    let vector = try Vector.named("16.2")
    let object = try changed(vector["attestationObject"]) { $0[32] = flags }
    expect(problem) { try vector.register(object: object) }
  }

  @Test(arguments: ["16.3", "RS256", "Ed25519"])
  func `a registration with an attestation over other data is rejected`(_ name: String) throws {
    let vector = try Vector.named(name)
    // The first byte of the authenticator's model.
    let object = try changed(vector["attestationObject"]) { $0[37] ^= 1 }
    #expect(throws: WebAuthnError("the attestation's signature is not the key's")) {
      try vector.register(object: object)
    }
  }

  private static let statements: [(String, CBOR, String)] = [
    ("fido-u2f", .map([:]), "fido-u2f is not known here"),
    ("none", ["alg": -7], "format none is empty"),
    ("packed", .map([:]), "a packed statement has alg and sig"),
    ("packed", ["alg": -257, "sig": .bytes([1])], "the credential's algorithm, not -257"),
    ("packed", ["alg": -7, "sig": .bytes([1])], "the attestation's signature is not the key's"),
    (
      "packed", ["alg": -7, "sig": .bytes([1]), "x5c": [.bytes([1])]],
      "x5c begins with no certificate"
    ),
  ]

  @Test(arguments: statements) func `a registration with another statement is rejected`(
    _ format: String, _ statement: CBOR, _ problem: String
  ) throws {
    let vector = try Vector.named("16.2")
    let data = try #require(try CBOR.decode(vector["attestationObject"])["authData"])
    let object: CBOR = ["fmt": .text(format), "attStmt": statement, "authData": data]
    expect(problem) { try vector.register(object: object.encoded) }
  }

  @Test func `a registration truncated anywhere is rejected`() throws {
    let vector = try Vector.named("16.2")
    let object = try CBOR.decode(vector["attestationObject"])
    let data = try #require(object["authData"]?.bytes)
    for count in 0..<data.count {
      let cut: CBOR = [
        "fmt": "none", "attStmt": .map([:]), "authData": .bytes(Array(data[..<count])),
      ]
      #expect(throws: (any Error).self) { try vector.register(object: cut.encoded) }
    }
  }

  /// Keys of another kind than their algorithm, or with a missing part.
  private static let keys: [(CBOR, String)] = [
    (.map([:]), "names no algorithm"), ([1: 2, 3: -7], "not a key for es256"),
    ([1: 2, 3: -7, -1: 2, -2: .bytes([1]), -3: .bytes([2])], "not a key for es256"),
    ([1: 3, 3: -257, -1: .bytes([1, 2, 3]), -2: .bytes([1, 0, 1])], "not a key for rs256"),
    ([1: 1, 3: -8, -1: 6, -2: .bytes([1])], "not a key for edDSA"),
    ([1: 2, 3: -36], "the credential's key is for the algorithm -36"),
  ]

  @Test(arguments: keys) func `a registration with an invalid key is rejected`(
    _ key: CBOR, _ problem: String
  ) { expect(problem) { try CredentialKey(cose: key.encoded) } }

  private func expect(_ problem: String, _ body: () throws -> some Any) {
    let error = #expect(throws: WebAuthnError.self) { _ = try body() }
    #expect(error?.message.contains(problem) == true, "\(error?.message ?? "")")
  }

  private func changed(_ bytes: [UInt8], _ change: (inout [UInt8]) -> Void) throws -> [UInt8] {
    let object = try CBOR.decode(bytes)
    let format = try #require(object["fmt"])
    let statement = try #require(object["attStmt"])
    var data = try #require(object["authData"]?.bytes)
    change(&data)
    return (["fmt": format, "attStmt": statement, "authData": .bytes(data)] as CBOR).encoded
  }
}
