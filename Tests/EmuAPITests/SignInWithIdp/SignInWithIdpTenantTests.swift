import EmuTestSupport
import Testing

@Suite struct `accounts:signInWithIdp in a tenant` {
  private static let inTenant: JSONObject = ["tenantId": "corp"]

  private func emulator(_ profile: Profile) throws -> TestEmulator {
    let emulator = try TestEmulator.believing(profile)
    try emulator.set([.autoCreateTenants: .on])
    return emulator
  }

  @Test(arguments: Profile.allCases)
  func `accounts:signInWithIdp in a tenant makes a user of it`(profile: Profile) async throws {
    let emulator = try emulator(profile)
    let inside = await emulator.signIn("google.com", "g1", options: Self.inTenant)
    Idp.expect(inside, is: "tenant", profile)
    #expect(try emulator.user(inside["localId"]?.string ?? "") == nil)
    // The same person in the project, and in another tenant, is another user.
    for options: JSONObject in [[:], ["tenantId": "other"]] {
      let outside = await emulator.signIn("google.com", "g1", options: options)
      #expect(outside["isNewUser"] == true)
      #expect(outside["localId"] != inside["localId"])
    }
    let again = await emulator.signIn("google.com", "g1", options: Self.inTenant)
    #expect(again["localId"] == inside["localId"])
    let guest = try await emulator.signUpAnonymously()
    await emulator.signIn("google.com", "g1", options: guest.linking.merging(Self.inTenant))
      .expect(code: "TENANT_ID_MISMATCH")
  }

  @Test(arguments: Profile.allCases)
  func `accounts:signInWithIdp in a tenant keeps pending tokens`(profile: Profile) async throws {
    let emulator = try emulator(profile)
    _ = await emulator.signIn("google.com", "g1", options: Self.inTenant)
    let conflict = await emulator.signIn(
      "facebook.com", "f1", verified: false, options: Self.inTenant)
    conflict.expect(["needConfirmation": true, "tenantId": "corp"])
    await emulator.resume(conflict["pendingToken"]).expect(refusal: "INVALID_PENDING_TOKEN")
    let inside = await emulator.resume(conflict["pendingToken"], options: Self.inTenant)
    #expect(inside["needConfirmation"] == true)
  }
}
