import EmuCrypto
import EmuJOSE
import EmuTestSupport
import Testing

@Suite final class `issuers: the backend's own keys`: BenchSuite {
  static let account = "securetoken@system.gserviceaccount.com"

  @Test(arguments: ["", "/www.googleapis.com"])
  func `the map of certificates certifies the keys of the key set`(host: String) async throws {
    let map = await bench.get("\(host)/robot/v1/metadata/x509/\(Self.account)")
    let set = await bench.get("\(host)/service_accounts/v1/jwk/\(Self.account)")
    #expect(await bench.get("\(host)/robot/v1/metadata/jwk/\(Self.account)").json == set.json)
    let keys = try JWKSet(parsing: Array(set.text.utf8)).keys
    #expect(map.json.object?.count == keys.count)
    for key in keys {
      let pem = try #require(key.kid.flatMap { map[$0]?.string })
      #expect(try X509Certificate(pem: pem).publicKey == key.publicKey)
    }
  }

  @Test func `the key set is served under the emulator's own address as well`() async throws {
    // Nothing else has generated the key.
    let emulator = try TestEmulator()
    let own = await emulator.get("/.well-known/jwks.json").expect(200)
    let set = await emulator.get("/service_accounts/v1/jwk/\(Self.account)")
    #expect(own.json["keys"]?.array?.count == 1)
    #expect(own.json == set.json)
  }

  @Test func `a token that the backend signs verifies by the discovery document`() async throws {
    let bench = try Bench(signsIDTokens: true)
    let token = try await bench.emulator.client("accounts:signUp").value("idToken")
    let verified = try await bench.verify(
      token, discovery: "/securetoken.google.com/demo-project/.well-known/openid-configuration")
    #expect(verified.isSigned)
    #expect(verified.registered.issuer == verified.expectedIssuer)
  }
}
