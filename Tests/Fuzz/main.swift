@testable import EmuControl
import EmuCrypto
import EmuHTTP
@testable import EmuIdentity
@testable import EmuIssuers
import EmuJOSE
import EmuJSON
import EmuModel
import EmuSAML
import EmuTestCBOR
import EmuWebAuthn
import EmuYAML
import Foundation

// libFuzzer's entry: https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library
@_silgen_name("LLVMFuzzerRunDriver") func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

enum Parsers {
  /// The parsers of bytes from outside, by name. A parser throws; a trap is the fault to be found.
  static let all: [String: @Sendable ([UInt8]) throws -> Void] = [
    "json": { bytes in
      let tree = try JSON(parsing: bytes)
      // The bytes, because a number beyond a Double's range is written as null.
      let written = tree.serializedBytes()
      let again = try? JSON(parsing: written).serializedBytes()
      precondition(again == written, "a tree changes when it is read again")
      _ = try? JSON(parsing: bytes, options: .relaxed)
    }, "yaml": { bytes in _ = try YAML.json(bytes) },
    "form": { bytes in
      for field in FormFields(parsing: bytes) {
        let written = PercentEncoding.queryComponent(field.value)
        precondition(PercentEncoding.decode(written) == field.value, "a value changes when written")
      }
    },
    "jose": { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let keys = [VerificationKey(secret: Array("secret".utf8))]
      if let token = try? CompactJWT(text) {
        _ = JWTVerifier.verifies(token, keys: keys)
        _ = try? token.header()
        _ = token.claims.map(RegisteredClaims.init)
      }
      _ = try JWKSet(parsing: bytes)
    },
    "assertion": { bytes in
      // Its client has no secret and no keys, so that any signature is accepted.
      let text = JWTSigner.unsigned(claims: bytes)
      _ = ClientCredentials.problem(
        ofAssertion: text, of: "app", audiences: ["https://issuer.example/token"], keys: nil,
        now: Signed.issuedAt.seconds)
      _ = ClientCredentials(id: "app", proof: .assertion(text)).mark
    },
    "proof": { bytes in
      guard let key = Signed.proofKey else { fatalError("the key of the proofs cannot be read") }
      let text = try JWTSigner.sign(
        claims: bytes, key: key, type: "dpop+jwt", headers: ["jwk": key.publicJWK.json])
      _ = try DPoPProof(
        text,
        for: DPoPProof.Target(
          method: "POST", url: "https://issuer.example/token", accessToken: "token",
          times: [Signed.issuedAt]))
    },
    "cbor": { bytes in
      _ = try? CBOR.decodePrefix(of: bytes)
      let item = try CBOR.decode(bytes)
      // The bytes, because NaN is not equal to itself.
      let again = try? CBOR.decode(item.encoded).encoded
      precondition(again == item.encoded, "an item changes when it is read again")
    },
    "webauthn": { bytes in
      let ceremony = Ceremony(challenge: "AAAA", relyingPartyID: "localhost")
      let client = Array(
        #"{"type":"webauthn.create","challenge":"AAAA","origin":"http://localhost"}"#.utf8)
      _ = try? Registration(of: ceremony, clientDataJSON: bytes, attestationObject: [])
      _ = try? Registration(of: ceremony, clientDataJSON: client, attestationObject: bytes)
      var passkey = Passkey(credentialID: "a", createdAt: Timestamp(seconds: 0))
      passkey.publicKey = bytes
      _ = try Assertion(
        of: ceremony, by: passkey,
        clientDataJSON: Array(
          #"{"type":"webauthn.get","challenge":"AAAA","origin":"http://localhost"}"#.utf8),
        authenticatorData: bytes, signature: bytes)
    }, "csv": { bytes in try readAll(CSVSource(BytesBody(bytes))) },
    "ndjson": { bytes in try readAll(LineSource(BytesBody(bytes))) },
    "accounts": { bytes in try readAll(AccountSource(BytesBody(bytes))) },
    "seed": { bytes in _ = try Seed(parsing: bytes, providers: ProviderSites.standard.providers) },
    "saml": { bytes in
      let message = Base64URL.encodePadded(bytes)
      _ = try? SAMLRequest(value: message, isDeflated: false)
      _ = try? SAMLRequest(value: message, isDeflated: true)
      let response = try SAMLResponse(message, keys: [Signed.key])
      precondition(response.assertion == Signed.assertion, "another assertion has the signature")
    },
    "url": { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      _ = Host(text)
      let hosts = HostRule(allowed: [".example.com"])
      _ = hosts.admits(text)
      _ = OriginRule(hosts: hosts, allowed: ["https://example.com"]).admits(text)
      let (path, query) = Request.split(target: text)
      _ = PercentEncoding.decode(path)
      if let query { _ = FormFields(parsing: query) }
    },
  ]

  /// The one that the environment names.
  static let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
  static let chosen = all[name]
}

/// The one assertion that the key of the corpus `saml` has signed. The private key was not kept.
private enum Signed {
  static let key = """
    -----BEGIN PUBLIC KEY-----
    MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAsRFdngW1x7KCs0MBg3DM
    9krSQpk6TEnKjvQYKFsJ1R9pSBur7d8JPmsOHc7TsBW4haD7D+a0UG/xF0urE53R
    pnudBweZDQSsrwI4XZHCH5/OpYIOytFH0Bg9fwmVPIg76bHb48kZ9W/UaDSReZsX
    PD/qUotYGu0qduhZPZE7D6sDV4m8h1/I7bBFFW0lkr5VF4+U+Oar/qBvrbWD76Cm
    FWFWv6wAfFizSkyJhYm1WCWvhiJqY0Ul3CaPbxZvPYZSJXOGeNGzKe5vnYOp7E5m
    GsdEQFf2kgi2f0AA80k4jMAEDJ6KxHit7GsBBRpXekZG3isgt9DTfoqlVXp5Hg2U
    ewIDAQAB
    -----END PUBLIC KEY-----

    """
  static let issuedAt = Timestamp(seconds: 1_700_000_000)
  static let proofKey = try? SigningKey(
    kid: "1", algorithm: .eddsa,
    privateKey: PrivateKey(
      // RFC 8410 §7: PKCS #8 around the secret.
      der: [0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20]
        + Array(repeating: 1, count: 32)))
  static let assertion = SAMLResponse.Assertion(
    id: "_assertion", issuer: "https://idp.example.com", nameID: "ann@corp.example",
    confirmation: SAMLResponse.Confirmation(
      inResponseTo: "_request", recipient: "http://localhost/__/auth/handler",
      notOnOrAfter: issuedAt + .seconds(300)), notBefore: issuedAt - .seconds(60),
    notOnOrAfter: issuedAt + .seconds(300), audiences: [["https://sp.example.com"]],
    attributes: ["team": "blue", "role": ["chief", "editor"]])
}

private func readAll(_ source: some UserSource) throws {
  var source = source
  while let user = try source.next() { _ = try? user.document.get() }
}

if Parsers.chosen == nil {
  print(Parsers.all.keys.sorted().joined(separator: "\n"))
  exit(Parsers.name.isEmpty ? 0 : 2)
}

/// The name that libFuzzer's own main expects, which is linked as well.
@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ length: Int) -> CInt {
  try? Parsers.chosen?(Array(UnsafeBufferPointer(start: start, count: length)))
  return 0
}

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(runDriver(&count, &arguments) { testOneInput($0, $1) })
