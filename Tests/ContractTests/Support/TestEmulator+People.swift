import EmuCrypto
import EmuHTTP
import EmuJSON
import EmuModel
import EmuServer
import EmuTestSupport

/// A signed-in person: the members of a sign-in's response.
struct Person: Sendable {
  let json: JSON
  var uid: JSON { json["localId"] ?? "" }
  var idToken: JSON { json["idToken"] ?? "" }
  var refreshToken: String { json["refreshToken"]?.string ?? "" }
}

extension TestEmulator {
  /// Creates an account with the password `secret1`.
  func person(
    _ email: JSON = "ada@example.com", tenant: JSON = nil, key: String? = nil
  ) async -> Person {
    let body: JSON = ["email": email, "password": "secret1", "tenantId": tenant]
    return Person(json: await client("accounts:signUp", body, key: key).json)
  }

  func code(_ type: JSON, tenant: String? = nil) async -> JSON {
    await admin(
      "accounts:sendOobCode",
      ["requestType": type, "email": "ada@example.com", "returnOobLink": true], tenant: tenant
    )["oobCode"] ?? "no code"
  }

  /// Sends a text message and returns its session and code.
  func text(
    to number: JSON = "+15555550100", tenant: JSON = nil
  ) async -> (session: JSON, code: JSON) {
    let reply = await client(
      "accounts:sendVerificationCode", ["phoneNumber": number, "tenantId": tenant])
    let sent = outbox.messages.compactMap { message -> JSON? in
      if case .text(let code) = message.content { return .string(code.code) }
      return nil
    }
    return (reply["sessionInfo"] ?? "", sent.last ?? "")
  }

  func aged<Credential>(_ seconds: Int, _ credential: Credential) -> Credential {
    advance(.seconds(seconds))
    return credential
  }
}

/// A person who must present a second factor: a phone or an authenticator app.
struct GuardedPerson: Sendable {
  var person: Person
  var email: JSON
  var phoneID: JSON { .string("phone-of-" + (person.uid.string ?? "")) }
  var appID: JSON { .string("app-of-" + (person.uid.string ?? "")) }
}

extension TestEmulator {
  /// The secret that an administrator assigns to an authenticator app.
  private static let secret = "JBSWY3DPEHPK3PXP"

  /// Creates an account with the password `secret1` and a verified e-mail address.
  func verifiedPerson(
    _ email: JSON = "ada@example.com", tenant: String? = nil, project: String = "demo-project"
  ) async -> Person {
    let key = project == "demo-project" ? nil : "emulator-\(project)"
    let person = await person(email, tenant: tenant.map { .string($0) } ?? .null, key: key)
    _ = await admin(
      "accounts:update", ["localId": person.uid, "emailVerified": true], tenant: tenant,
      project: project)
    return person
  }

  /// Creates the same account with both kinds of second factors.
  func guardedPerson(
    _ email: JSON = "ada@example.com", tenant: String? = nil, project: String = "demo-project"
  ) async -> GuardedPerson {
    let guarded = GuardedPerson(
      person: await verifiedPerson(email, tenant: tenant, project: project), email: email)
    let enrollments: JSON = [
      ["mfaEnrollmentId": guarded.phoneID, "phoneInfo": "+15555550100"],
      [
        "mfaEnrollmentId": guarded.appID, "totpInfo": [:],
        "emulatorTotpSecret": .string(Self.secret),
      ],
    ]
    _ = await admin(
      "accounts:update", ["localId": guarded.person.uid, "mfa": ["enrollments": enrollments]],
      tenant: tenant, project: project)
    return guarded
  }

  func pending(
    _ email: JSON = "ada@example.com", tenant: JSON = nil, key: String? = nil
  ) async -> JSON {
    let reply = await client(
      "accounts:signInWithPassword",
      ["email": email, "password": "secret1", "tenantId": tenant], key: key)
    return reply["mfaPendingCredential"] ?? "no pending credential"
  }

  func showApp(
    _ person: GuardedPerson, _ pending: JSON, tenant: JSON = nil, key: String? = nil
  ) async -> Reply {
    await client(
      "accounts/mfaSignIn:finalize",
      [
        "mfaPendingCredential": pending, "mfaEnrollmentId": person.appID, "tenantId": tenant,
        "totpVerificationInfo": ["verificationCode": code(ofSecret: Self.secret)],
      ], key: key)
  }

  /// Starts the enrollment of an authenticator app: the session, and the app's current code.
  func beginApp(
    _ person: Person, key: String? = nil
  ) async -> (session: JSON, code: JSON) {
    let reply = await client(
      "accounts/mfaEnrollment:start", ["idToken": person.idToken, "totpEnrollmentInfo": [:]],
      key: key)
    let info = reply["totpSessionInfo"]
    return (info?["sessionInfo"] ?? "", code(ofSecret: info?["sharedSecretKey"]?.string ?? ""))
  }

  func enrolApp(
    _ person: Person, _ begun: (session: JSON, code: JSON), key: String? = nil
  ) async -> Reply {
    await client(
      "accounts/mfaEnrollment:finalize",
      [
        "idToken": person.idToken,
        "totpVerificationInfo": ["sessionInfo": begun.session, "verificationCode": begun.code],
      ], key: key)
  }

  private func code(ofSecret secret: String) -> JSON {
    .string(
      OneTimeCode.code(
        secret: Base32.decode(secret) ?? [], counter: emulator.clock.now.seconds / 30, digits: 6))
  }

  /// Enables the enrollment of both kinds, as production requires of a project.
  func enableSecondFactors() async {
    _ = await admin(
      "v2/config",
      [
        "mfa": [
          "state": "ENABLED", "enabledProviders": ["PHONE_SMS"],
          "providerConfigs": [
            ["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 5]]
          ],
        ]
      ], method: .patch, query: "updateMask=mfa")
  }
}
