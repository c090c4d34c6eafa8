import EmuCrypto
import EmuJOSE
import EmuJSON
import Testing

@Suite struct `Signing tokens` {
  @Test func `the signer of tokens writes unsigned tokens as the official emulator does`() throws {
    let token = JWTSigner.unsigned(claims: utf8(RFC7515.claims))
    #expect(token == "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.\(RFC7515.payload).")
    #expect(try CompactJWT(token).isUnsigned)
    #expect(try CompactJWT(token).header().algorithm == JWSAlgorithm.none)
  }

  @Test func `the signer of tokens distinguishes unsigned tokens from others`() throws {
    #expect(try CompactJWT(RFC7515.unsecured).isUnsigned)
    for token in [
      RFC7515.rs256, RFC7515.unsecured + "AAAA", "eyJhbGciOiJSUzI1NiJ9.\(RFC7515.payload).",
      "e30.e30.",
    ] {
      #expect(try !CompactJWT(token).isUnsigned)
    }
  }

  @Test(arguments: [JWSAlgorithm.rs256, .rs384, .rs512, .ps256])
  func `the signer of tokens signs with RSA`(algorithm: JWSAlgorithm) throws {
    let key = try RFC7515.rsa(algorithm)
    let token = try JWTSigner.sign(claims: utf8(RFC7515.claims), key: key)
    #expect(try JWTVerifier.verifies(CompactJWT(token), keys: [key.verificationKey]))
    let header = try CompactJWT(token).header()
    #expect(header.algorithm == algorithm)
    #expect(header.kid == "rsa")
    #expect(header.type == "JWT")
    #expect(try CompactJWT(token).payload() == utf8(RFC7515.claims))
  }

  @Test func `the signer of tokens adds members to the header but replaces none`() throws {
    let key = try RFC7515.rsa(kid: #"a"b"#)
    let token = try JWTSigner.sign(
      claims: utf8("{}"), key: key, type: nil,
      headers: ["alg": "none", "kid": "other", "x5t": "abc"])
    let header = try #require(Base64URL.decode(String(token.prefix { $0 != "." })))
    #expect(String(decoding: header, as: UTF8.self) == #"{"alg":"RS256","kid":"a\"b","x5t":"abc"}"#)
    #expect(try CompactJWT(token).header().kid == #"a"b"#)
  }

  @Test func `the signer of tokens rejects a key of another kind`() throws {
    let rsa = try RFC7515.rsa().privateKey
    let ec = try RFC7515.ec().privateKey
    for algorithm in [JWSAlgorithm.es256, .eddsa, .hs256, .none] {
      #expect(throws: JOSEError.self) {
        try SigningKey(kid: "", algorithm: algorithm, privateKey: rsa)
      }
    }
    #expect(throws: JOSEError.self) { try SigningKey(kid: "", algorithm: .es384, privateKey: ec) }
    #expect(throws: JOSEError.self) {
      try SigningKey(kid: "", algorithm: .es256, privateKey: .generate(.ec(.p384)))
    }
  }
}
