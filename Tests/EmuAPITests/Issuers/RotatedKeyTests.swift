import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

/// `keys:rotate` (docs/reference/openid-connect.md#keys-and-refresh).
@Suite struct `signInWithIdp after the issuer's keys were rotated` {
  private func rotate(_ retires: Bool, _ emulator: TestEmulator) async {
    let reply = await emulator.call(
      .post, "/emulator/v1/issuers/oidc.corp/keys:rotate",
      ["algorithm": "ES256", "retire": .bool(retires)])
    #expect(reply.status == 200)
  }

  @Test(arguments: Profile.allCases)
  func `signInWithIdp accepts old tokens after a rotation while their key is published`(
    profile: Profile
  ) async throws {
    let emulator = try TestEmulator.issuing(profile)
    let old = try await emulator.mint("oidc.corp", ["algorithm": "ES256"])
    await rotate(false, emulator)
    try await emulator.signIn(with: old).expectSession()
    try await emulator.signIn(with: emulator.mint("oidc.corp", ["algorithm": "ES256"]))
      .expectSession()
    await rotate(true, emulator)
    await emulator.signIn(with: old)
      .expect(refusal: "INVALID_IDP_RESPONSE : Unable to verify the ID Token signature.")
    try await emulator.signIn(with: emulator.mint("oidc.corp", ["algorithm": "ES256"]))
      .expectSession()
  }
}
