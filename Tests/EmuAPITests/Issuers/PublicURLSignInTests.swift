import EmuServer
import EmuTestSupport
import Testing

@Suite struct `Sign-in behind a proxy that serves the emulator below a path` {
  @Test(arguments: ["apple.com", "google.com", "oidc.corp"])
  func `tokens under a public URL with a path are the emulator's`(
    _ provider: String
  ) async throws {
    let url = "https://proxy.example/tools/auth"
    let emulator = try TestEmulator(isStored: true) { $0.publicURL = url }
    let minted = try await emulator.mint(provider, ["account": ["email": "ann@example.com"]])
    #expect(minted.claims["iss"]?.string?.hasPrefix("\(url)/issuers/") == true)
    await emulator.signIn(with: minted).expect(200)
      .expect(reasons: "Our \(provider) issuer signed the token, and it is valid.")
  }
}
