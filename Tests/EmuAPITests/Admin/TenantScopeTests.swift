import EmuTestSupport
import Testing

@Suite final class `Tenants`: EmulatorSuite {
  private func signUp(tenant: String) async -> Reply {
    await emulator.client(
      "accounts:signUp",
      ["email": "ada@example.com", "password": "secret1", "tenantId": .string(tenant)])
  }

  @Test func `tenants come into being when they are named, in compatible`() async throws {
    let reply = await signUp(tenant: "blue")
    Golden.expect(reply.json, "tenants/signUp")
    // The same address is available in another tenant and in the project.
    #expect(await signUp(tenant: "red").status == 200)
    _ = try await emulator.signUp()
    #expect(await signUp(tenant: "blue").errorMessage == "EMAIL_EXISTS")
    #expect(await emulator.userCount() == 1)
    let looked = await emulator.admin(
      "accounts:lookup", ["email": ["ada@example.com"]], tenant: "blue")
    #expect(looked["users"]?[0]?["tenantId"] == "blue")
  }

  @Test func `tenants must be there in production`() async throws {
    let emulator = try TestEmulator(profile: .production)
    await emulator.allowTenants()
    await emulator.admin("accounts", tenant: "blue").expect(refusal: "INVALID_TENANT_ID")
  }

  @Test(arguments: ["", "a/b", "ü", " "])
  func `tenants have names that fit a path`(_ name: String) async {
    let reply = await signUp(tenant: name)
    if name.isEmpty {
      // An empty id counts as absent.
      #expect(reply.status == 200)
      #expect(await emulator.userCount() == 1)
    } else {
      #expect(reply.errorMessage == "INVALID_TENANT_ID")
    }
  }

  @Test func `tenants are implied by tokens, as JavaScript needs`() async throws {
    let ada = try SignedIn(await signUp(tenant: "blue"))
    #expect(await emulator.lookup(ada)["users"]?[0]?["tenantId"] == "blue")
    let refreshed = await emulator.refresh(ada.refreshToken)
    #expect(refreshed["user_id"]?.string == ada.uid)
    #expect(refreshed.firebase["tenant"] == "blue")
    let updated = await emulator.update(ada, ["password": "secret2"])
    #expect(updated.status == 200)
    let renewed = try SignedIn(updated)
    #expect(renewed.firebase["tenant"] == "blue")
    let token: JSON = .string(renewed.idToken)
    #expect(await emulator.client("accounts:delete", ["id_token": token]).status == 200)
  }

  @Test func `tenants are implied when a password is added`() async throws {
    let anonymous = try SignedIn(await emulator.client("accounts:signUp", ["tenantId": "blue"]))
    let reply = await emulator.client(
      "accounts:signUp", as: anonymous, ["email": "a@b.c", "password": "secret1"])
    #expect(reply["localId"]?.string == anonymous.uid)
  }

  @Test func `tenants that a request names must be those of its token`() async throws {
    let blue = try SignedIn(await signUp(tenant: "blue"))
    let own = try await emulator.signUp()
    for (user, tenant) in [(blue, "red"), (own, "blue")] {
      await emulator.client("accounts:lookup", as: user, ["tenantId": .string(tenant)])
        .expect(refusal: "TENANT_ID_MISMATCH")
      let refresh: JSON = [
        "grantType": "refresh_token", "refreshToken": .string(user.refreshToken),
        "tenantId": .string(tenant),
      ]
      await emulator.post("/v1/token?key=k", refresh).expect(refusal: "TENANT_ID_MISMATCH")
    }
    // Also where the operation has another use for the token, or none.
    for operation in ["accounts:update", "accounts:delete", "accounts:sendOobCode"] {
      await emulator.admin(operation, ["idToken": .string(blue.idToken)], tenant: "red")
        .expect(refusal: "TENANT_ID_MISMATCH")
      await emulator.client(operation, as: blue, ["tenantId": "red"])
        .expect(refusal: "TENANT_ID_MISMATCH")
    }
    await emulator.admin("accounts:query", ["tenantId": "red"], tenant: "blue")
      .expect(refusal: "TENANT_ID_MISMATCH")
  }

  @Test func `tenants that are deleted leave no user behind`() async throws {
    let stray = Handwritten.idToken(
      uid: "u", ["firebase": ["tenant": "gone", "sign_in_provider": "password"]])
    let reply = await emulator.client("accounts:lookup", ["idToken": .string(stray)])
    #expect(reply.errorMessage == "USER_NOT_FOUND")
    // A token creates no tenant.
    try emulator.set([.autoCreateTenants: .off])
    #expect(await signUp(tenant: "gone").errorMessage == "INVALID_TENANT_ID")
  }
}
