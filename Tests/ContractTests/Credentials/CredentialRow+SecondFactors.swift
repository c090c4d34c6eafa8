import EmuJSON
import EmuModel
import EmuTestSupport
import Testing

extension CredentialRow {
  private static let foreignCredential = Outcome.refused(
    "INVALID_PROJECT_ID : Project ID does not match MFA pending credential.")

  private static let pending = Maker(.pendingSecondFactor, foreignCredential)
  private static let session = Maker(.appSession, "INVALID_SESSION_INFO")

  static let secondFactors: [CredentialRow] = [
    pending(.wrong, "INVALID_MFA_PENDING_CREDENTIAL") { await $0.showApp($0.guardedPerson(), "x") },
    pending(
      .expired, "TOTP_CHALLENGE_TIMEOUT : TOTP challenge timeout, provide first factor again.",
      in: .production
    ) {
      await $0.enableSecondFactors()
      return await $0.showApp($0.guardedPerson(), $0.aged(3601, $0.pending()))
    },
    pending(.reused, .taken("each code is good once"), in: .production) {
      await $0.enableSecondFactors()
      let ada = await $0.guardedPerson()
      let pending = await $0.pending()
      _ = await $0.showApp(ada, pending)
      // The app's next code, which is unused.
      return await $0.showApp(ada, $0.aged(30, pending))
    },
    pending(.otherUsers, "MFA_ENROLLMENT_NOT_FOUND") {
      let ada = await $0.guardedPerson()
      _ = await $0.guardedPerson("bob@example.com")
      return await $0.showApp(ada, $0.pending("bob@example.com"))
    },
    pending(.otherTenants) {
      await $0.showApp(
        $0.guardedPerson(tenant: "acme"), $0.pending(tenant: "acme"), tenant: "other")
    },
    pending(.otherProjects) { await $0.showApp($0.guardedPerson(), $0.pending(), key: otherKey) },

    session(.wrong) { await $0.enrolApp($0.verifiedPerson(), ("x.y", "123456")) },
    session(.wrong, "INVALID_CODE") {
      let ada = await $0.verifiedPerson()
      return await $0.enrolApp(ada, ($0.beginApp(ada).session, "wrong"))
    },
    session(.expired, "SESSION_EXPIRED", in: .production) {
      await $0.enableSecondFactors()
      let ada = await $0.verifiedPerson()
      return await $0.enrolApp(ada, $0.aged(901, $0.beginApp(ada)))
    },
    session(.reused) {
      let ada = await $0.verifiedPerson()
      let begun = await $0.beginApp(ada)
      return await $0.enrolApp(Person(json: $0.enrolApp(ada, begun).json), begun)
    },
    session(.otherUsers) {
      let ada = await $0.verifiedPerson()
      return await $0.enrolApp(ada, $0.beginApp($0.verifiedPerson("bob@example.com")))
    },
    session(.otherTenants) {
      let ada = await $0.verifiedPerson()
      return await $0.enrolApp(ada, $0.beginApp($0.verifiedPerson(tenant: "acme")))
    },
    session(.otherProjects) {
      let ada = await $0.verifiedPerson()
      let bob = await $0.verifiedPerson(project: otherProject)
      return await $0.enrolApp(ada, $0.beginApp(bob, key: otherKey))
    },
  ]
}

extension CredentialRow {
  private static func holder(
    _ emulator: TestEmulator, tenant: String? = nil
  ) async throws -> SoftAuthenticator {
    let ada = await emulator.person(tenant: tenant.map { .string($0) } ?? .null)
    let token = ada.idToken.string ?? ""
    let authenticator = try SoftAuthenticator()
    let options = await emulator.creationOptions(token, tenant: tenant)
    let reply = await emulator.enroll(token, try authenticator.create(options), tenant: tenant)
    #expect(reply.status == 200, "\(reply.json)")
    return authenticator
  }

  private static let row = Maker(.passkeyChallenge, "INVALID_AUTHENTICATOR_RESPONSE")

  static let passkeys: [CredentialRow] = [
    row(.wrong) { emulator in
      // This challenge was never issued.
      let options: JSON = ["challenge": "bm90aGluZyBnaXZlcyB0aGlz", "rpId": "localhost"]
      return try await emulator.signIn(passkey: holder(emulator).get(options))
    },
    row(.expired) { emulator in
      let authenticator = try await holder(emulator)
      let options = await emulator.requestOptions()
      emulator.advance(PasskeyChallenge.lifetime)
      return await emulator.signIn(passkey: try authenticator.get(options))
    },
    row(.reused) { emulator in
      let answer = try await holder(emulator).get(await emulator.requestOptions())
      #expect(await emulator.signIn(passkey: answer).status == 200)
      return await emulator.signIn(passkey: answer)
    },
    row(.otherUsers) { emulator in
      let ada = await emulator.person()
      let bob = await emulator.person("bob@example.com")
      let options = await emulator.creationOptions(bob.idToken.string ?? "")
      return await emulator.enroll(
        ada.idToken.string ?? "", try SoftAuthenticator().create(options))
    },
    row(.otherTenants) { emulator in
      let authenticator = try await holder(emulator, tenant: "acme")
      let options = await emulator.requestOptions(tenant: "other")
      return await emulator.signIn(passkey: try authenticator.get(options), tenant: "acme")
    },
    row(.otherProjects) { emulator in
      let authenticator = try await holder(emulator)
      let options = await emulator.client("accounts/passkeySignIn:start", key: otherKey)
      return await emulator.signIn(
        passkey: try authenticator.get(options["credentialRequestOptions"]))
    },
  ]
}
