import AuthEmulatorTestKit
import AuthEmulatorTesting
import Testing

@Suite(.ownEmulator) final class `Issuers`: ProjectSuite {
  private var google: EmulatorIssuer { project.emulator.issuer("google.com") }

  private struct Stop: Error {}

  private func lifetime(of credential: ProviderCredential) -> Int64 {
    (credential.claims["exp"]?.integer ?? 0) - (credential.claims["iat"]?.integer ?? 0)
  }

  @Test func `an issuer's settings are changed one by one, and returned together`() async throws {
    #expect(try await google.options() == IssuerOptions())
    let usual = lifetime(of: try await project.googleCredential(email: "ann@example.com"))
    try await google.set { $0.idTokenLifetimeSeconds = 60 }
    let changed = try await google.set {
      $0.claims = ["hd": "example.com"]
      $0.defects = [.wrongAudience]
      var client = IssuerClient("web-1", secret: "s-1", redirectUris: ["http://localhost/cb"])
      client.authentication = "client_secret_post"
      $0.clients = [client]
    }
    #expect(changed.idTokenLifetimeSeconds == 60 && changed.defects == [.wrongAudience])
    #expect(changed.clients?.first?.redirectUris == ["http://localhost/cb"])
    #expect(try await google.options() == changed)
    let credential = try await project.googleCredential(email: "ann@example.com")
    #expect(lifetime(of: credential) == 60)
    #expect(credential.claims["hd"] == "example.com")
    try await google.reset()
    #expect(try await google.options() == IssuerOptions())
    let after = try await project.googleCredential(email: "ann@example.com")
    #expect(lifetime(of: after) == usual && after.claims["hd"] == nil)
  }

  @Test func `an issuer has rules for the tokens of single requests`() async throws {
    var rule = IssuerRule(match: .init(user: "ann@example.com"), claims: ["hd": "example.com"])
    rule.idTokenLifetimeSeconds = 30
    try await google.with {
      $0.rules = [rule]
    } _: {
      #expect(try await google.options().rules == [rule])
      let ann = try await project.googleCredential(email: "ann@example.com")
      #expect(ann.claims["hd"] == "example.com" && lifetime(of: ann) == 30)
      let bo = try await project.googleCredential(email: "bo@example.com")
      #expect(bo.claims["hd"] == nil && lifetime(of: bo) == 3600)
    }
    #expect(try await google.options().rules == nil)
  }

  @Test func `an issuer has settings for as long as a closure runs`() async throws {
    let before = try await google.set {
      $0.requiresPKCE = true
      $0.idTokenLifetimeSeconds = 90
    }
    let inside = try await google.with {
      $0.idTokenLifetimeSeconds = 60
      $0.timeOffsetSeconds = 5
    } _: {
      try await google.options()
    }
    #expect(inside.idTokenLifetimeSeconds == 60 && inside.requiresPKCE == true)
    #expect(try await google.options() == before)
    await #expect(throws: Stop.self) {
      try await google.with({ $0.codeLifetimeSeconds = 30 }) { throw Stop() }
    }
    #expect(try await google.options() == before)
  }

  @Test func `an issuer signs with the key that a rotation makes`() async throws {
    let before = try await google.state()
    #expect(before.issuer.hasSuffix("/issuers/google.com"))
    #expect(before.jwksUri != nil && before.discoveryUrl != nil)
    let kid = try await google.rotateKeys()
    #expect(try await google.state().keys.map(\.kid).contains(kid))
    #expect(try await google.state().keys.count == before.keys.count + 1)
    try await google.rotateKeys(retiring: true, algorithm: "RS256")
    let after = try await google.state().keys
    #expect(after.count == before.keys.count && after.allSatisfy { $0.alg == "RS256" })
    #expect(Set(after.map(\.kid)).isDisjoint(with: before.keys.map(\.kid) + [kid]))
  }

  @Test func `an unknown issuer and an invalid setting are rejected`() async throws {
    let missing = await kitError { try await project.emulator.issuer("nobody.com").options() }
    #expect(missing?.kind == .refused(status: 404))
    let wrong = await kitError { try await google.set { $0.idTokenLifetimeSeconds = -1 } }
    #expect(wrong?.kind == .refused(status: 400))
    #expect(wrong?.message.contains("idTokenLifetimeSeconds") == true)
  }
}
