import EmuTestSupport
import Testing

@testable import EmuModel

/// The effects of switches of docs/fidelity/switches.md on a sign-in that the tables of ContractTests
/// do not have.
@Suite struct `accounts:signInWithIdp by switch` {
  @Test func `a complete production profile accepts no plaintext claims`() async throws {
    let emulator = try TestEmulator(profile: .production)
    try emulator.configure(provider: "google.com", .init(clientID: "app"))
    let reply = await emulator.signIn("google.com", "g1")
    let prefix = "INVALID_IDP_RESPONSE : Unable to parse Google id_token: {"
    #expect(reply.errorMessage?.hasPrefix(prefix) == true)
    // An address with two dots is not a token.
    let dotted = await emulator.signIn("google.com", "g1", email: "ann.lee@example.com")
    #expect(dotted.errorMessage?.hasPrefix(prefix) == true)
    await emulator.present("google.com", ["access_token": Idp.claims("g1").serialized()])
      .expect(code: "INVALID_IDP_RESPONSE")
    #expect(await emulator.userCount() == 0)
    let compatible = try TestEmulator()
    try compatible.set([.verifyCredentials: .on])
    await compatible.signIn("google.com", "g1")
      .expect(refusal: "INVALID_IDP_RESPONSE : Unable to parse the ID Token.")
  }

  @Test func `an issuer of another server under the same path is not the emulator's`() async throws
  {
    let emulator = try TestEmulator()
    await emulator.signIn("oidc.dex", "d1", ["iss": "https://dex.example.com/issuers/main"])
      .expect(200)
    let ours = await emulator.signIn(
      "oidc.dex", "d1", ["iss": "http://localhost:9099/issuers/oidc.dex"])
    #expect(ours.errorCode == "INVALID_IDP_RESPONSE")
  }

  @Test func `idTokenExpiry concerns the account that is linked to`() async throws {
    for (value, status) in [(SwitchValue.warn, 200), (.on, 400), (.off, 200)] {
      let emulator = try TestEmulator()
      try emulator.set([.idTokenExpiry: value])
      let guest = try await emulator.signUpAnonymously()
      emulator.advance(.seconds(3900))
      let reply = await emulator.signIn("google.com", "g1", options: guest.linking)
      #expect(reply.status == status)
      if value == .on { #expect(reply.errorMessage == "INVALID_ID_TOKEN") }
    }
  }
}
