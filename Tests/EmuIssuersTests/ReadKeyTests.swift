import EmuJOSE
import EmuServer
import EmuStore
import EmuTestSupport
import Foundation
import Testing

/// Reading a key set stores nothing: every name `oidc.…` and `saml.…` has an issuer.
@Suite struct `issuers: key sets of unknown names` {
  /// Elliptic keys, because their generation is fast.
  static func options(_ emulator: TestEmulator, _ issuer: String) async {
    await emulator.call(.patch, "/emulator/v1/issuers/\(issuer)", ["algorithms": ["ES256"]])
      .expect(200)
  }

  static func storedIssuers(_ emulator: TestEmulator) throws -> [String] {
    try emulator.store.read { try $0.signingKeys() }.map(\.issuer)
  }

  @Test(arguments: [
    "/issuers/oidc.new/jwks", "/emulator/v1/issuers/oidc.new",
    "/issuers/oidc.new/.well-known/openid-configuration",
    "/issuers/oidc.new/authorize?client_id=a&redirect_uri=http://localhost/&response_type=id_token"
      + "&nonce=n&scope=openid",
  ]) func `key sets of unknown names are read without storing keys`(path: String) async throws {
    let emulator = try TestEmulator()
    await Self.options(emulator, "oidc.new")
    let before = try Self.storedIssuers(emulator)
    #expect(await emulator.get(path).status == 200)
    #expect(await emulator.call(.head, path).status == 200)
    #expect(try Self.storedIssuers(emulator) == before)
  }

  @Test func `key sets of unknown names have the keys that sign later`() async throws {
    let emulator = try TestEmulator()
    await Self.options(emulator, "oidc.new")
    let read = await emulator.get("/issuers/oidc.new/jwks")
    #expect(read["keys"]?.array?.count == 1)
    #expect(await emulator.get("/issuers/oidc.new/jwks").json == read.json)
    #expect(
      await emulator.get("/emulator/v1/issuers/oidc.new")["keys"]?[0]?["kid"]
        == read["keys"]?[0]?["kid"])
    let token = try await emulator.call(.post, "/emulator/v1/issuers/oidc.new/tokens", [:]).value(
      "idToken")
    let keys = try JWKSet(parsing: Array(read.text.utf8))
    #expect(try JWTVerifier.verifies(CompactJWT(token), keys: keys.verificationKeys))
    #expect(try Self.storedIssuers(emulator).filter { $0 == "oidc.new" }.count == 1)
    #expect(await emulator.get("/issuers/oidc.new/jwks").json == read.json)
  }

  @Test func `key sets of many unknown names take a limited amount of memory`() async throws {
    let emulator = try TestEmulator()
    let names = (0..<KeyRing.draftLimit + 5).map { "oidc.n\($0)" }
    // One name is enough for the options: all others would generate RSA keys.
    for name in names {
      await Self.options(emulator, name)
      #expect(await emulator.get("/issuers/\(name)/jwks").status == 200)
    }
    var kept = 0
    for name in names {
      let keys = await emulator.get("/emulator/v1/issuers")["issuers"]?.array ?? []
      kept += keys.first { $0["id"] == .string(name) }?["keys"]?.array?.count ?? 0
    }
    #expect((KeyRing.draftLimit - 1...KeyRing.draftLimit).contains(kept))
    #expect(try Self.storedIssuers(emulator).allSatisfy { !$0.hasPrefix("oidc.") })
  }

  /// Only a limited number of SAML issuers store their certificate when it is read.
  @Test func `discovery documents of unknown names take no place of a key set`() async throws {
    let emulator = try TestEmulator()
    for number in 0..<KeyRing.draftLimit {
      let path = "/issuers/oidc.n\(number)/.well-known/openid-configuration"
      #expect(await emulator.get(path).status == 200)
    }
    #expect(await emulator.get("/issuers/saml.corp/metadata").status == 200)
    #expect(try Self.storedIssuers(emulator).contains("saml.corp"))
  }

  /// Service providers store the certificate.
  @Test func `key sets of SAML issuers stay the same after a restart`() async throws {
    try await Self.restarted { emulator in await emulator.get("/issuers/saml.corp/metadata").text }
  }

  @Test func `key sets keep their order after a restart`() async throws {
    try await Self.restarted { emulator in
      for algorithm in ["ES256", "RS256", "ES256"] {
        await emulator.call(
          .post, "/emulator/v1/issuers/oidc.corp/keys:rotate", ["algorithm": .string(algorithm)]
        ).expect(200)
      }
      return await Self.keySets(emulator)
    } after: { emulator in
      await Self.keySets(emulator)
    }
  }

  /// The first key that is stored is not the first of the set.
  @Test func `key sets keep their order at a restart if a later key signed first`() async throws {
    try await Self.restarted { emulator in
      await emulator.call(.post, "/emulator/v1/issuers/oidc.new/tokens", ["algorithm": "ES256"])
        .expect(200)
      return await emulator.get("/issuers/oidc.new/jwks").text
    } after: { emulator in
      await emulator.get("/issuers/oidc.new/jwks").text
    }
  }

  static func keySets(_ emulator: TestEmulator) async -> String {
    var texts = ""
    for path in [
      "/issuers/oidc.corp/jwks", "/issuers/google.com/oauth2/v3/certs",
      "/issuers/apple.com/auth/keys",
      "/issuers/microsoft.com/common/discovery/v2.0/keys", "/emulator/v1/issuers/oidc.corp",
    ] {
      texts += await emulator.get(path).text + "\n"
    }
    return texts
  }

  /// Expects the same from an emulator and from the next one with the same file.
  static func restarted(
    _ before: (TestEmulator) async -> String,
    after: ((TestEmulator) async -> String)? = nil
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "state.sqlite").path()
    func emulator() throws -> TestEmulator {
      try TestEmulator(isReopened: false) { $0.dataFile = file }
    }
    let first = try emulator()
    let expected = await before(first)
    try first.emulator.stop()
    let second = try emulator()
    let found: String
    if let after { found = await after(second) } else { found = await before(second) }
    #expect(found == expected)
  }
}
