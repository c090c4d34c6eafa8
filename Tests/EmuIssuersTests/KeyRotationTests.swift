import EmuJOSE
import EmuTestSupport
import Testing

@Suite final class `issuers: key rotation`: BenchSuite {
  /// Elliptic keys, because their generation is fast.
  private func token() async throws -> String {
    try await bench.mint("oidc.corp", ["algorithm": "ES256"]).value("idToken")
  }

  private func verify(_ token: String) async throws -> Verified {
    try await bench.verify(token, discovery: Bench.discovery(of: "oidc.corp"))
  }

  static let rotate = "/emulator/v1/issuers/oidc.corp/keys:rotate"

  @Test func `a rotated key signs from then on, and the old one still verifies`() async throws {
    let old = try await token()
    let kid = try await bench.post(Self.rotate, ["algorithm": "ES256"]).value("kid")
    let new = try await token()
    let verified = try await verify(new)
    #expect(verified.isSigned && verified.header.kid == kid)
    #expect(try await verify(old).isSigned)
    let listed = await bench.get("/emulator/v1/issuers")["issuers"]?.array ?? []
    let keys = try #require(listed.first { $0["id"] == "oidc.corp" }?["keys"]?.array)
    let states = keys.filter { $0["alg"] == "ES256" }.compactMap { $0["state"]?.string }
    #expect(states == ["active", "retired"])
  }

  @Test func `an issuer is shown with each key of its key set, also an unused one`() async throws {
    let emulator = try TestEmulator()
    let shown = await emulator.get("/emulator/v1/issuers/apple.com")["keys"]?.array ?? []
    let published = await emulator.get("/issuers/apple.com/auth/keys")["keys"]?.array ?? []
    #expect(!published.isEmpty)
    #expect(shown.map { $0["kid"] } == published.map { $0["kid"] })
  }

  @Test func `a retired key verifies nothing any more`() async throws {
    let old = try await token()
    await bench.post(Self.rotate, ["algorithm": "ES256", "retire": true]).expect(200)
    let verified = try await verify(old)
    #expect(!verified.isSigned && !verified.hasKey)
    #expect(try await verify(token()).isSigned)
  }

  @Test func `Apple's new key has a name of ten characters`() async throws {
    let kid = try await bench.call(.post, "/emulator/v1/issuers/apple.com/keys:rotate").value("kid")
    #expect(kid.utf8.count == 10)
    let token = try await bench.mint("apple.com").value("idToken")
    #expect(try CompactJWT(token).header().kid == kid)
  }

  @Test(arguments: [("apple.com", "ES256"), ("oidc.corp", "HS256"), ("oidc.corp", "none")])
  func `an issuer refuses another algorithm`(issuer: String, algorithm: String) async throws {
    let reply = await bench.post(
      "/emulator/v1/issuers/\(issuer)/keys:rotate", ["algorithm": .string(algorithm)])
    reply.expectRefusal("RS256")
  }
}
