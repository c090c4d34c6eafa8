import EmuHTTP
import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

@Suite struct `Tenants` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator() }

  private func signUp(_ emulator: TestEmulator, tenant: String) async -> Reply {
    await emulator.client(
      "accounts:signUp",
      ["email": "ada@example.com", "password": "secret1", "tenantId": .string(tenant)])
  }

  @Test func `tenants come into being when they are named, in compatible`() async throws {
    let reply = await signUp(emulator, tenant: "blue")
    Golden.expect(reply.json, "tenants/signUp")
    // The same address is available in another tenant and in the project.
    #expect(await signUp(emulator, tenant: "red").status == 200)
    _ = try await emulator.signUp()
    #expect(await signUp(emulator, tenant: "blue").errorMessage == "EMAIL_EXISTS")
    #expect(await emulator.userCount() == 1)
    let looked = await emulator.admin(
      "accounts:lookup", ["email": ["ada@example.com"]], tenant: "blue")
    #expect(looked["users"]?[0]?["tenantId"] == "blue")
  }

  @Test func `tenants must be there in production`() async throws {
    let emulator = try TestEmulator(profile: .production)
    await emulator.allowTenants()
    #expect(await signUp(emulator, tenant: "blue").errorMessage == "INVALID_TENANT_ID")
    #expect(
      await emulator.admin("accounts", tenant: "blue").errorMessage == "INVALID_TENANT_ID")
  }

  @Test(arguments: ["", "a/b", "ü", " "])
  func `tenants have names that fit a path`(_ name: String) async {
    let reply = await signUp(emulator, tenant: name)
    if name.isEmpty {
      // An empty id counts as absent.
      #expect(reply.status == 200)
      #expect(await emulator.userCount() == 1)
    } else {
      #expect(reply.errorMessage == "INVALID_TENANT_ID")
    }
  }

  @Test func `tenants are implied by the ID token, as JavaScript names them nowhere else`()
    async throws
  {
    let ada = try SignedIn(await signUp(emulator, tenant: "blue"))
    let token: JSON = .string(ada.idToken)
    let looked = await emulator.client("accounts:lookup", ["idToken": token])
    #expect(looked["users"]?[0]?["tenantId"] == "blue")
    let updated = await emulator.client(
      "accounts:update", ["idToken": token, "password": "secret2"])
    #expect(updated.status == 200)
    let renewed = try SignedIn(updated)
    #expect(renewed.claims["firebase"]?["tenant"] == "blue")
    #expect(
      await emulator.client("accounts:delete", ["id_token": .string(renewed.idToken)]).status
        == 200)
  }

  @Test func `tenants are implied when a password is added`() async throws {
    let anonymous = try SignedIn(
      await emulator.client("accounts:signUp", ["tenantId": "blue"]))
    let reply = await emulator.client(
      "accounts:signUp",
      ["idToken": .string(anonymous.idToken), "email": "a@b.c", "password": "secret1"])
    #expect(reply["localId"]?.string == anonymous.uid)
  }

  @Test func `tenants are implied by the refresh token`() async throws {
    let ada = try SignedIn(await signUp(emulator, tenant: "blue"))
    let reply = await emulator.refresh(ada.refreshToken)
    #expect(reply["user_id"]?.string == ada.uid)
    let claims = JSON.claims(ofToken: reply["id_token"]?.string)
    #expect(claims["firebase"]?["tenant"] == "blue")
  }

  @Test func `tenants that a request names must be those of its token`() async throws {
    let blue = try SignedIn(await signUp(emulator, tenant: "blue"))
    let own = try await emulator.signUp()
    for (user, tenant) in [(blue, "red"), (own, "blue")] {
      let reply = await emulator.client(
        "accounts:lookup", ["idToken": .string(user.idToken), "tenantId": .string(tenant)])
      #expect(reply.errorMessage == "TENANT_ID_MISMATCH")
      let refreshed = await emulator.call(
        .post, "/v1/token?key=k",
        [
          "grantType": "refresh_token", "refreshToken": .string(user.refreshToken),
          "tenantId": .string(tenant),
        ])
      #expect(refreshed.errorMessage == "TENANT_ID_MISMATCH")
    }
    let reply = await emulator.admin("accounts:query", ["tenantId": "red"], tenant: "blue")
    #expect(reply.errorMessage == "TENANT_ID_MISMATCH")
  }

  @Test func `tenants that are deleted leave no user behind`() async throws {
    let stray = Handwritten.idToken(
      uid: "u", ["firebase": ["tenant": "gone", "sign_in_provider": "password"]])
    let reply = await emulator.client("accounts:lookup", ["idToken": .string(stray)])
    #expect(reply.errorMessage == "USER_NOT_FOUND")
    // A token creates no tenant.
    try emulator.set([.autoCreateTenants: .off])
    #expect(await signUp(emulator, tenant: "gone").errorMessage == "INVALID_TENANT_ID")
  }
}
