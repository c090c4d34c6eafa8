import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `accounts:signInWithIdp in a tenant` {
  private func emulator(_ profile: Profile) throws -> TestEmulator {
    let emulator = try TestEmulator.believing(profile)
    try emulator.set([.autoCreateTenants: .on])
    return emulator
  }

  @Test(arguments: Profile.allCases)
  func `accounts:signInWithIdp in a tenant makes a user of the tenant alone`(profile: Profile)
    async throws
  {
    let emulator = try emulator(profile)
    let inside = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"), options: ["tenantId": "corp"])
    Idp.expect(inside, is: "tenant", profile)
    #expect(inside["tenantId"] == "corp")
    #expect(
      JSON.claims(ofToken: inside["idToken"]?.string)["firebase"]?["tenant"] == "corp")
    #expect(try emulator.user(inside["localId"]?.string ?? "") == nil)
    // The same person in the project, and in another tenant, is another user.
    for options: JSONObject in [[:], ["tenantId": "other"]] {
      let outside = await emulator.signIn(
        "google.com", claims: Idp.claims("g1"), options: options)
      #expect(outside["isNewUser"] == true)
      #expect(outside["localId"] != inside["localId"])
    }
    let again = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"), options: ["tenantId": "corp"])
    #expect(again["localId"] == inside["localId"])
  }

  @Test(arguments: Profile.allCases)
  func `accounts:signInWithIdp in a tenant does not link to an account of another tenant`(
    profile: Profile
  ) async throws {
    let emulator = try emulator(profile)
    let guest = try await emulator.anonymousAccount()
    let reply = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"),
      options: ["idToken": .string(guest.idToken), "tenantId": "corp"])
    #expect(reply.errorCode == "TENANT_ID_MISMATCH")
  }

  @Test(arguments: Profile.allCases)
  func `accounts:signInWithIdp in a tenant keeps its pending tokens to itself`(profile: Profile)
    async throws
  {
    let emulator = try emulator(profile)
    _ = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"), options: ["tenantId": "corp"])
    let conflict = await emulator.signIn(
      "facebook.com", claims: Idp.claims("f1", verified: false), options: ["tenantId": "corp"])
    #expect(conflict["needConfirmation"] == true)
    #expect(conflict["tenantId"] == "corp")
    let outside = await emulator.resume(conflict["pendingToken"])
    #expect(outside.errorMessage == "INVALID_PENDING_TOKEN")
    let inside = await emulator.resume(conflict["pendingToken"], options: ["tenantId": "corp"])
    #expect(inside["needConfirmation"] == true)
  }

  @Test func `accounts:signInWithIdp in a tenant that does not exist is refused in production`()
    async throws
  {
    let emulator = try TestEmulator.believing(.production)
    let reply = await emulator.signIn(
      "google.com", claims: Idp.claims("g1"), options: ["tenantId": "corp"])
    #expect(reply.errorMessage == "INVALID_TENANT_ID")
  }
}
