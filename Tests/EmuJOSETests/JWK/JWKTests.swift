import EmuCrypto
import EmuJOSE
import EmuJSON
import Testing

@Suite struct `JSON web keys` {
  @Test func `JSON web keys are read as in RFC 7517, without those for encryption`() throws {
    let set = try JWKSet(parsing: utf8(vector("rfc7517-a1.json")))
    let key = try #require(set.keys.first)
    #expect(set.keys.count == 1)
    #expect(key.kid == "2011-04-29")
    #expect(key.algorithm == .rs256)
    // RFC 7638 §3.1: the thumbprint of this very key, over its members in this order.
    let n = Base64URL.encode(key.publicKey.modulus)
    let e = Base64URL.encode(key.publicKey.exponent)
    let thumbprint = Digest.sha256.hash(utf8(#"{"e":"\#(e)","kty":"RSA","n":"\#(n)"}"#))
    #expect(Base64URL.encode(thumbprint) == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
  }

  @Test func `JSON web keys are written as they are read`() throws {
    // RFC 7515 A.3.1 and RFC 8037 A.2.
    for text in [
      #"{"kty":"EC","kid":"1","use":"sig","alg":"ES256","crv":"P-256","#
        + #""x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","#
        + #""y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#,
      #"{"kty":"OKP","use":"sig","crv":"Ed25519","#
        + #""x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
    ] {
      let key = try JWK(JSON(parsing: text))
      #expect(key.json.serialized() == text)
      #expect(try JWK(key.json) == key)
    }
  }

  @Test func `JSON web keys never show private members`() throws {
    let keys = [try RFC7515.rsa(), try RFC7515.ec()]
    let set = try JSON(parsing: JWKSet(signingKeys: keys).json.serialized())
    let written = try #require(set["keys"]?.array)
    #expect(written.count == 2)
    for key in written {
      for name in ["d", "p", "q", "dp", "dq", "qi", "k", "oth"] { #expect(key[name] == nil) }
      #expect(key["use"]?.string == "sig")
    }
    #expect(written[0]["e"]?.string == "AQAB")
    // A published private key is read as a public one.
    let leaked = #"""
      {"keys":[{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A",
      "x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}
      """#
    #expect(try !JWKSet(parsing: utf8(leaked)).json.serialized().contains(#""d""#))
  }

  @Test func `JSON web keys contain a certificate as Microsoft's do`() throws {
    let key = try RFC7515.rsa()
    let certificate = try X509Certificate.selfSigned(
      key: key.privateKey, commonName: "accounts.accesscontrol.windows.net", validFrom: 0,
      validUntil: 1, serial: [1])
    var jwk = key.publicJWK
    jwk.certificate = certificate
    jwk.issuer = "https://login.microsoftonline.com/{tenantid}/v2.0"
    let json = jwk.json
    #expect(json["x5t"]?.string?.count == 27)
    let chain = try #require(json["x5c"]?[0]?.string)
    #expect(Base64URL.decode(chain, lenient: true) == certificate.derRepresentation)
    #expect(json["issuer"]?.string == jwk.issuer)
    #expect(try JWK(json).issuer == jwk.issuer)
  }

  @Test(arguments: [
    "{}", "[]", #"{"kty":"oct","k":"AAAA"}"#, #"{"kty":"RSA","n":"AQAB","e":"AQAB"}"#,
    #"{"kty":"RSA","e":"AQAB"}"#, #"{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}"#,
    #"{"kty":"EC","crv":"secp256k1","x":"AA","y":"AA"}"#, #"{"kty":"EC","x":"AA","y":"AA"}"#,
    #"{"kty":"OKP","crv":"X25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
    #"{"kty":"OKP","crv":"Ed25519","x":"11qY"}"#, #"{"kty":"OKP","crv":"Ed25519","x":"!!!!"}"#,
    #"{"kty":"OKP","crv":"Ed25519","alg":"HS256","#
      + #""x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
    #"{"kty":"OKP","crv":"Ed25519","alg":"XX","#
      + #""x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
    #"{"kty":"OKP","crv":"Ed25519","use":"enc","#
      + #""x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
  ]) func `JSON web keys reject invalid members`(text: String) throws {
    let json = try JSON(parsing: text)
    #expect(throws: JOSEError.self) { try JWK(json) }
    #expect(try JWKSet(parsing: utf8(#"{"keys":[\#(text)]}"#)).keys.isEmpty)
  }

  @Test(arguments: ["", "x", "{}", "[]", #"{"keys":{}}"#, #"{"keys":[}"#])
  func `JSON web keys are read in sets`(text: String) {
    #expect(throws: JOSEError.self) { try JWKSet(parsing: utf8(text)) }
  }
}
