import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

extension CredentialRow {
  /// Creates a user with a passkey.
  private static func holder(
    _ emulator: TestEmulator, tenant: String? = nil
  ) async throws -> SoftAuthenticator {
    let ada = await emulator.person(tenant: tenant.map { .string($0) } ?? .null)
    let authenticator = try SoftAuthenticator()
    let options = await emulator.creationOptions(ada.idToken.string ?? "", tenant: tenant)
    let reply = await emulator.enroll(
      ada.idToken.string ?? "", try authenticator.create(options), tenant: tenant)
    #expect(reply.status == 200, "\(reply.json)")
    return authenticator
  }

  private static func signIn(
    _ emulator: TestEmulator, _ answer: JSON, tenant: JSON = nil, key: String? = nil
  ) async -> Reply {
    await emulator.client(
      "accounts/passkeySignIn:finalize",
      ["authenticatorAuthenticationResponse": answer, "tenantId": tenant], key: key)
  }

  private static let refused = Outcome.refused("INVALID_AUTHENTICATOR_RESPONSE")

  static let passkeys: [CredentialRow] = [
    CredentialRow(.passkeyChallenge, .wrong, refused) { emulator in
      let authenticator = try await holder(emulator)
      // This challenge was never issued.
      let options: JSON = ["challenge": "bm90aGluZyBnaXZlcyB0aGlz", "rpId": "localhost"]
      return await signIn(emulator, try authenticator.get(options))
    },
    CredentialRow(.passkeyChallenge, .expired, refused) { emulator in
      let authenticator = try await holder(emulator)
      let options = await emulator.requestOptions()
      emulator.advance(PasskeyChallenge.lifetime)
      return await signIn(emulator, try authenticator.get(options))
    },
    CredentialRow(.passkeyChallenge, .reused, refused) { emulator in
      let authenticator = try await holder(emulator)
      let answer = try authenticator.get(await emulator.requestOptions())
      #expect(await signIn(emulator, answer).status == 200)
      return await signIn(emulator, answer)
    },
    CredentialRow(.passkeyChallenge, .otherUsers, refused) { emulator in
      let ada = await emulator.person()
      let bob = await emulator.person("bob@example.com")
      let options = await emulator.creationOptions(bob.idToken.string ?? "")
      return await emulator.client(
        "accounts/passkeyEnrollment:finalize",
        [
          "idToken": ada.idToken,
          "authenticatorRegistrationResponse": try SoftAuthenticator().create(options),
        ])
    },
    CredentialRow(.passkeyChallenge, .otherTenants, refused) { emulator in
      let authenticator = try await holder(emulator, tenant: "acme")
      let options = await emulator.requestOptions(tenant: "other")
      return await signIn(emulator, try authenticator.get(options), tenant: "acme")
    },
    CredentialRow(.passkeyChallenge, .otherProjects, refused) { emulator in
      let authenticator = try await holder(emulator)
      let options = await emulator.client("accounts/passkeySignIn:start", key: otherKey)
      return await signIn(
        emulator, try authenticator.get(options.json["credentialRequestOptions"]))
    },
  ]
}
