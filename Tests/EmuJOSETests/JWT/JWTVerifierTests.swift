import EmuCrypto
import EmuJOSE
import Testing

@Suite struct `Verifying tokens` {
  /// One key of each kind, and the secret.
  static func keys() throws -> [VerificationKey] {
    [
      try RFC7515.rsa().verificationKey, try RFC7515.ec().verificationKey,
      VerificationKey(secret: try RFC7515.secret()),
    ]
  }

  static func verifies(_ token: String, _ keys: [VerificationKey]) -> Bool {
    (try? CompactJWT(token)).map { JWTVerifier.verifies($0, keys: keys) } ?? false
  }

  // RFC 7515 A.1 to A.3; none names its key.
  @Test(arguments: [RFC7515.hs256, RFC7515.rs256, RFC7515.es256])
  func `the verifier of tokens accepts the RFC's examples`(token: String) throws {
    #expect(try Self.verifies(token, Self.keys()))
    #expect(try CompactJWT(token).payload() == utf8(RFC7515.claims))
  }

  @Test func `the verifier of tokens accepts the example of RFC 8037`() throws {
    let x = try #require(Base64URL.decode("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"))
    let key = VerificationKey(
      kid: nil, publicKey: try PublicKey(ed25519: x))
    let token = """
      eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.\
      hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg
      """
    #expect(Self.verifies(token, [key]))
  }

  @Test(arguments: [RFC7515.hs256, RFC7515.rs256, RFC7515.es256])
  func `the verifier of tokens rejects changed tokens`(token: String) throws {
    let keys = try Self.keys()
    let parts = token.split(separator: ".").map(String.init)
    let payload = Base64URL.encode(utf8(RFC7515.claims.replacing("joe", with: "eve")))
    #expect(!Self.verifies("\(parts[0]).\(payload).\(parts[2])", keys))
    var signature = try #require(Base64URL.decode(parts[2]))
    signature[signature.count / 2] ^= 1
    let changed = "\(parts[0]).\(parts[1]).\(Base64URL.encode(signature))"
    #expect(!Self.verifies(changed, keys))
    #expect(!Self.verifies("\(parts[0]).\(parts[1]).", keys))
    let cut = "\(parts[0]).\(parts[1]).\(Base64URL.encode(Array(signature.dropLast())))"
    #expect(!Self.verifies(cut, keys))
  }

  @Test func `the verifier of tokens rejects an ECDSA signature in DER`() throws {
    let key = try RFC7515.ec()
    let parts = RFC7515.es256.split(separator: ".").map(String.init)
    let raw = try #require(Base64URL.decode(parts[2]))
    func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      let value = (bytes.first ?? 0) >= 128 ? [0] + Array(bytes) : Array(bytes)
      return [2, UInt8(value.count)] + value
    }
    let numbers = integer(raw[..<32]) + integer(raw[32...])
    let der = Base64URL.encode([0x30, UInt8(numbers.count)] + numbers)
    let token = "\(parts[0]).\(parts[1]).\(der)"
    #expect(!Self.verifies(token, [key.verificationKey]))
  }

  @Test func `the verifier of tokens never accepts an unsigned token`() throws {
    let keys = try Self.keys()
    let signature = RFC7515.rs256.split(separator: ".")[2]
    #expect(!Self.verifies(RFC7515.unsecured, keys))
    #expect(!Self.verifies(RFC7515.unsecured, []))
    #expect(!Self.verifies(RFC7515.unsecured + signature, keys))
    for name in ["None", "NONE", "nOnE", ""] {
      let header = Base64URL.encode(utf8(#"{"alg":"\#(name)"}"#))
      let token = "\(header).\(RFC7515.payload)."
      #expect(!Self.verifies(token, keys))
    }
  }

  @Test func `the verifier of tokens never uses a public key as an HMAC secret`() throws {
    let key = try RFC7515.rsa()
    for secret in [
      key.privateKey.publicKey.derRepresentation,
      utf8(key.privateKey.publicKey.pemRepresentation),
    ] {
      let forged = JWTSigner.sign(claims: utf8(RFC7515.claims), secret: secret, kid: "rsa")
      #expect(!Self.verifies(forged, [key.verificationKey]))
    }
    let empty = JWTSigner.sign(claims: utf8("{}"), secret: [])
    #expect(!Self.verifies(empty, [VerificationKey(secret: [])]))
  }

  @Test func `the verifier of tokens uses the key's algorithm, not the token's`() throws {
    let rs256 = try RFC7515.rsa(.rs256)
    let token = try JWTSigner.sign(claims: utf8("{}"), key: RFC7515.rsa(.rs512))
    #expect(!Self.verifies(token, [rs256.verificationKey]))
    let any = VerificationKey(kid: "rsa", publicKey: rs256.privateKey.publicKey)
    #expect(Self.verifies(token, [any]))
    #expect(
      try !Self.verifies(token, [RFC7515.ec(kid: "rsa").verificationKey]))
  }

  @Test func `the verifier of tokens looks keys up by name`() throws {
    let right = try RFC7515.rsa(kid: "a")
    let other = try SigningKey(
      kid: "a", algorithm: .rs256, privateKey: .generate(.rsa))
    let token = try JWTSigner.sign(claims: utf8("{}"), key: right)
    let renamed = VerificationKey(kid: "b", publicKey: right.privateKey.publicKey)
    #expect(!Self.verifies(token, []))
    #expect(!Self.verifies(token, [renamed]))
    #expect(!Self.verifies(token, [other.verificationKey]))
    #expect(
      Self.verifies(token, [other.verificationKey, right.verificationKey]))
  }

  @Test(arguments: [
    "", ".", "..", "...", "a.b", "a.b.c.d", ".e30.", "e30..", "e30.e30.", "e30.e30.e30",
    "bm90IGpzb24.e30.AAAA", "W10.e30.AAAA", "eyJhbGciOjF9.e30.AAAA",
    // {"alg":"RS256","kid":1}, {"alg":"RS256","crit":["exp"]}
    "eyJhbGciOiJSUzI1NiIsImtpZCI6MX0.e30.AAAA",
    "eyJhbGciOiJSUzI1NiIsImNyaXQiOlsiZXhwIl19.e30.AAAA",
    "eyJhbGciOiJSUzI1NiJ9.e3 0.AAAA", "eyJhbGciOiJSUzI1NiJ9.e30=.AAAA",
    "eyJhbGciOiJSUzI1NiJ9.e30.AA+A", "eyJhbGciOiJSUzI1NiJ9.e30.AAAA ", "é.é.é",
    "eyJhbGciOiJSUzI1NiJ9\n.e30.AAAA", "eyJhbGciOiJSUzI1NiJ9.e30.A",
  ]) func `the verifier of tokens rejects junk`(token: String) throws {
    #expect(try !Self.verifies(token, Self.keys()))
    #expect((try? CompactJWT(token)).map { JWTVerifier.accepts($0, keys: nil) } != true)
  }

  @Test func `the verifier of tokens accepts any signature where the keys are unknown`() throws {
    func accepts(_ token: String, _ keys: [VerificationKey]? = nil) throws -> Bool {
      try JWTVerifier.accepts(CompactJWT(token), keys: keys)
    }
    for token in [RFC7515.hs256, RFC7515.rs256, RFC7515.es256] {
      #expect(try accepts(token) && accepts(token, Self.keys()) && !accepts(token, []))
      let unsigned = String(token[...(token.lastIndex(of: ".") ?? token.startIndex)])
      #expect(try !accepts(unsigned))
    }
    #expect(try !accepts(RFC7515.unsecured) && !accepts(RFC7515.unsecured + "AAAA"))
  }
}
