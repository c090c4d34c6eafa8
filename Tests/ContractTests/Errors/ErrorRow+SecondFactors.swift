import EmuJSON
import EmuModel
import EmuTestSupport

extension ErrorRow {
  private static func start(_ emulator: TestEmulator, _ body: JSON) async -> Reply {
    await emulator.client("accounts/mfaSignIn:start", body)
  }

  private static func enrol(_ emulator: TestEmulator, _ person: Person) async -> Reply {
    await emulator.client(
      "accounts/mfaEnrollment:start",
      ["idToken": person.idToken, "phoneEnrollmentInfo": ["phoneNumber": "+15555550100"]])
  }

  static let secondFactors: [ErrorRow] = [
    ErrorRow("DUPLICATE_MFA_ENROLLMENT_ID", "DUPLICATE_MFA_ENROLLMENT_ID : x") { emulator in
      let ada = await emulator.verifiedPerson()
      return await emulator.admin(
        "accounts:update",
        [
          "localId": ada.uid,
          "mfa": [
            "enrollments": [
              ["mfaEnrollmentId": "x", "phoneInfo": "+15555550100"],
              ["mfaEnrollmentId": "x", "phoneInfo": "+15555550101"],
            ]
          ],
        ])
    },
    ErrorRow("EMAIL_CHANGE_NEEDS_VERIFICATION", in: .production) { emulator in
      await emulator.enableSecondFactors()
      let ada = await emulator.guardedPerson().person
      return await emulator.client(
        "accounts:update", ["idToken": ada.idToken, "email": "new@example.com"])
    },
    ErrorRow("INVALID_MFA_PENDING_CREDENTIAL") { emulator in
      await start(
        emulator, ["mfaPendingCredential": "x", "mfaEnrollmentId": "x", "phoneSignInInfo": [:]])
    },
    ErrorRow("MFA_ENROLLMENT_NOT_FOUND") { emulator in
      _ = await emulator.guardedPerson()
      return await start(
        emulator,
        [
          "mfaPendingCredential": await emulator.pending(), "mfaEnrollmentId": "x",
          "phoneSignInInfo": [:],
        ])
    },
    ErrorRow("MISSING_CREDENTIAL", "MISSING_CREDENTIAL : mfaPendingCredential is missing.") {
      emulator in await emulator.client("accounts/mfaSignIn:finalize")
    },
    ErrorRow(
      "MISSING_MFA_ENROLLMENT_ID",
      "MISSING_MFA_ENROLLMENT_ID : No second factor identifier is provided."
    ) { emulator in await start(emulator, ["mfaPendingCredential": "x"]) },
    ErrorRow(
      "MISSING_MFA_PENDING_CREDENTIAL",
      "MISSING_MFA_PENDING_CREDENTIAL : mfaPendingCredential is missing."
    ) { emulator in await start(emulator, [:]) },
    ErrorRow(
      "SECOND_FACTOR_EXISTS",
      "SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account."
    ) { emulator in await enrol(emulator, await emulator.guardedPerson().person) },
    ErrorRow("SECOND_FACTOR_LIMIT_EXCEEDED", in: .production) { emulator in
      await emulator.admin(
        "accounts",
        [
          "email": "ada@example.com", "emailVerified": true,
          "mfaInfo": .array((0...5).map { ["phoneInfo": .string("+1555555010\($0)")] }),
        ])
    },
    ErrorRow(
      "UNSUPPORTED_FIRST_FACTOR",
      "UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor."
    ) { emulator in
      await enrol(emulator, Person(json: await emulator.client("accounts:signUp").json))
    },
    ErrorRow(
      "UNVERIFIED_EMAIL",
      "UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors."
    ) { emulator in await enrol(emulator, await emulator.person()) },
  ]
}
