import EmuJSON
import EmuModel
import EmuTestSupport

extension CredentialRow {
  private static let foreignCredential = Outcome.refused(
    "INVALID_PROJECT_ID : Project ID does not match MFA pending credential.")

  static let secondFactors: [CredentialRow] = [
    CredentialRow(.pendingSecondFactor, .wrong, .refused("INVALID_MFA_PENDING_CREDENTIAL")) {
      emulator in await emulator.showApp(await emulator.guardedPerson(), "x")
    },
    CredentialRow(
      .pendingSecondFactor, .expired,
      .refused("TOTP_CHALLENGE_TIMEOUT : TOTP challenge timeout, provide first factor again."),
      in: .production
    ) { emulator in
      await emulator.enableSecondFactors()
      let ada = await emulator.guardedPerson()
      let pending = await emulator.pending()
      emulator.advance(.seconds(3601))
      return await emulator.showApp(ada, pending)
    },
    CredentialRow(
      .pendingSecondFactor, .reused, .taken("each code is good once"), in: .production
    ) { emulator in
      await emulator.enableSecondFactors()
      let ada = await emulator.guardedPerson()
      let pending = await emulator.pending()
      _ = await emulator.showApp(ada, pending)
      // The app's next code, which is unused.
      emulator.advance(.seconds(30))
      return await emulator.showApp(ada, pending)
    },
    CredentialRow(.pendingSecondFactor, .otherUsers, .refused("MFA_ENROLLMENT_NOT_FOUND")) {
      emulator in
      let ada = await emulator.guardedPerson()
      _ = await emulator.guardedPerson("bob@example.com")
      return await emulator.showApp(ada, await emulator.pending("bob@example.com"))
    },
    CredentialRow(.pendingSecondFactor, .otherTenants, foreignCredential) {
      emulator in
      let ada = await emulator.guardedPerson(tenant: "acme")
      return await emulator.showApp(ada, await emulator.pending(tenant: "acme"), tenant: "other")
    },
    CredentialRow(.pendingSecondFactor, .otherProjects, foreignCredential) { emulator in
      let ada = await emulator.guardedPerson()
      return await emulator.showApp(ada, await emulator.pending(), key: otherKey)
    },

    CredentialRow(.appSession, .wrong, .refused("INVALID_SESSION_INFO")) { emulator in
      await emulator.enrolApp(await emulator.verifiedPerson(), ("x.y", "123456"))
    },
    CredentialRow(.appSession, .wrong, .refused("INVALID_CODE")) { emulator in
      let ada = await emulator.verifiedPerson()
      return await emulator.enrolApp(ada, (await emulator.beginApp(ada).session, "wrong"))
    },
    CredentialRow(.appSession, .expired, .refused("SESSION_EXPIRED"), in: .production) { emulator in
      await emulator.enableSecondFactors()
      let ada = await emulator.verifiedPerson()
      let begun = await emulator.beginApp(ada)
      emulator.advance(.seconds(901))
      return await emulator.enrolApp(ada, begun)
    },
    CredentialRow(
      .appSession, .reused,
      .refused("INVALID_SESSION_INFO")
    ) { emulator in
      let ada = await emulator.verifiedPerson()
      let begun = await emulator.beginApp(ada)
      let enrolled = await emulator.enrolApp(ada, begun)
      return await emulator.enrolApp(Person(json: enrolled.json), begun)
    },
    CredentialRow(.appSession, .otherUsers, .refused("INVALID_SESSION_INFO")) { emulator in
      let ada = await emulator.verifiedPerson()
      let bob = await emulator.verifiedPerson("bob@example.com")
      return await emulator.enrolApp(ada, await emulator.beginApp(bob))
    },
    CredentialRow(.appSession, .otherTenants, .refused("INVALID_SESSION_INFO")) { emulator in
      let ada = await emulator.verifiedPerson()
      let bob = await emulator.verifiedPerson(tenant: "acme")
      return await emulator.enrolApp(ada, await emulator.beginApp(bob))
    },
    CredentialRow(.appSession, .otherProjects, .refused("INVALID_SESSION_INFO")) { emulator in
      let ada = await emulator.verifiedPerson()
      let bob = await emulator.verifiedPerson(project: otherProject)
      return await emulator.enrolApp(ada, await emulator.beginApp(bob, key: otherKey))
    },
  ]
}
